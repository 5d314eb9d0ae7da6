/** `…/imports`: the bulk imports that a member can see, and how to start one. */
import type { BulkImport } from '../../../domain/bulk-imports/bulk-import';
import { draftLifeHours, type ImportDraft } from '../../../domain/bulk-imports/import-draft';
import { ImportPill, importKindNames, Progress } from '../components/import-words';
import { ChoiceField } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, MessageNotice, Table, type Message } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** The content of the page. */
export interface ImportsShown {
  /** The selected project; empty for all. */
  readonly projectId: string;
  /** Whether only the imports with errors of the last 7 days are shown. */
  readonly isFaulty: boolean;
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  /** Whether the member can import a file here. */
  readonly mayImport: boolean;
  /** The imports that the member prepares. */
  readonly drafts: ReadonlyArray<{
    readonly row: ImportDraft;
    readonly project: { readonly id: string; readonly name: string };
  }>;
  readonly message: Message | undefined;
  readonly imports: ReadonlyArray<{
    readonly row: BulkImport;
    readonly project: { readonly id: string; readonly name: string };
  }>;
  /** The cursor of the next page; absent on the last one. */
  readonly olderFrom?: string;
}

function HowToStart({ place, shown }: { readonly place: ShownPlace; readonly shown: ImportsShown }) {
  const projectId = shown.projectId === '' ? (shown.projects[0]?.id ?? '{projectId}') : shown.projectId;
  const project = `/v0/companies/${place.companyId}/projects/${projectId}`;
  return (
    <details class="more">
      <summary>Import through the API</summary>
      <div>
        <p>
          An import through the API belongs to the member whose API key you use. Send one of these requests,
          then PUT the file to the <code>uploadUrl</code> in the response. The import appears here
          immediately, and starts automatically after the upload.
        </p>
        <pre tabIndex={0}>
          {`POST ${project}/patients/bulk\nPOST ${project}/record-requests/bulk\n\n{ "dryRun": true }`}
        </pre>
        <p>
          With <code>dryRun</code>, every row is checked and nothing is changed.{' '}
          <a href="/docs/bulk-imports">File format</a>
        </p>
      </div>
    </details>
  );
}

function Drafts({ place, shown }: { readonly place: ShownPlace; readonly shown: ImportsShown }) {
  if (shown.drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts">Not imported yet</h2>
      <p class="muted">Only you see these. They are erased {draftLifeHours} hours after your last step.</p>
      <Table
        caption="Imports that you prepare"
        headings={['Import', 'Next step', 'Project', 'Started']}
        rows={shown.drafts.map(({ row: draft, project }) => [
          <a href={pathIn(place, 'imports', 'drafts', draft.uid)}>{importKindNames[draft.kind]}</a>,
          draft.header === null ? 'Upload the file' : draft.chosen === null ? 'Choose columns' : 'Preview',
          place.permissions.has('ViewProjects') ? project.name : <code>{project.id}</code>,
          <Instant at={draft.createdAt} />,
        ])}
      />
    </section>
  );
}

function Imports({ place, shown }: { readonly place: ShownPlace; readonly shown: ImportsShown }) {
  if (shown.imports.length === 0 && (shown.isFaulty || shown.projectId !== ''))
    return (
      <Empty>
        <h2>No matching imports</h2>
        <p>
          <a href={pathIn(place, 'imports')}>Clear filters</a>
        </p>
      </Empty>
    );
  if (shown.imports.length === 0)
    return (
      <Empty>
        <h2>No imports yet</h2>
        <p>
          {shown.mayImport
            ? 'Import an Excel or CSV file of patients or record requests.'
            : "You don't have permission to import. Ask an administrator for the ManagePatients permission."}
        </p>
      </Empty>
    );
  return (
    <Table
      caption="Bulk imports"
      headings={['Import', 'Status', 'Rows processed', 'Failed', 'Project', 'Requested']}
      rows={shown.imports.map(({ row: of, project }) => [
        <a href={pathIn(place, 'imports', of.uid)}>
          {importKindNames[of.kind]}
          {of.isDryRun ? ' (dry run)' : ''}
        </a>,
        <ImportPill status={of.status} />,
        <Progress of={of} />,
        <span class="number">{of.failedCount}</span>,
        place.permissions.has('ViewProjects') ? project.name : <code>{project.id}</code>,
        <Instant at={of.createdAt} />,
      ])}
    />
  );
}

/** Renders the list of bulk imports. */
export function renderImportsPage(viewer: Viewer, place: ShownPlace, shown: ImportsShown): string {
  const path = pathIn(place, 'imports');
  const { projectId, isFaulty, projects, olderFrom } = shown;
  return renderConsolePage({
    title: 'Bulk imports',
    viewer,
    place,
    section: 'imports',
    children: (
      <>
        <div class="head">
          <h1>Bulk imports</h1>
          {shown.mayImport ? (
            <a
              class="button main aside"
              href={withQuery(pathIn(place, 'imports', 'new'), { project: shown.projectId })}
            >
              Import a file
            </a>
          ) : null}
        </div>
        <MessageNotice message={shown.message} />
        {shown.mayImport ? <HowToStart place={place} shown={shown} /> : null}
        <Drafts place={place} shown={shown} />
        {projects.length === 0 ? null : (
          <form method="get" action={path} aria-label="Filter imports">
            <div class="line">
              <ChoiceField
                id="project"
                name="project"
                label="Project"
                value={projectId}
                options={[['', 'All projects'], ...projects.map(({ id, name }) => [id, name] as const)]}
              />
              <ChoiceField
                id="errors"
                name="errors"
                label="Errors"
                value={isFaulty ? 'week' : ''}
                options={[
                  ['', 'Any'],
                  ['week', 'With errors in the last 7 days'],
                ]}
              />
              <button type="submit">Apply filters</button>
              <a href={path}>Clear filters</a>
            </div>
          </form>
        )}
        <Imports place={place} shown={shown} />
        {olderFrom === undefined ? null : (
          <p>
            <a
              class="button"
              href={withQuery(path, {
                project: projectId,
                errors: isFaulty ? 'week' : '',
                before: olderFrom,
              })}
            >
              Show older
            </a>
          </p>
        )}
      </>
    ),
  });
}
