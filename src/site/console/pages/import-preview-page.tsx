/** The page of a draft that shows the first rows as they would be imported, and the dry run of the file. */
import { isRealDate, usDate } from '../../../domain/clinical/calendar-date';
import type { BulkImport, RowRemark } from '../../../domain/bulk-imports/bulk-import';
import type { ImportDraft } from '../../../domain/bulk-imports/import-draft';
import { fieldOptionsOf, labelOfField } from '../../../domain/bulk-imports/mapping';
import { explainFailure } from '../../../domain/bulk-imports/match-header';
import type { BulkField } from '../../../domain/bulk-imports/sheets';
import { Facts, MessageNotice, Notice, Table, type Message } from '../../components/display';
import { Check, Form } from '../../components/form';
import type { Viewer } from '../../visit';
import { Remarks, RemarkedRows, type ShownRow } from '../components/import-words';
import { renderImportStep } from '../components/import-steps';
import type { ShownPlace } from '../components/page';
import { pathIn, withQuery } from '../paths';

/** The content of the page. */
export interface ImportPreviewShown {
  readonly draft: Pick<ImportDraft, 'uid' | 'kind' | 'chosen'>;
  readonly project: { readonly id: string; readonly name: string };
  readonly rows: ReadonlyArray<{ readonly rowNumber: number }>;
  readonly preview: ReadonlyArray<{
    readonly values: ReadonlyMap<string, string>;
    readonly row: { readonly errors?: readonly RowRemark[]; readonly warnings: readonly RowRemark[] };
  }>;
  readonly dryRun: BulkImport | undefined;
  readonly remarked: readonly ShownRow[];
  readonly message: Message | undefined;
  /** How often the page reloads automatically, in milliseconds; absent if it doesn't. */
  readonly againMs?: number;
}

const counted = (count: number): string => count.toLocaleString('en-US');

/** Returns the fields that the columns fill, in the order of the form. */
function fieldsShown({ draft }: ImportPreviewShown): readonly BulkField[] {
  const used = new Set((draft.chosen ?? []).map(({ field }) => field));
  return fieldOptionsOf(draft.kind)
    .map(({ field }) => field)
    .filter(field => used.has(field));
}

const shownValue = (value: string): string => (isRealDate(value) ? usDate(value) : value);

function FirstRows({ shown }: { readonly shown: ImportPreviewShown }) {
  const { draft, rows, preview } = shown;
  const fields = fieldsShown(shown);
  if (preview.length === 0) return <p>The file has no rows below its column names.</p>;
  return (
    <Table
      caption="First rows"
      headings={['Row', ...fields.map(field => labelOfField(draft.kind, field)), 'Problems']}
      rows={preview.map(({ values, row: { errors = [], warnings } }, index) => [
        <span class="number">{rows[index]?.rowNumber}</span>,
        ...fields.map(field => shownValue(values.get(field) ?? '') || '–'),
        <Remarks kind={draft.kind} remarks={[...errors, ...warnings]} />,
      ])}
    />
  );
}

function DryRun({ place, shown }: { readonly place: ShownPlace; readonly shown: ImportPreviewShown }) {
  const { draft, dryRun, againMs } = shown;
  const path = pathIn(place, 'imports', 'drafts', draft.uid);
  if (dryRun === undefined) return null;
  if (dryRun.status === 'Processing' || dryRun.status === 'AwaitingUpload')
    return (
      <p data-again={againMs}>
        We're checking the whole file. Nothing is imported yet. <a href={path}>Reload page</a>
      </p>
    );
  if (dryRun.failure !== null)
    return (
      <Notice tone="failed">
        {explainFailure(dryRun.kind, dryRun.failure, dryRun.columns).message.replaceAll('`', '')}
      </Notice>
    );
  return (
    <Facts
      facts={[
        ['Rows in the file', counted(dryRun.rowCount ?? 0)],
        ['Would be created', counted(dryRun.createdCount)],
        ...(draft.kind === 'patients' ? [['Would be updated', counted(dryRun.updatedCount)] as const] : []),
        ['Already there, unchanged', counted(dryRun.unchangedCount)],
        ["Can't be imported", counted(dryRun.failedCount)],
        ['With warnings', counted(dryRun.warnedCount)],
      ]}
    />
  );
}

/** How many rows an import would do something with. */
function importableOf(dryRun: BulkImport): number {
  return dryRun.createdCount + dryRun.updatedCount + dryRun.unchangedCount;
}

function Decide({ place, shown }: { readonly place: ShownPlace; readonly shown: ImportPreviewShown }) {
  const { draft, dryRun } = shown;
  if (dryRun?.status !== 'Completed') return null;
  const path = pathIn(place, 'imports', 'drafts', draft.uid);
  const rows = importableOf(dryRun);
  const what = `${counted(rows)} ${rows === 1 ? 'row' : 'rows'}`;
  return (
    <>
      {dryRun.failedCount === 0 ? null : (
        <Notice tone="warning">
          {counted(dryRun.failedCount)} {dryRun.failedCount === 1 ? 'row' : 'rows'} can't be imported.{' '}
          {dryRun.hasFaultyRows ? (
            <>
              <a href={pathIn(place, 'imports', dryRun.uid, 'faulty-rows')}>Download the faulty rows</a>,
              correct them, and upload them as another file. You can import the other rows now.
            </>
          ) : null}
        </Notice>
      )}
      {rows === 0 ? null : (
        <Form action={`${path}/run`} label="Import">
          <input type="hidden" name="dryRun" value={dryRun.uid} />
          <Check type="checkbox" name="emailed" value="yes" isChecked={true}>
            E-mail me when the import is done
          </Check>
          <button type="submit" class="main">
            Import {what}
          </button>
        </Form>
      )}
    </>
  );
}

/** Renders the page. */
export function renderImportPreviewPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: ImportPreviewShown,
): string {
  const { draft, project, remarked, dryRun } = shown;
  const path = pathIn(place, 'imports', 'drafts', draft.uid);
  return renderImportStep(viewer, place, {
    step: 'Preview',
    isWide: true,
    draft: { ...draft, project },
    children: (
      <>
        <MessageNotice message={shown.message} />
        <DryRun place={place} shown={shown} />
        <Decide place={place} shown={shown} />
        <p class="line">
          <a href={withQuery(path, { step: 'columns' })}>Change columns</a>
          <a href={withQuery(path, { step: 'file' })}>Choose another file</a>
        </p>
        {remarked.length === 0 || dryRun === undefined ? null : (
          <section aria-labelledby="problems">
            <h2 id="problems">Rows with errors or warnings</h2>
            <RemarkedRows kind={draft.kind} rows={remarked} />
            <p>
              <a href={pathIn(place, 'imports', dryRun.uid)}>All results of the check</a>
            </p>
          </section>
        )}
        <section aria-labelledby="first-rows">
          <h2 id="first-rows">First rows as they will be imported</h2>
          <FirstRows shown={shown} />
        </section>
      </>
    ),
  });
}
