/** `…/imports`: the bulk imports that a member can see, and how to start one. */
import type { BulkImport } from '../../../domain/bulk-imports/bulk-import';
import { ImportPill, importKindNames, Progress } from '../components/import-words';
import { ChoiceField } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, Table } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** The content of the page. */
export interface ImportsShown {
  /** The selected project; empty for all. */
  readonly projectId: string;
  /** Whether only the imports with errors of the last 7 days are shown. */
  readonly isFaulty: boolean;
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
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
      <summary>How to start an import</summary>
      <div>
        <p>
          You start imports through the API. They run on behalf of the member whose API key you use. Send one
          of these requests, then PUT the file to the <code>uploadUrl</code> in the response. The import
          appears here immediately, and starts automatically after the upload.
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
        <p>Import a file of patients or record requests through the API, as described above.</p>
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
        <h1>Bulk imports</h1>
        <HowToStart place={place} shown={shown} />
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
