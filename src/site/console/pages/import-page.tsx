/** `…/imports/{import}`: how far an import is, and what is wrong with its rows; never what stands in them. */
import type { BulkImport, RowOutcome, RowRemark } from '../../../domain/bulk-imports/bulk-import';
import { explainFailure } from '../../../domain/bulk-imports/match-header';
import { ImportPill, importKindNames, Progress } from '../components/import-words';
import { inWords } from '../components/patient-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import {
  Empty,
  Facts,
  Instant,
  MaybeInstant,
  Notice,
  Pill,
  Table,
  type Tone,
} from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** A row with something to tell of. */
interface ShownRow {
  readonly rowNumber: number;
  readonly outcome: RowOutcome;
  readonly errors: readonly RowRemark[];
  readonly warnings: readonly RowRemark[];
}

/** What the page shows. */
export interface ImportShown {
  readonly of: BulkImport;
  readonly project: { readonly id: string; readonly name: string };
  readonly rows: readonly ShownRow[];
  /** The last row that is shown, where more follow. */
  readonly moreAfter?: number;
  /** The row after which the page begins; 0: the first. */
  readonly afterRow: number;
  /** After how many milliseconds the page may be loaded again by itself; absent: it is not. */
  readonly againMs?: number;
}

const outcomeTones: Readonly<Record<RowOutcome, Tone>> = {
  created: 'passed',
  updated: 'passed',
  unchanged: 'neutral',
  failed: 'failed',
};

function told(remarks: readonly RowRemark[]) {
  if (remarks.length === 0) return '–';
  return (
    <ul>
      {remarks.map(({ field, rule }) => (
        <li>
          <code>{field}</code>: {rule}
        </li>
      ))}
    </ul>
  );
}

function Failure({ of }: { readonly of: BulkImport }) {
  if (of.failure === null) return null;
  const { message } = explainFailure(of.kind, of.failure, of.columns);
  const row = of.failureRow === null ? '' : ` It could not be read on at row ${of.failureRow}.`;
  return <Notice tone="failed">{message.replaceAll('`', '') + row}</Notice>;
}

function Running({ path, shown: { of, againMs } }: { readonly path: string; readonly shown: ImportShown }) {
  if (of.status !== 'AwaitingUpload' && of.status !== 'Processing') return null;
  const what =
    of.status === 'AwaitingUpload'
      ? 'The file has not come yet: PUT it to the uploadUrl of the answer by which the import was asked for.'
      : 'The rows are being worked off.';
  return (
    <p data-again={againMs}>
      {what} <a href={path}>Load this page again</a>
    </p>
  );
}

function Rows({ path, shown }: { readonly path: string; readonly shown: ImportShown }) {
  const { of, rows, moreAfter, afterRow } = shown;
  if (rows.length === 0)
    return (
      <Empty>
        <p>
          {of.status === 'Completed' || of.status === 'Failed'
            ? 'No row has an error or a warning.'
            : 'No row that is done has an error or a warning.'}
        </p>
      </Empty>
    );
  return (
    <>
      <Table
        caption="Rows with errors or warnings"
        headings={['Row', 'What became of it', 'Errors', 'Warnings']}
        rows={rows.map(({ rowNumber, outcome, errors, warnings }) => [
          <span class="number">{rowNumber}</span>,
          <Pill tone={outcomeTones[outcome]}>{inWords(outcome)}</Pill>,
          told(errors),
          told(warnings),
        ])}
      />
      <p>
        {afterRow === 0 ? null : <a href={path}>From the first one</a>}{' '}
        {moreAfter === undefined ? null : (
          <a class="button" href={withQuery(path, { after: String(moreAfter) })}>
            Later ones
          </a>
        )}
      </p>
    </>
  );
}

/** What stands in the file, by the names of its columns. */
function columnsOf({ columns }: BulkImport): ReadonlyArray<readonly [string, string]> {
  const names = (isRead: boolean): string =>
    columns
      .filter(({ field }) => (field !== null) === isRead)
      .map(({ header }) => header)
      .join(', ');
  return [
    ['Columns that are read', names(true)] as const,
    ['Columns that are not', names(false)] as const,
  ].filter(([, list]) => list !== '');
}

/** The page of an import. */
export function renderImportPage(viewer: Viewer, place: ShownPlace, shown: ImportShown): string {
  const { of, project } = shown;
  const path = pathIn(place, 'imports', of.uid);
  return renderConsolePage({
    title: 'Bulk import',
    viewer,
    place,
    section: 'imports',
    crumbs: [['Bulk imports', pathIn(place, 'imports')]],
    children: (
      <>
        <div class="head">
          <h1>
            {importKindNames[of.kind]}
            {of.isDryRun ? ', dry run' : ''}
          </h1>
          <ImportPill status={of.status} />
        </div>
        <Failure of={of} />
        <Running path={path} shown={shown} />
        {of.hasResult ? (
          <p>
            <a class="button" href={pathIn(place, 'imports', of.uid, 'result')}>
              Download the result
            </a>{' '}
            <span class="muted">a line for each row: your id, what became of it, errors, warnings</span>
          </p>
        ) : null}
        <Facts
          facts={[
            ['Rows done', <Progress of={of} />],
            ['Created', of.createdCount],
            ['Updated', of.updatedCount],
            ['Unchanged', of.unchangedCount],
            ['Failed', of.failedCount],
            ['With warnings', of.warnedCount],
            ...columnsOf(of),
            ['Project', place.permissions.has('ViewProjects') ? project.name : <code>{project.id}</code>],
            ['Asked for', <Instant at={of.createdAt} />],
            ['File came', <MaybeInstant at={of.uploadedAt} never="not yet" />],
            ['Ended', <MaybeInstant at={of.finishedAt} never="not yet" />],
            ['Id, as the API says it', <code>{of.uid}</code>],
          ]}
        />
        <section aria-labelledby="rows">
          <h2 id="rows">Rows with errors or warnings</h2>
          <Rows path={path} shown={shown} />
        </section>
      </>
    ),
  });
}
