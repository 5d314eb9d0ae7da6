/** `…/projects` and `…/projects/new`: the projects of an environment, and a new one. */
import type { AuthorizationMethod } from '../../../domain/projects/project';
import { Empty, Instant, MessageNotice, Table } from '../../components/display';
import { Form, TextField, type FieldProblems } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import {
  NameField,
  purposeNames,
  StatusPill,
  TermsFields,
  type FormShown,
  type ListedProject,
  type TermsParts,
} from '../components/project-fields';
import type { Viewer } from '../../visit';
import { pathIn, withQuery } from '../paths';

const idMax = 64;

interface PlaceMethods {
  readonly place: ShownPlace;
  /** The authorization methods that the company can use here. */
  readonly methods: readonly AuthorizationMethod[];
}

/** Says why no project can be created, and who can change that (CONSOLE-60). */
function NoMethod({ place }: Pick<PlaceMethods, 'place'>) {
  const { companyId, environment } = place;
  const where = environment === 'sandbox' ? 'its sandbox' : 'production';
  return (
    <p>
      {place.companyName} isn’t approved for an authorization method in {where} yet, so you can’t create a
      project here. Ask support to approve one for <code>{companyId}</code>.
      {environment === 'sandbox' ? null : (
        <>
          {' '}
          Meanwhile, try everything in <a href={pathIn({ companyId, environment: 'sandbox' })}>the sandbox</a>
          .
        </>
      )}
    </p>
  );
}

/** The way to a new project, or why there is none. */
function NewProject({ place, methods }: PlaceMethods) {
  if (!place.permissions.has('ManageProjects'))
    return (
      <p>
        Your role doesn’t let you create projects. Ask an administrator to create one or to share one with
        you.
      </p>
    );
  if (methods.length === 0) return <NoMethod place={place} />;
  return (
    <a class="button main" href={pathIn(place, 'projects', 'new')}>
      Create a project
    </a>
  );
}

/** What the list shows. */
interface ProjectsShown extends Pick<PlaceMethods, 'methods'> {
  readonly projects: readonly ListedProject[];
  /** The last one that is shown, where more follow. */
  readonly moreAfter?: string;
}

/** The list. */
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
            <p>You register patients in a project. The project’s purpose says why you request records.</p>
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
              purposeNames[purpose],
              <Instant at={createdAt} />,
            ])}
          />
        )}
        {moreAfter === undefined ? null : (
          <p>
            <a class="button" href={withQuery(pathIn(place, 'projects'), { after: moreAfter })}>
              More
            </a>
          </p>
        )}
      </>
    ),
  });
}

interface NewFormParts extends TermsParts {
  readonly place: ShownPlace;
  readonly problems: FieldProblems | undefined;
}

function NewForm({ place, values, methods, problems }: NewFormParts) {
  return (
    <Form action={pathIn(place, 'projects')} label="Create a project" problems={problems}>
      <NameField values={values} />
      <TextField
        id="project-id"
        name="id"
        label="ID"
        value={values.id}
        max={idMax}
        hint={
          'The API uses this ID, and it can’t change. Use A-Z a-z 0-9 . _ ~ - or leave it empty to get a ' +
          'generated ID.'
        }
      />
      <TermsFields values={values} methods={methods} />
      <button type="submit" class="main">
        Create project
      </button>
    </Form>
  );
}

/** The page of a new project: its form, or why there is none. */
export function renderNewProjectPage(
  viewer: Viewer,
  place: ShownPlace,
  { values, methods, message, problems }: FormShown,
): string {
  return renderConsolePage({
    title: 'Create a project',
    viewer,
    place,
    section: 'projects',
    crumbs: [['Projects', pathIn(place, 'projects')]],
    children: (
      <>
        <h1>Create a {place.environment === 'sandbox' ? 'sandbox' : 'live'} project</h1>
        <MessageNotice message={message} />
        {place.environment === 'sandbox' ? (
          <p>
            A sandbox project runs on made-up data: searches and record requests complete within seconds, and
            no one outside is contacted. <a href="/docs/sandbox">About the sandbox</a>
          </p>
        ) : null}
        {methods.length === 0 ? (
          <Empty>
            <NoMethod place={place} />
          </Empty>
        ) : (
          <NewForm place={place} values={values} methods={methods} problems={problems} />
        )}
      </>
    ),
  });
}
