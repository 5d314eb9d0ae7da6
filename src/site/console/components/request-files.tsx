/** The files of a record request, and the form that uploads a document. */
import type { PatientCheck } from '../../../domain/record-requests/returned-file';
import { Empty, Instant, sizeText, Table } from '../../components/display';
import { Form, TextField, type FieldProblems } from '../../components/form';

/** A file to download. */
export interface ShownFile {
  readonly uid: string;
  readonly fileName: string;
  readonly folder: string | null;
  readonly sizeBytes: number;
  readonly pages: number | null;
  readonly lastModifiedAt: Date;
  /** How it compares with the patient; absent if it wasn't compared. */
  readonly patientCheck?: PatientCheck | undefined;
}

interface FilesParts {
  /** The path of the record request. */
  readonly path: string;
  readonly area: 'deliverables' | 'combined' | 'documents' | 'attachments';
  readonly caption: string;
  readonly files: readonly ShownFile[];
}

/** The files of an area. */
export function Files({ path, area, caption, files }: FilesParts) {
  // Only the pages of records are counted.
  const areCounted = area === 'deliverables' || area === 'combined';
  return (
    <Table
      caption={caption}
      headings={[
        'File',
        'Folder',
        ...(areCounted ? [{ name: 'Pages', isNumber: true }] : []),
        'Size',
        'Received',
        'Actions',
      ]}
      rows={files.map(({ uid, fileName, folder, pages, sizeBytes, lastModifiedAt, patientCheck }) => [
        <>
          <a href={`${path}/${area}/${uid}`}>{fileName}</a>
          {patientCheck === undefined || patientCheck.result === 'matched' ? null : (
            <p class="muted small">{patientCheck.note}</p>
          )}
        </>,
        folder ?? '–',
        ...(areCounted
          ? [pages === null ? <span class="muted none">–</span> : pages.toLocaleString('en-US')]
          : []),
        <span class="number">{sizeText(sizeBytes)}</span>,
        <Instant at={lastModifiedAt} />,
        <a href={`${path}/files/${uid}`}>View or change</a>,
      ])}
    />
  );
}

/** What the facility returned, and the combined chart of it. */
export function FilesReceived({
  path,
  deliverables,
  chart,
  waiting,
}: {
  readonly path: string;
  /** What to say if there are none. */
  readonly waiting: string;
  readonly deliverables: readonly ShownFile[];
  readonly chart: ShownFile | undefined;
}) {
  if (deliverables.length === 0 && chart === undefined)
    return (
      <Empty>
        <p>{waiting}</p>
      </Empty>
    );
  return (
    <>
      {chart === undefined ? null : (
        <Files path={path} area="combined" caption="Combined chart" files={[chart]} />
      )}
      <Files path={path} area="deliverables" caption="Files received" files={deliverables} />
    </>
  );
}

/** What support stored on the request itself; nothing if there is none. */
export function Attachments({ path, files }: Pick<FilesParts, 'path' | 'files'>) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="attachments">
      <h2 id="attachments">Attachments</h2>
      <p class="muted">About the request itself, such as the facility's letter that it has no records.</p>
      <Files path={path} area="attachments" caption="Attachments" files={files} />
    </section>
  );
}

/** Your company's own documents, and the form that names another one to upload. */
export function Documents({
  path,
  documents,
  upload,
}: {
  readonly path: string;
  readonly documents: readonly ShownFile[];
  /** Absent if this member can't upload. */
  readonly upload?: { readonly typed: string; readonly problems: FieldProblems | undefined };
}) {
  if (documents.length === 0 && upload === undefined) return null;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">Your documents</h2>
      {documents.length === 0 ? (
        <p class="muted">No documents yet. Upload what the facility needs, such as a subpoena or a letter.</p>
      ) : (
        <Files path={path} area="documents" caption="Your documents" files={documents} />
      )}
      {upload === undefined ? null : (
        <details class="more" open={upload.problems !== undefined}>
          <summary>Upload document</summary>
          <Form action={`${path}/documents`} label="Upload document" problems={upload.problems}>
            <TextField
              id="fileName"
              name="fileName"
              label="File name"
              value={upload.typed}
              max={255}
              isRequired
              hint="With its extension, such as Letter.pdf. A document with the same name is replaced."
            />
            <button type="submit">Choose file</button>
          </Form>
        </details>
      )}
    </section>
  );
}
