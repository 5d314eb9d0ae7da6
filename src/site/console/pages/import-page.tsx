/** `…/imports/{import}`: the progress of an import and the errors of its rows, never their content. */
import { faultyRowsDays, type BulkImport } from '../../../domain/bulk-imports/bulk-import';
import { explainFailure } from '../../../domain/bulk-imports/match-header';
import {
  ImportPill,
  importKindNames,
  Progress,
  RemarkedRows,
  type ShownRow,
} from '../components/import-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Facts, Instant, MaybeInstant, Notice } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** The content of the page. */
export interface ImportShown {
  readonly of: BulkImport;
  readonly project: { readonly id: string; readonly name: string };
  readonly rows: readonly ShownRow[];
  /** The last row on the page; absent if no more follow. */
  readonly moreAfter?: number;
  /** The row before the first one of the page; 0 if it starts at the beginning. */
  readonly afterRow: number;
  /** Whether the rows that failed can be downloaded. */
  readonly offersFaultyRows: boolean;
  /** How often the page reloads automatically, in milliseconds; absent if it doesn't. */
  readonly againMs?: number;
}

function Failure({ of }: { readonly of: BulkImport }) {
  if (of.failure === null) return null;
  const { message } = explainFailure(of.kind, of.failure, of.columns);
  const row = of.failureRow ?? 0;
  // The first row is the header, which people don't count as a row with an error.
  const where = row > 1 ? ` Reading stopped at row ${row}.` : row === 1 ? ' The header is row 1.' : '';
  return <Notice tone="failed">{message.replaceAll('`', '') + where}</Notice>;
}

function Running({ path, shown: { of, againMs } }: { readonly path: string; readonly shown: ImportShown }) {
  if (of.status !== 'AwaitingUpload' && of.status !== 'Processing') return null;
  const what =
    of.status === 'AwaitingUpload'
      ? "The file hasn't been uploaded. PUT it to the uploadUrl from the response that created the import."
      : 'The rows are being processed.';
  return (
    <p data-again={againMs}>
      {what} <a href={path}>Reload page</a>
    </p>
  );
}

function noRemarks({ status, failure }: BulkImport): string {
  if (failure !== null) return 'No single row has an error: the problem above concerns the whole file.';
  return status === 'Completed' || status === 'Failed'
    ? 'No errors or warnings.'
    : 'No errors or warnings so far.';
}

function Rows({ path, shown }: { readonly path: string; readonly shown: ImportShown }) {
  const { of, rows, moreAfter, afterRow } = shown;
  if (rows.length === 0)
    return (
      <Empty>
        <p>{noRemarks(of)}</p>
      </Empty>
    );
  return (
    <>
      <RemarkedRows kind={of.kind} rows={rows} />
      <p>
        {afterRow === 0 ? null : <a href={path}>Back to the first row</a>}{' '}
        {moreAfter === undefined ? null : (
          <a class="button" href={withQuery(path, { after: String(moreAfter) })}>
            Next rows
          </a>
        )}
      </p>
    </>
  );
}

/** Returns the columns of the file: those that are used, and those that are ignored. */
function columnsOf({ columns }: BulkImport): ReadonlyArray<readonly [string, string]> {
  const names = (isRead: boolean): string =>
    columns
      .filter(({ field }) => (field !== null) === isRead)
      .map(({ header }) => header)
      .join(', ');
  return [['Columns used', names(true)] as const, ['Columns ignored', names(false)] as const].filter(
    ([, list]) => list !== '',
  );
}

/** Renders the page of an import. */
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
            {of.isDryRun ? ' (dry run)' : ''}
          </h1>
          <ImportPill status={of.status} />
        </div>
        <Failure of={of} />
        <Running path={path} shown={shown} />
        {of.hasResult ? (
          <p class="bar">
            <a class="button" href={pathIn(place, 'imports', of.uid, 'result')}>
              Download results
            </a>{' '}
            <span class="muted">One line per row: your ID, the result, errors, and warnings.</span>
          </p>
        ) : null}
        {shown.offersFaultyRows ? (
          <p class="bar">
            <a class="button" href={pathIn(place, 'imports', of.uid, 'faulty-rows')}>
              Download the faulty rows
            </a>{' '}
            <span class="muted">
              A CSV file that says what to fix. Correct the rows, and upload it. Available for{' '}
              {faultyRowsDays} days.
            </span>
          </p>
        ) : null}
        <Facts
          facts={[
            ['Rows processed', <Progress of={of} />],
            ['Created', of.createdCount],
            ['Updated', of.updatedCount],
            ['Unchanged', of.unchangedCount],
            ['Failed', of.failedCount],
            ['With warnings', of.warnedCount],
            ...columnsOf(of),
            ['Project', place.permissions.has('ViewProjects') ? project.name : <code>{project.id}</code>],
            ['Requested', <Instant at={of.createdAt} />],
            ['File received', <MaybeInstant at={of.uploadedAt} never="Not yet" />],
            ['Finished', <MaybeInstant at={of.finishedAt} never="Not yet" />],
            ['ID in the API', <code>{of.uid}</code>],
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
