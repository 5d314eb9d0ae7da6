/**
 * `/desk/charts/{recordRequest}`: the returned files that name another person; and
 * `/desk/charts/{recordRequest}/files/{file}`: one of them beside the patient, with the decision.
 */
import { usDate } from '../../../domain/clinical/calendar-date';
import type { QueueItem } from '../../../domain/desk/queue';
import type { OtherPerson } from '../../../domain/record-requests/chart-identity';
import { Empty, Facts, Instant, Table, type Message } from '../../components/display';
import { Form, TextField } from '../../components/form';
import type { Viewer } from '../../visit';
import { Assignment } from '../components/assignment';
import { renderDeskPage } from '../components/desk-page';
import { deskPath } from '../paths';

/** The maximum length of a reason. */
export const chartReasonMax = 500;

/** The most pages that are shown as pictures. */
const picturesMax = 10;

/** The content of the list. */
export interface ChartsShown {
  readonly request: { readonly uid: string; readonly submittedSiteName: string; readonly patientId: string };
  readonly project: { readonly companyId: string; readonly name: string };
  readonly held: ReadonlyArray<{
    readonly file: { readonly uid: string; readonly fileName: string; readonly createdAt: Date };
    readonly others: readonly OtherPerson[];
  }>;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly message: Message | undefined;
}

const nameWords: Readonly<Record<OtherPerson['name'], string>> = {
  same: 'name the same',
  alike: 'name alike',
  other: 'name different',
  missing: 'no name',
};
const birthDateWords: Readonly<Record<OtherPerson['birthDate'], string>> = {
  same: 'date of birth the same',
  other: 'date of birth different',
  missing: 'no date of birth',
};

/** Returns in words how someone on a page compares with the patient. */
function wordsOf({ name, birthDate }: OtherPerson): string {
  const words = `${nameWords[name]}, ${birthDateWords[birthDate]}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the pages and how they compare, as one line. */
function pagesOf(others: readonly OtherPerson[]): string {
  const pages = [...new Set(others.map(({ page }) => page))];
  const shown = pages.slice(0, picturesMax).join(', ');
  const more = pages.length > picturesMax ? ` and ${pages.length - picturesMax} more` : '';
  return `${shown}${more}`;
}

/** Renders the list of held files. */
export function renderChartsPage(viewer: Viewer, shown: ChartsShown): string {
  const { request, project, held, item, operatorUid, message } = shown;
  return renderDeskPage({
    title: 'Held files',
    viewer,
    section: 'queue',
    crumbs: [
      ['Held files', `${deskPath()}?kind=chart`],
      [request.submittedSiteName, deskPath('requests', request.uid)],
    ],
    message,
    children: (
      <>
        <div class="head">
          <h1>Returned chart names another person</h1>
          <Assignment kind="chart" uid={request.uid} item={item} operatorUid={operatorUid} />
        </div>
        <Facts
          facts={[
            ['Facility', request.submittedSiteName],
            ['Company', project.companyId],
            ['Project', project.name],
            ['Patient ID', request.patientId],
          ]}
        />
        {held.length === 0 ? (
          <Empty>
            <p>No returned file of this record request is held.</p>
          </Empty>
        ) : (
          <Table
            caption="Held files"
            headings={['File', 'Pages', 'Comparison', 'Received', 'Decision']}
            rows={held.map(({ file, others }) => [
              file.fileName,
              pagesOf(others),
              [...new Set(others.map(wordsOf))].join('; '),
              <Instant at={file.createdAt} />,
              <a class="button" href={deskPath('charts', request.uid, 'files', file.uid)}>
                Compare pages
              </a>,
            ])}
          />
        )}
        <p class="muted">
          The customer doesn't see a held file. The record request isn't completed until you release or reject
          each one.
        </p>
      </>
    ),
  });
}

/** The content of the comparison. */
export interface ComparedShown {
  readonly request: { readonly uid: string; readonly submittedSiteName: string };
  readonly file: { readonly uid: string; readonly fileName: string };
  readonly patient: { readonly names: string; readonly dateOfBirth: string };
  readonly others: readonly OtherPerson[];
  /** How many of its pages, from the first on, can be shown as pictures. */
  readonly shownPages: number;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly message: Message | undefined;
}

function Pictures({ shown }: { readonly shown: ComparedShown }) {
  const { request, file, others, shownPages } = shown;
  const named = [...new Set(others.map(({ page }) => page))];
  const pages = named.filter(page => page <= shownPages).slice(0, picturesMax);
  if (pages.length === 0)
    return <p class="muted">This type of file has no pages to show. Compare the values above.</p>;
  return (
    <>
      {pages.map(page => (
        <figure class="sheet">
          <div class="paper">
            <img
              src={deskPath('charts', request.uid, 'files', file.uid, 'pages', String(page))}
              alt={`Page ${page} of the returned file`}
            />
          </div>
          <figcaption>Page {page}</figcaption>
        </figure>
      ))}
    </>
  );
}

function Decisions({ shown }: { readonly shown: ComparedShown }) {
  const action = (act: string): string => deskPath('charts', shown.request.uid, 'files', shown.file.uid, act);
  const hint = "Kept in the audit log. Don't include patient data.";
  return (
    <section class="card" aria-labelledby="decision">
      <h2 id="decision">Decision</h2>
      <Form action={action('release')} label="Release file">
        <TextField
          id="release-reason"
          name="reason"
          label="Why the file is about the patient"
          max={chartReasonMax}
          hint={hint}
          isRequired
        />
        <button type="submit">Release file</button>
      </Form>
      <Form action={action('reject')} label="Reject file">
        <TextField
          id="reject-reason"
          name="reason"
          label="Why the file isn't about the patient"
          max={chartReasonMax}
          hint={hint}
          isRequired
        />
        <button type="submit" class="danger">
          Reject and delete file
        </button>
      </Form>
    </section>
  );
}

/** Renders the comparison of a held file with the patient. */
export function renderComparedPage(viewer: Viewer, shown: ComparedShown): string {
  const { request, file, patient, others, item, operatorUid, message } = shown;
  return renderDeskPage({
    title: 'Compare file',
    viewer,
    section: 'queue',
    crumbs: [
      ['Held files', `${deskPath()}?kind=chart`],
      [`Files from ${request.submittedSiteName}`, deskPath('charts', request.uid)],
    ],
    message,
    children: (
      <>
        <div class="head">
          <h1>{file.fileName}</h1>
          <Assignment kind="chart" uid={request.uid} item={item} operatorUid={operatorUid} />
        </div>
        <Table
          caption="Names and dates of birth"
          headings={['Place', 'Name', 'Date of birth', 'Comparison']}
          rows={[
            ['The patient', patient.names, usDate(patient.dateOfBirth), '–'],
            ...others.map(other => [
              `Page ${other.page}`,
              other.statedName ?? '–',
              other.statedBirthDate ?? '–',
              wordsOf(other),
            ]),
          ]}
        />
        <Pictures shown={shown} />
        <Decisions shown={shown} />
      </>
    ),
  });
}
