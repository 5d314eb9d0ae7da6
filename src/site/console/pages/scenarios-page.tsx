/** `…/scenarios`: the results that the sandbox can simulate, and forms that create patients for them. */
import { siteScenarios } from '../../../domain/record-requests/sandbox-scenarios';
import { patientScenarios, samplePatient } from '../../../domain/searches/sandbox-scenarios';
import { Empty, MessageNotice, Table, type Message } from '../../components/display';
import { ChoiceField, Form, FormKey } from '../../components/form';
import type { Viewer } from '../../visit';
import type { ChoosableProject } from '../components/list-filters';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { pathIn } from '../paths';

/** The content of the page. */
export interface ScenariosShown {
  readonly projects: readonly ChoosableProject[];
  /** The project in which patients are created. */
  readonly project: string;
  readonly message: Message | undefined;
}

interface Parts {
  readonly place: ShownPlace;
  readonly shown: ScenariosShown;
}

/** Renders a text with names of the API between backticks. */
function WithCode({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}

function Create({ place, shown, firstName }: Parts & { readonly firstName: string }) {
  return (
    <Form action={pathIn(place, 'scenarios')} label={`Create patient ${firstName}`}>
      <FormKey />
      <input type="hidden" name="project" value={shown.project} />
      <input type="hidden" name="firstName" value={firstName} />
      <button type="submit">
        Create this patient<span class="hidden">: {firstName}</span>
      </button>
    </Form>
  );
}

function ProjectChoice({ place, shown }: Parts) {
  const { projects, project } = shown;
  if (projects.length < 2) return null;
  return (
    <form method="get" action={pathIn(place, 'scenarios')} aria-label="Choose project">
      <div class="line">
        <ChoiceField
          id="project"
          name="project"
          label="Project of the new patients"
          value={project}
          options={projects.map(({ id, name }) => [id, name] as const)}
        />
        <button type="submit">Choose project</button>
      </div>
    </form>
  );
}

function Patients({ place, shown }: Parts) {
  const { firstName, lastName } = samplePatient;
  const rows = [
    ...patientScenarios,
    {
      firstName,
      result:
        'Every search ends in `Completed`, as for any other first name. The sample authorization is for ' +
        'this patient.',
    },
  ];
  return (
    <Table
      caption="Patients"
      headings={['Patient', 'What the searches do', 'Action']}
      rows={rows.map(row => [
        `${row.firstName} ${lastName}`,
        <WithCode text={row.result} />,
        <Create place={place} shown={shown} firstName={row.firstName} />,
      ])}
    />
  );
}

function Facilities() {
  return (
    <Table
      caption="Facilities"
      headings={['Facility name', 'What the record request does']}
      rows={siteScenarios.map(({ siteNames, result }) => [siteNames.join(', '), <WithCode text={result} />])}
    />
  );
}

/** Renders the page. */
export function renderScenariosPage(viewer: Viewer, place: ShownPlace, shown: ScenariosShown): string {
  const title = 'Sandbox scenarios';
  return renderConsolePage({
    title,
    viewer,
    place,
    section: 'scenarios',
    children: (
      <>
        <h1>{title}</h1>
        <MessageNotice message={shown.message} />
        <p class="muted">
          A patient's first name, or the name of a facility, decides what the sandbox answers.{' '}
          <a href="/docs/sandbox">How the sandbox works</a>
        </p>
        {shown.projects.length === 0 ? (
          <Empty>
            <h2>No open sandbox project</h2>
            <p>Patients belong to a project. Create a sandbox project first, then create patients here.</p>
            {place.permissions.has('ManageProjects') ? (
              <a class="button" href={pathIn(place, 'projects', 'new')}>
                Create project
              </a>
            ) : null}
          </Empty>
        ) : (
          <section aria-labelledby="patients">
            <h2 id="patients">Patients</h2>
            <p class="muted">Each is created with all searches on.</p>
            <ProjectChoice place={place} shown={shown} />
            <Patients place={place} shown={shown} />
          </section>
        )}
        <section aria-labelledby="facilities">
          <h2 id="facilities">Facilities</h2>
          <p class="muted">
            On the page of a patient, request records from another facility with one of these names and any
            address. With any other name, the request completes with a file.
          </p>
          <Facilities />
        </section>
      </>
    ),
  });
}
