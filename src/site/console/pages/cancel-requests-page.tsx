/** The pages that cancel several record requests: the confirmation, and the result of each. */
import { isOpen } from '../../../domain/record-requests/record-request';
import { requestKindLabels } from '../../../domain/status-labels';
import { MessageNotice, Notice, Table, type Message } from '../../components/display';
import { Form } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { RequestPill } from '../components/patient-words';
import { patientNameOf, type ListedRequest } from '../components/requests-table';
import { pathIn } from '../paths';

const crumbsOf = (place: ShownPlace) => [['Record requests', pathIn(place, 'record-requests')]] as const;
const counted = (count: number): string => `${count} record request${count === 1 ? '' : 's'}`;

function Named({ place, request }: { readonly place: ShownPlace; readonly request: ListedRequest }) {
  const { patientUid, uid } = request;
  return (
    <a href={pathIn(place, 'patients', patientUid, 'record-requests', uid)}>
      {patientNameOf(place, request)}
    </a>
  );
}

/** Renders the confirmation. Requests that have ended are listed, and not canceled. */
export function renderSelectionPage(
  viewer: Viewer,
  place: ShownPlace,
  {
    requests,
    message,
  }: { readonly requests: readonly ListedRequest[]; readonly message: Message | undefined },
): string {
  const open = requests.filter(({ status }) => isOpen(status));
  return renderConsolePage({
    title: 'Cancel record requests',
    viewer,
    place,
    section: 'requests',
    crumbs: crumbsOf(place),
    children: (
      <>
        <h1>{open.length === 0 ? 'Cancel record requests' : `Cancel ${counted(open.length)}?`}</h1>
        <MessageNotice message={message} />
        {open.length === 0 ? (
          <p>
            <a class="button" href={pathIn(place, 'record-requests')}>
              Back to record requests
            </a>
          </p>
        ) : (
          <>
            <p>We stop working on them, and facilities may already have sent records. You can't undo this.</p>
            <Form action={pathIn(place, 'record-requests', 'cancel')} label="Cancel record requests">
              {open.map(({ uid }) => (
                <input type="hidden" name="request" value={uid} />
              ))}
              <p class="bar">
                <button type="submit" class="danger">
                  Cancel {counted(open.length)}
                </button>
                <a href={pathIn(place, 'record-requests')}>Keep them</a>
              </p>
            </Form>
          </>
        )}
        {requests.length === 0 ? null : (
          <Table
            caption="Selected record requests"
            headings={['Patient', 'Facility', 'Records', 'Status']}
            rows={requests.map(request => [
              <Named place={place} request={request} />,
              request.facility,
              requestKindLabels[request.kind],
              <RequestPill status={request.status} />,
            ])}
          />
        )}
      </>
    ),
  });
}

/** A request, and why it wasn't canceled; `null` if it was. */
export interface CanceledRequest {
  readonly request: ListedRequest;
  readonly refusal: string | null;
}

/** Renders the result of each request. */
export function renderCanceledPage(
  viewer: Viewer,
  place: ShownPlace,
  results: readonly CanceledRequest[],
): string {
  const done = results.filter(({ refusal }) => refusal === null).length;
  return renderConsolePage({
    title: 'Canceled record requests',
    viewer,
    place,
    section: 'requests',
    crumbs: crumbsOf(place),
    children: (
      <>
        <h1>Canceled record requests</h1>
        <Notice tone={done === results.length ? 'passed' : 'warning'}>
          {done === results.length
            ? `${counted(done)} canceled.`
            : `${done} of ${counted(results.length)} canceled. The reasons for the rest are below.`}
        </Notice>
        <Table
          caption="Results"
          headings={['Patient', 'Facility', 'Records', 'Result']}
          rows={results.map(({ request, refusal }) => [
            <Named place={place} request={request} />,
            request.facility,
            requestKindLabels[request.kind],
            refusal ?? 'Canceled',
          ])}
        />
        <p>
          <a class="button" href={pathIn(place, 'record-requests')}>
            Back to record requests
          </a>
        </p>
      </>
    ),
  });
}
