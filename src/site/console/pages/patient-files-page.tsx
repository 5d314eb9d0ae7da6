/** `…/patients/{patient}/files`: the files of all record requests of a patient. */
import { zipBytesMax, zipFilesMax } from '../../../domain/record-requests/limits';
import { requestKindLabels } from '../../../domain/status-labels';
import type { Actor } from '../../../domain/actor';
import type { AskedRequest } from '../../../domain/record-requests/asked';
import type { RecordRequestKind, RecordRequestStatus } from '../../../domain/record-requests/record-request';
import {
  Empty,
  Instant,
  MessageNotice,
  Notice,
  Pill,
  sizeText,
  Table,
  type Message,
} from '../../components/display';
import { Form } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { waitingText } from '../components/patient-words';
import { PatientTabs } from '../components/patient-tabs';
import type { ShownFile } from '../components/request-files';
import { pathIn } from '../paths';

interface ShownRequest {
  readonly uid: string;
  readonly submittedSiteName: string;
  readonly kind: RecordRequestKind;
  readonly status: RecordRequestStatus;
  readonly asked: AskedRequest | undefined;
}

interface ShownPatientFile extends ShownFile {
  readonly recordRequestUid: string;
  readonly area: string;
  readonly etag: string;
  readonly facility: string;
  readonly kind: RecordRequestKind;
  readonly reviewedBy: Actor | null;
  readonly reviewedAt: Date | null;
}

/** The content of the page. */
export interface PatientFilesShown {
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
  };
  readonly isClosed: boolean;
  readonly files: readonly ShownPatientFile[];
  readonly waiting: readonly ShownRequest[];
  /** In the company's time zone. */
  readonly today: string;
  readonly obstacle?: 'none' | 'tooMany' | 'tooLarge';
  readonly message: Message | undefined;
}

interface Parts {
  readonly place: ShownPlace;
  readonly shown: PatientFilesShown;
}

const areaNames: Readonly<Record<string, string>> = {
  deliverables: 'Returned',
  combined: 'Combined chart',
  documents: 'Your document',
  attachments: 'Attachment',
};

function Review({ place, shown, file }: Parts & { readonly file: ShownPatientFile }) {
  const { uid, fileName, etag, reviewedBy, reviewedAt } = file;
  const isReviewed = reviewedBy !== null;
  const action = isReviewed ? 'Remove mark' : 'Mark as reviewed';
  const mayMark = !shown.isClosed && place.permissions.has('ManageRecordRequests');
  return (
    <>
      {isReviewed ? <Pill tone="passed">Reviewed</Pill> : mayMark ? null : 'Not yet'}
      {isReviewed && reviewedAt !== null ? (
        <p class="muted small">
          {reviewedBy.name}, <Instant at={reviewedAt} />
        </p>
      ) : null}
      {mayMark ? (
        <Form
          action={pathIn(place, 'patients', shown.patient.uid, 'files', uid, 'review')}
          label={`Review of ${fileName} from ${file.facility}`}
        >
          <input type="hidden" name="file" value={etag.replaceAll('"', '')} />
          <input type="hidden" name="mark" value={isReviewed ? 'not' : 'reviewed'} />
          <button type="submit" aria-label={`${action}: ${fileName}, ${file.facility}`}>
            {action}
          </button>
        </Form>
      ) : null}
    </>
  );
}

function FilesTable({ place, shown }: Parts) {
  const patientPath = pathIn(place, 'patients', shown.patient.uid);
  return (
    <Table
      caption="Files"
      headings={['File', 'Facility', 'Records', 'Size', 'Received', 'Reviewed', 'Actions']}
      rows={shown.files.map(file => {
        const request = `${patientPath}/record-requests/${file.recordRequestUid}`;
        return [
          <>
            <a href={`${request}/${file.area}/${file.uid}`}>{file.fileName}</a>
            <p class="muted small">{areaNames[file.area]}</p>
          </>,
          file.facility,
          requestKindLabels[file.kind],
          <span class="number">{sizeText(file.sizeBytes)}</span>,
          <Instant at={file.lastModifiedAt} />,
          <Review place={place} shown={shown} file={file} />,
          <a
            href={`${request}/files/${file.uid}`}
            aria-label={`View or change ${file.fileName}, ${file.facility}`}
          >
            View or change
          </a>,
        ];
      })}
    />
  );
}

/** Why there is no ZIP file of all, or the link to it. */
function ZipOffer({ place, shown }: Parts) {
  const { obstacle, patient } = shown;
  if (obstacle === 'none') return null;
  if (obstacle === undefined)
    return (
      <p>
        <a class="button" href={pathIn(place, 'patients', patient.uid, 'files', 'zip')}>
          Download all as ZIP
        </a>
      </p>
    );
  const limit =
    obstacle === 'tooMany'
      ? `there are more than ${zipFilesMax.toLocaleString('en-US')}`
      : `they have more than ${zipBytesMax / 1024 ** 3} GB together`;
  return (
    <Notice tone="info">
      You can't download these files as one ZIP file, because {limit}. Download them one by one.
    </Notice>
  );
}

function Waiting({ place, shown }: Parts) {
  if (shown.waiting.length === 0) return null;
  const path = pathIn(place, 'patients', shown.patient.uid, 'record-requests');
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Waiting for files</h2>
      <ul>
        {shown.waiting.map(({ uid, submittedSiteName, kind, status, asked }) => (
          <li>
            <a href={`${path}/${uid}`}>
              {submittedSiteName}: {requestKindLabels[kind]}
            </a>
            {asked === undefined ? null : (
              <p class="muted small">
                {waitingText(asked, { status, today: shown.today }, place.supportName)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function noFilesText({ waiting }: PatientFilesShown): string {
  if (waiting.length === 0)
    return 'No files yet. Files appear here once a record request is completed or partially completed.';
  return waiting.length === 1
    ? 'No files yet. The record request below is waiting for them.'
    : `No files yet. The ${waiting.length} record requests below are waiting for them.`;
}

/** Renders the page. Its title has no patient data. */
export function renderPatientFilesPage(viewer: Viewer, place: ShownPlace, shown: PatientFilesShown): string {
  const { patient, files } = shown;
  return renderConsolePage({
    title: 'Files',
    viewer,
    place,
    section: 'patients',
    isWide: true,
    crumbs: [['Patients', pathIn(place, 'patients')]],
    children: (
      <>
        <PatientTabs place={place} patient={patient} current="files" />
        <MessageNotice message={shown.message} />
        {files.length === 0 ? (
          <Empty>
            <p>{noFilesText(shown)}</p>
          </Empty>
        ) : (
          <>
            <ZipOffer place={place} shown={shown} />
            <FilesTable place={place} shown={shown} />
          </>
        )}
        <Waiting place={place} shown={shown} />
      </>
    ),
  });
}
