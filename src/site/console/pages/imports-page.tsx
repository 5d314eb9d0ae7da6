/** `…/imports`: the bulk imports that a member sees, and how one is started. */
import type { BulkImport } from '../../../domain/bulk-imports/bulk-import';
import { ImportPill, importKindNames, Progress } from '../components/import-words';
import { ChoiceField } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, Table } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** What the page shows. */
export interface ImportsShown {
  /** The project that is looked at; empty: all. */
  readonly projectId: string;
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly imports: ReadonlyArray<{
    readonly row: BulkImport;
    readonly project: { readonly id: string; readonly name: string };
  }>;
  /** Where the older ones begin, while there are some. */
  readonly olderFrom?: string;
}

function HowToStart({ place, shown }: { readonly place: ShownPlace; readonly shown: ImportsShown }) {
  const projectId = shown.projectId === '' ? (shown.projects[0]?.id ?? '{projectId}') : shown.projectId;
  const project = `/v0/companies/${place.companyId}/projects/${projectId}`;
  return (
    <details class="more">
      <summary>Start one</summary>
      <div>
        <p>
          An import is started with an API key, and runs in the name of the key’s member. Ask for one, then
          PUT the file to the <code>uploadUrl</code> of the answer. It begins by itself, and is listed here at
          once.
        </p>
        <pre tabIndex={0}>
          {`POST ${project}/patients/bulk\nPOST ${project}/record-requests/bulk\n\n{ "dryRun": true }`}
        </pre>
        <p>
          With <code>dryRun</code> every row is checked and nothing is changed.{' '}
          <a href="/docs/bulk-imports">What stands in the file</a>
        </p>
      </div>
    </details>
  );
}

function Imports({ place, shown }: { readonly place: ShownPlace; readonly shown: ImportsShown }) {
  if (shown.imports.length === 0)
    return (
      <Empty>
        <h2>No import yet</h2>
        <p>A file of patients, or of record requests, is sent by the API. How, stands above.</p>
      </Empty>
    );
  return (
    <Table
      caption="Bulk imports"
      headings={['Import', 'Status', 'Rows done', 'Failed', 'Project', 'Asked for']}
      rows={shown.imports.map(({ row: of, project }) => [
        <a href={pathIn(place, 'imports', of.uid)}>
          {importKindNames[of.kind]}
          {of.isDryRun ? ', dry run' : ''}
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

/** The list of bulk imports. */
export function renderImportsPage(viewer: Viewer, place: ShownPlace, shown: ImportsShown): string {
  const path = pathIn(place, 'imports');
  const { projectId, projects, olderFrom } = shown;
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
          <form method="get" action={path} aria-label="Filter the imports">
            <div class="line">
              <ChoiceField
                id="project"
                name="project"
                label="Project"
                value={projectId}
                options={[['', 'All that you see'], ...projects.map(({ id, name }) => [id, name] as const)]}
              />
              <button type="submit">Filter</button>
            </div>
          </form>
        )}
        <Imports place={place} shown={shown} />
        {olderFrom === undefined ? null : (
          <p>
            <a class="button" href={withQuery(path, { project: projectId, before: olderFrom })}>
              Older ones
            </a>
          </p>
        )}
      </>
    ),
  });
}
