/** `…/projects`, `…/projects/new` and `…/projects/{project}`: the projects of an environment. */
import {
  projectPurposes,
  type AuthorizationMethod,
  type ProjectPurpose,
  type ProjectStatus,
} from '../../../domain/projects/project';
import { ChoiceField, Form, TextField, type FieldProblems } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Facts, Instant, MessageNotice, Pill, Table, type Message } from '../../components/display';
import { pathIn, withQuery } from '../paths';

const nameMax = 200;
const idMax = 64;

const methodNames: Readonly<Record<AuthorizationMethod, string>> = {
  authorizationPdf: 'A signed document (authorizationPdf)',
  ial2Tokens: 'Identity tokens (ial2Tokens)',
};

const purposeNames: Readonly<Record<ProjectPurpose, string>> = {
  IndividualAccess: 'Individual access',
  Insurance: 'Insurance',
  Legal: 'Legal',
  Research: 'Research',
  CoveredOperations: 'Operations of a covered entity',
  CoveredPayment: 'Payment of a covered entity',
  CoveredTreatment: 'Treatment by a covered entity',
};

/** A project in the list. */
interface ListedProject {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  readonly status: ProjectStatus;
  readonly purpose: ProjectPurpose;
  readonly createdAt: Date;
}

/** What stands in the fields, as it was typed. */
export interface ProjectValues {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly method: string;
}

function NewButton({ place }: { readonly place: ShownPlace }) {
  return (
    <a class="button main" href={pathIn(place, 'projects', 'new')}>
      Make a project
    </a>
  );
}

function NoProject({ place }: { readonly place: ShownPlace }) {
  return (
    <Empty>
      <h2>You see no {place.environment} project yet</h2>
      <p>Patients are registered in a project, and it says for which purpose.</p>
      {place.permissions.has('ManageProjects') ? (
        <NewButton place={place} />
      ) : (
        <p>Your role does not permit to make one. Ask an administrator, or to be let see one.</p>
      )}
    </Empty>
  );
}

/** The list. */
export function renderProjectsPage(
  viewer: Viewer,
  place: ShownPlace,
  { projects, moreAfter }: { readonly projects: readonly ListedProject[]; readonly moreAfter?: string },
): string {
  return renderConsolePage({
    title: 'Projects',
    viewer,
    place,
    section: 'projects',
    children: (
      <>
        <div class="head">
          <h1>Projects</h1>
          {place.permissions.has('ManageProjects') && projects.length > 0 ? (
            <div class="aside">
              <NewButton place={place} />
            </div>
          ) : null}
        </div>
        {projects.length === 0 ? (
          <NoProject place={place} />
        ) : (
          <Table
            caption="Projects"
            headings={['Name', 'Id', 'Status', 'Purpose', 'Made']}
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

function StatusPill({ status }: { readonly status: ProjectStatus }) {
  return (
    <Pill tone={status === 'Live' ? 'passed' : status === 'Sandbox' ? 'warning' : 'neutral'}>{status}</Pill>
  );
}

interface TermsParts {
  readonly values: ProjectValues;
  readonly methods: readonly AuthorizationMethod[];
}

/** A form with what came of it. */
interface FormShown extends TermsParts {
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

function NameField({ values }: { readonly values: ProjectValues }) {
  return <TextField id="name" name="name" label="Name" value={values.name} isRequired={true} max={nameMax} />;
}

function TermsFields({ values, methods }: TermsParts) {
  return (
    <>
      <ChoiceField
        id="purpose"
        name="purpose"
        label="Purpose"
        value={values.purpose}
        options={[
          ...(values.purpose === '' ? [['', 'Choose one'] as const] : []),
          ...projectPurposes.map(purpose => [purpose, purposeNames[purpose]] as const),
        ]}
        hint="Why records are asked for. The three of a covered entity need no authorization document."
      />
      <ChoiceField
        id="method"
        name="method"
        label="Authorization"
        value={values.method}
        options={methods.map(method => [method, methodNames[method]] as const)}
        hint={
          'How a patient’s consent is shown. ' +
          'For another one ask the delivery team to approve it for your company.'
        }
      />
    </>
  );
}

/** The form of a new project. */
export function renderNewProjectPage(
  viewer: Viewer,
  place: ShownPlace,
  { values, methods, message, problems }: FormShown,
): string {
  return renderConsolePage({
    title: 'Make a project',
    viewer,
    place,
    section: 'projects',
    crumbs: [['Projects', pathIn(place, 'projects')]],
    children: (
      <>
        <h1>Make a {place.environment === 'sandbox' ? 'sandbox' : 'live'} project</h1>
        <MessageNotice message={message} />
        <Form action={pathIn(place, 'projects')} label="Make a project" problems={problems}>
          <NameField values={values} />
          <TextField
            id="project-id"
            name="id"
            label="Id"
            value={values.id}
            max={idMax}
            hint={
              'What the API calls it by, and never another: A-Z a-z 0-9 . _ ~ - ' +
              'Leave it empty, and we make one.'
            }
          />
          <TermsFields values={values} methods={methods} />
          <button type="submit" class="main">
            Make the project
          </button>
        </Form>
      </>
    ),
  });
}

/** A project as it is shown. */
interface ShownProject extends ListedProject {
  readonly authorizationMethod: AuthorizationMethod;
  readonly version: number;
  readonly areTermsFixed: boolean;
}

interface EditParts extends Omit<FormShown, 'message'> {
  readonly place: ShownPlace;
  readonly project: ShownProject;
}

function Edit({ place, project, problems, ...terms }: EditParts) {
  return (
    <section class="card" aria-labelledby="edit">
      <h2 id="edit">Edit</h2>
      <Form
        action={pathIn(place, 'projects', project.uid, 'edit')}
        label="Edit the project"
        problems={problems}
      >
        <input type="hidden" name="version" value={String(project.version)} />
        <NameField values={terms.values} />
        {project.areTermsFixed ? (
          <p class="muted">
            The project has patients, so that its purpose and authorization are changed by the delivery team:
            another one would leave patients approved for what nobody signed. Write to them with the id of the
            project.
          </p>
        ) : (
          <TermsFields {...terms} />
        )}
        <button type="submit" class="main">
          Save
        </button>
      </Form>
    </section>
  );
}

/** The page of a project. */
export function renderProjectPage(
  viewer: Viewer,
  place: ShownPlace,
  { project, message, ...form }: FormShown & { readonly project: ShownProject },
): string {
  const { id, name, status, purpose, authorizationMethod, createdAt } = project;
  return renderConsolePage({
    title: 'Project',
    viewer,
    place,
    section: 'projects',
    crumbs: [['Projects', pathIn(place, 'projects')]],
    children: (
      <>
        <div class="head">
          <h1>{name}</h1>
          <StatusPill status={status} />
        </div>
        <MessageNotice message={message} />
        <Facts
          facts={[
            ['Id', <code>{id}</code>],
            ['Purpose', purposeNames[purpose]],
            ['Authorization', methodNames[authorizationMethod]],
            ['Made', <Instant at={createdAt} />],
          ]}
        />
        <p class="muted">
          {status === 'Sandbox'
            ? 'It works on stub data, for ever: a live project is another one.'
            : 'Whether it is live or closed is changed by the delivery team: write to them with the ' +
              'id of the project.'}
        </p>
        {place.permissions.has('ManageProjects') ? <Edit place={place} project={project} {...form} /> : null}
      </>
    ),
  });
}
