/** `…/projects` and `…/projects/new`: the projects of an environment, and the form to create one. */
import { purposeLabels } from '../../../domain/status-labels';
import type { AuthorizationMethod } from '../../../domain/projects/project';
import { Empty, Instant, MessageNotice, Table } from '../../components/display';
import { Form, TextField, type FieldProblems } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import {
  NameField,
  StatusPill,
  TermsFields,
  type FormShown,
  type ListedProject,
  type TermsParts,
} from '../components/project-fields';
import type { Viewer } from '../../visit';
import { formKeyName } from '../../form-key';
import { pathIn, withQuery } from '../paths';

const idMax = 64;

interface PlaceMethods {
  readonly place: ShownPlace;
  /** The authorization methods that the company can use here. */
  readonly methods: readonly AuthorizationMethod[];
}

/** Explains why the company can't create projects, and who can change that (CONSOLE-60). */
function NoMethod({ place }: Pick<PlaceMethods, 'place'>) {
  const { companyId, environment } = place;
  const where = environment === 'sandbox' ? 'its sandbox' : 'production';
  return (
    <p>
      No authorization method is enabled for {place.companyName} in {where} yet, so you can't create a project
      here. Ask {place.supportName} to enable one for <code>{companyId}</code>.
      {environment === 'sandbox' ? null : (
        <>
          {' '}
          Until then, you can try everything in{' '}
          <a href={pathIn({ companyId, environment: 'sandbox' })}>the sandbox</a>.
        </>
      )}
    </p>
  );
}

/** The link to create a project, or why the viewer can't create one. */
function NewProject({ place, methods }: PlaceMethods) {
  if (!place.permissions.has('ManageProjects'))
    return (
      <p>
        You don't have permission to create projects. Ask an administrator to create one or to share one with
        you.
      </p>
    );
  if (methods.length === 0) return <NoMethod place={place} />;
  return (
    <a class="button main" href={pathIn(place, 'projects', 'new')}>
      Create project
    </a>
  );
}

/** The content of the list. */
interface ProjectsShown extends Pick<PlaceMethods, 'methods'> {
  readonly projects: readonly ListedProject[];
  /** The last project on the page; absent if no more follow. */
  readonly moreAfter?: string;
}

/** Renders the list. */
export function renderProjectsPage(
  viewer: Viewer,
  place: ShownPlace,
  { projects, methods, moreAfter }: ProjectsShown,
): string {
  const mayCreate = projects.length > 0 && place.permissions.has('ManageProjects');
  return renderConsolePage({
    title: 'Projects',
    viewer,
    place,
    section: 'projects',
    children: (
      <>
        <div class="head">
          <h1>Projects</h1>
          {mayCreate && methods.length > 0 ? (
            <div class="aside">
              <NewProject place={place} methods={methods} />
            </div>
          ) : null}
        </div>
        {mayCreate && methods.length === 0 ? <NoMethod place={place} /> : null}
        {projects.length === 0 ? (
          <Empty>
            <h2>No {place.environment} projects yet</h2>
            <p>You register patients in a project. Its purpose states why you request their records.</p>
            <NewProject place={place} methods={methods} />
          </Empty>
        ) : (
          <Table
            caption="Projects"
            headings={['Name', 'ID', 'Status', 'Purpose', 'Created']}
            rows={projects.map(({ uid, id, name, status, purpose, createdAt }) => [
              <a href={pathIn(place, 'projects', uid)}>{name}</a>,
              <code>{id}</code>,
              <StatusPill status={status} />,
              purposeLabels[purpose],
              <Instant at={createdAt} />,
            ])}
          />
        )}
        {moreAfter === undefined ? null : (
          <p>
            <a class="button" href={withQuery(pathIn(place, 'projects'), { after: moreAfter })}>
              Show more
            </a>
          </p>
        )}
      </>
    ),
  });
}

interface NewFormParts extends Omit<TermsParts, 'place'> {
  readonly place: ShownPlace;
  readonly formKey: string;
  readonly problems: FieldProblems | undefined;
}

function NewForm({ place, values, formKey, methods, problems }: NewFormParts) {
  return (
    <Form action={pathIn(place, 'projects')} label="Create project" problems={problems}>
      <input type="hidden" name={formKeyName} value={formKey} />
      <NameField values={values} />
      <TextField
        id="project-id"
        name="id"
        label="ID"
        value={values.id}
        max={idMax}
        hint={
          "The ID in API requests. You can't change it later. Use letters, digits, and . _ ~ - or leave it " +
          'empty to get a generated ID.'
        }
      />
      <TermsFields place={place} values={values} methods={methods} />
      <button type="submit" class="main">
        Create project
      </button>
    </Form>
  );
}

/** Renders the form for a new project, or why the company can't create one. */
export function renderNewProjectPage(
  viewer: Viewer,
  place: ShownPlace,
  { values, formKey, methods, message, problems }: FormShown & { readonly formKey: string },
): string {
  return renderConsolePage({
    title: 'Create project',
    viewer,
    place,
    section: 'projects',
    crumbs: [['Projects', pathIn(place, 'projects')]],
    children: (
      <>
        <h1>Create {place.environment === 'sandbox' ? 'sandbox' : 'live'} project</h1>
        <MessageNotice message={message} />
        {place.environment === 'sandbox' ? (
          <p>
            A sandbox project uses made-up data. Searches and record requests complete within seconds, and no
            one outside recordwell is contacted. <a href="/docs/sandbox">About the sandbox</a>
          </p>
        ) : null}
        {methods.length === 0 ? (
          <Empty>
            <NoMethod place={place} />
          </Empty>
        ) : (
          <NewForm place={place} values={values} formKey={formKey} methods={methods} problems={problems} />
        )}
      </>
    ),
  });
}
