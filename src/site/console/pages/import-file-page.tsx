/** `…/imports/new` and the first page of a draft: what is imported, and the file. */
import { bulkLimits, type BulkFailure } from '../../../domain/bulk-imports/bulk-import';
import type { ImportDraft } from '../../../domain/bulk-imports/import-draft';
import { explainFailure } from '../../../domain/bulk-imports/match-header';
import type { BulkImportKind } from '../../../domain/bulk-imports/sheets';
import { Empty, MessageNotice, Notice, type Message } from '../../components/display';
import { Check, ChoiceField, FieldProblem, Form, type FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import { fileKindNames, renderImportStep } from '../components/import-steps';
import type { ShownPlace } from '../components/page';
import { StoreUpload } from '../components/store-upload';
import { pathIn } from '../paths';
import { projectIsClosed } from '../problem-sentences';

/** The content of the page that starts an import. */
export interface NewImportShown {
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly project: string;
  readonly kinds: readonly BulkImportKind[];
  readonly kind: string;
  readonly formKey: string;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

function NewForm({ place, shown }: { readonly place: ShownPlace; readonly shown: NewImportShown }) {
  const { projects, project, kinds, kind, formKey, problems } = shown;
  return (
    <Form action={pathIn(place, 'imports', 'new')} label="Import a file" problems={problems}>
      <input type="hidden" name="once" value={formKey} />
      <ChoiceField
        id="project"
        name="project"
        label="Project"
        value={project}
        options={projects.map(({ id, name }) => [id, name] as const)}
      />
      <fieldset>
        <legend>Contents of the file</legend>
        <FieldProblem name="kind" />
        {kinds.map(known => (
          <Check type="radio" name="kind" value={known} isChecked={known === kind}>
            {fileKindNames[known]}
          </Check>
        ))}
      </fieldset>
      <div class="line">
        <button type="submit" class="main">
          Continue
        </button>
        <a href={pathIn(place, 'imports')}>Cancel</a>
      </div>
    </Form>
  );
}

/** Renders the page that starts an import. */
export function renderNewImportPage(viewer: Viewer, place: ShownPlace, shown: NewImportShown): string {
  return renderImportStep(viewer, place, {
    step: 'Project',
    children: (
      <>
        <MessageNotice message={shown.message} />
        {shown.projects.length === 0 ? (
          <Empty>
            <h2>No open projects</h2>
            <p>Patients belong to a project. Create one, or ask an administrator to add you to one.</p>
          </Empty>
        ) : (
          <NewForm place={place} shown={shown} />
        )}
      </>
    ),
  });
}

/** The content of the page that uploads the file. */
export interface ImportFileShown {
  readonly draft: Pick<ImportDraft, 'uid' | 'kind' | 'failure' | 'header'>;
  readonly project: { readonly name: string; readonly id: string };
  readonly form?: Parameters<typeof StoreUpload>[0]['form'];
  readonly bytesMax: number;
}

function failureText(kind: BulkImportKind, failure: BulkFailure): string {
  return failure === 'columnMissing'
    ? `The first ${bulkLimits.headerRows} rows have no row with column names. Add one above your data.`
    : explainFailure(kind, failure, []).message.replaceAll('`', '');
}

/** Renders the page that uploads the file. */
export function renderImportFilePage(
  viewer: Viewer,
  place: ShownPlace,
  { draft, project, form, bytesMax }: ImportFileShown,
): string {
  const path = pathIn(place, 'imports', 'drafts', draft.uid);
  const templatePath = pathIn(place, 'imports', 'templates', draft.kind);
  return renderImportStep(viewer, place, {
    step: 'Upload',
    draft: { ...draft, project },
    children: (
      <>
        {draft.failure === null ? null : (
          <Notice tone="failed">{failureText(draft.kind, draft.failure)}</Notice>
        )}
        {form === undefined ? (
          <Notice tone="warning">{projectIsClosed(place.supportName)}</Notice>
        ) : (
          <StoreUpload
            id="file"
            label="Excel or CSV file"
            button="Upload file"
            bytesMax={bytesMax}
            accept=".xlsx,.csv,.txt"
            form={form}
          >
            Excel (.xlsx), CSV, or TXT with up to {bulkLimits.rows.toLocaleString('en-US')} rows. Nothing is
            imported before you have seen a preview.
          </StoreUpload>
        )}
        <p>
          No file yet? <a href={templatePath}>Download a template</a> with all columns, or read about the{' '}
          <a href="/docs/bulk-imports">file format</a>.
        </p>
        {draft.header === null ? null : (
          <p>
            <a href={path}>Keep the current file</a>
          </p>
        )}
      </>
    ),
  });
}
