/** `…/patients/{patient}/record-requests/{request}`: a record request with its timeline, files, and notes. */
import { requestKindLabels } from '../../../domain/status-labels';
import type { PatientCheck } from '../../../domain/record-requests/returned-file';
import type { Note } from '../../../domain/record-requests/note';
import { isOpen, type RecordRequest } from '../../../domain/record-requests/record-request';
import type { TimelineStep } from '../../../domain/record-requests/timeline';
import type { RequestProgress } from '../../../domain/record-requests/request-progress';
import { naming } from '../../../domain/searches/search-progress';
import { actorName, RequestPill } from '../components/patient-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Form } from '../../components/form';
import { Empty, Facts, Instant, MessageNotice, Table, type Message } from '../../components/display';
import { pathIn } from '../paths';

/** A file to download. */
interface ShownFile {
  readonly uid: string;
  readonly fileName: string;
  readonly folder: string | null;
  readonly sizeBytes: number;
  readonly lastModifiedAt: Date;
  /** How it compares with the patient; absent if it wasn't compared. */
  readonly patientCheck?: PatientCheck | undefined;
}

/** The content of the page. */
export interface RecordRequestShown {
  readonly patientUid: string;
  readonly isClosed: boolean;
  readonly message: Message | undefined;
  readonly request: RecordRequest;
  /** What it waits for; `null` after its end. */
  readonly progress: RequestProgress | null;
  readonly deliverables: readonly ShownFile[];
  readonly chart: ShownFile | undefined;
  readonly documents: readonly ShownFile[];
  readonly steps: readonly TimelineStep[];
  readonly notes: readonly Note[];
}

type Area = 'deliverables' | 'combined' | 'documents';

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

interface FilesParts {
  readonly place: ShownPlace;
  readonly shown: RecordRequestShown;
  readonly area: Area;
  readonly caption: string;
  readonly files: readonly ShownFile[];
}

function Files({ place, shown, area, caption, files }: FilesParts) {
  const { patientUid, request } = shown;
  const path = (uid: string): string =>
    pathIn(place, 'patients', patientUid, 'record-requests', request.uid, area, uid);
  return (
    <Table
      caption={caption}
      headings={['File', 'Folder', 'Size', 'Received']}
      rows={files.map(({ uid, fileName, folder, sizeBytes, lastModifiedAt, patientCheck }) => [
        <>
          <a href={path(uid)}>{fileName}</a>
          {patientCheck === undefined || patientCheck.result === 'matched' ? null : (
            <p class="muted small">{patientCheck.note}</p>
          )}
        </>,
        folder ?? '–',
        <span class="number">{sizeOf(sizeBytes)}</span>,
        <Instant at={lastModifiedAt} />,
      ])}
    />
  );
}

function FilesReceived({ place, shown }: Pick<FilesParts, 'place' | 'shown'>) {
  const { deliverables, chart } = shown;
  if (deliverables.length === 0 && chart === undefined)
    return (
      <Empty>
        <p>No files yet. Files appear here once the request is completed or partially completed.</p>
      </Empty>
    );
  return (
    <>
      {chart === undefined ? null : (
        <Files place={place} shown={shown} area="combined" caption="Combined chart" files={[chart]} />
      )}
      <Files place={place} shown={shown} area="deliverables" caption="Files received" files={deliverables} />
    </>
  );
}

function Cancel({ place, shown }: Pick<FilesParts, 'place' | 'shown'>) {
  const { patientUid, request, isClosed } = shown;
  if (isClosed || !isOpen(request.status) || !place.permissions.has('ManageRecordRequests')) return null;
  return (
    <details class="more">
      <summary>Cancel record request</summary>
      <div>
        <p>
          We'll stop requesting records from the facility. Files that have already arrived stay. You can't
          undo this: if you need the records later, create a new request.
        </p>
        <Form
          action={pathIn(place, 'patients', patientUid, 'record-requests', request.uid, 'cancel')}
          label="Cancel record request"
        >
          <button type="submit" class="danger">
            Cancel record request
          </button>
        </Form>
      </div>
    </details>
  );
}

function Notes({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return <p class="muted">No notes yet.</p>;
  return (
    <ol class="attempts">
      {notes.map(({ author, createdAt, content }) => (
        <li class="card">
          <p class="muted small">
            {author.name}, <Instant at={createdAt} />
          </p>
          <p class="text">{content}</p>
        </li>
      ))}
    </ol>
  );
}

function factsOf(request: RecordRequest): Parameters<typeof Facts>[0]['facts'] {
  const day = (value: string | null) => value ?? <span class="muted">None</span>;
  return [
    ['Records', requestKindLabels[request.kind]],
    ['First date of service', day(request.startDateOfService)],
    ['Last date of service', day(request.endDateOfService)],
    ['Last contact', day(request.lastContactDate)],
    ['Follow-up', day(request.followUpDate)],
    ['Completed', day(request.completionDate)],
    ['ID in the API', <code>{request.uid}</code>],
  ];
}

function Progress({
  place: { supportName },
  progress,
}: {
  readonly place: ShownPlace;
  readonly progress: RequestProgress | null;
}) {
  if (progress === null) return null;
  const { says, remedy, whoActs, since } = progress;
  return (
    <p>
      {naming(supportName, says)}
      {remedy === null ? null : ` ${naming(supportName, remedy)}`}{' '}
      <span class="muted">
        Since <Instant at={since} />
        {whoActs === null ? null : `. Who acts: ${actorName(whoActs, supportName)}`}
      </span>
    </p>
  );
}

/** Renders the page of a record request. */
export function renderRecordRequestPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: RecordRequestShown,
): string {
  const { patientUid, request, documents, steps, notes, message } = shown;
  return renderConsolePage({
    title: 'Record request',
    viewer,
    place,
    section: 'patients',
    crumbs: [
      ['Patients', pathIn(place, 'patients')],
      ['Patient', pathIn(place, 'patients', patientUid)],
    ],
    children: (
      <>
        <div class="head">
          <h1>{request.submittedSiteName}</h1>
          <RequestPill status={request.status} />
        </div>
        <MessageNotice message={message} />
        <Progress place={place} progress={shown.progress} />
        <Facts facts={factsOf(request)} />
        <section aria-labelledby="received">
          <h2 id="received">Files received</h2>
          <FilesReceived place={place} shown={shown} />
        </section>
        {documents.length === 0 ? null : (
          <section aria-labelledby="documents">
            <h2 id="documents">Your documents</h2>
            <Files place={place} shown={shown} area="documents" caption="Your documents" files={documents} />
          </section>
        )}
        <section aria-labelledby="timeline">
          <h2 id="timeline">Timeline</h2>
          <Table
            caption="Timeline"
            headings={['When', 'Status', 'Reason', 'By']}
            rows={steps.map(({ createdAt, status, reason, actor }) => [
              <Instant at={createdAt} />,
              <RequestPill status={status} />,
              reason ?? '–',
              actor.name,
            ])}
          />
        </section>
        <section aria-labelledby="notes">
          <h2 id="notes">Notes</h2>
          <Notes notes={notes} />
        </section>
        <Cancel place={place} shown={shown} />
      </>
    ),
  });
}
