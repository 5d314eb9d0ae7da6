/** The pages that cancel several record requests: the confirmation, and the result of each. */
import { isOpen } from '../../../domain/record-requests/record-request';
import { requestKindLabels } from '../../../domain/status-labels';
import { MessageNotice, Table, type Message } from '../../components/display';
import { Form } from '../../components/form';
import type { Viewer } from '../../visit';
import type { ShownPlace } from '../components/page';
import { RequestPill } from '../components/patient-words';
import type { ListedRequest } from '../components/requests-table';
import {
  BackToRequests,
  countedRequests,
  renderSelectedPage,
  RequestLink,
  SelectionResult,
} from '../components/selected-requests';
import { pathIn } from '../paths';

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
  return renderSelectedPage(viewer, place, {
    title: 'Cancel record requests',
    children: (
      <>
        <h1>{open.length === 0 ? 'Cancel record requests' : `Cancel ${countedRequests(open.length)}?`}</h1>
        <MessageNotice message={message} />
        {open.length === 0 ? (
          <BackToRequests place={place} />
        ) : (
          <>
            <p>We stop working on them, and facilities may already have sent records. You can't undo this.</p>
            <Form action={pathIn(place, 'record-requests', 'cancel')} label="Cancel record requests">
              {open.map(({ uid }) => (
                <input type="hidden" name="request" value={uid} />
              ))}
              <p class="bar">
                <button type="submit" class="danger">
                  Cancel {countedRequests(open.length)}
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
              <RequestLink place={place} request={request} />,
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
  return renderSelectedPage(viewer, place, {
    title: 'Canceled record requests',
    children: (
      <>
        <h1>Canceled record requests</h1>
        <SelectionResult done={done} total={results.length} verb="canceled" />
        <Table
          caption="Results"
          headings={['Patient', 'Facility', 'Records', 'Result']}
          rows={results.map(({ request, refusal }) => [
            <RequestLink place={place} request={request} />,
            request.facility,
            requestKindLabels[request.kind],
            refusal ?? 'Canceled',
          ])}
        />
        <BackToRequests place={place} />
      </>
    ),
  });
}
