/** `…/projects/{project}`: a project with its next steps and settings. */
import { purposeLabels } from '../../../domain/status-labels';
import type { AuthorizationMethod } from '../../../domain/projects/project';
import { Facts, Instant, MessageNotice } from '../../components/display';
import { Form } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import {
  methodNames,
  NameField,
  StatusPill,
  TermsFields,
  type FormShown,
  type ListedProject,
} from '../components/project-fields';
import type { Viewer } from '../../visit';
import { pathIn } from '../paths';

/** The next steps in a sandbox project. */
function NextSteps({ place }: { readonly place: ShownPlace }) {
  return (
    <section class="card" aria-labelledby="next-steps">
      <h2 id="next-steps">Next steps</h2>
      <ol class="steps">
        <li>
          <a href={pathIn(place, 'keys')}>Use your sandbox API key</a>, or create one if you have none yet.
        </li>
        <li>
          <a href="/docs/quickstart">Register a patient</a>, and watch the searches complete.
        </li>
        <li>
          Upload <a href="/docs/sample-authorization.pdf">the sample authorization</a> for a patient named
          Jane Doe, born 02/29/1984. It passes every check in any sandbox project.
        </li>
        {place.permissions.has('ViewPatients') ? (
          <li>
            Find the patient under <a href={pathIn(place, 'patients')}>Patients</a>, and request records.
          </li>
        ) : null}
      </ol>
    </section>
  );
}

/** A project, as the page shows it. */
interface ShownProject extends ListedProject {
  readonly authorizationMethod: AuthorizationMethod;
  readonly version: number;
  readonly areTermsFixed: boolean;
}

interface EditParts extends Omit<FormShown, 'message'> {
  readonly place: ShownPlace;
  readonly project: ShownProject;
}

/**
 * Returns the methods to choose from. The project's own method stays allowed after its approval is withdrawn.
 */
function methodsOf(
  { authorizationMethod }: Pick<ShownProject, 'authorizationMethod'>,
  methods: readonly AuthorizationMethod[],
): readonly AuthorizationMethod[] {
  return methods.includes(authorizationMethod) ? methods : [authorizationMethod, ...methods];
}

function Edit({ place, project, problems, ...terms }: EditParts) {
  return (
    <section class="card" aria-labelledby="edit">
      <h2 id="edit">Settings</h2>
      <Form action={pathIn(place, 'projects', project.uid, 'edit')} label="Edit project" problems={problems}>
        <input type="hidden" name="version" value={String(project.version)} />
        <NameField values={terms.values} />
        {project.areTermsFixed ? (
          <p class="muted">
            You can't change the purpose or authorization method of a project that has patients, because they
            might not have signed for the new ones. Contact {place.supportName} with the project's ID.
          </p>
        ) : (
          <TermsFields place={place} values={terms.values} methods={methodsOf(project, terms.methods)} />
        )}
        <button type="submit" class="main">
          Save changes
        </button>
      </Form>
    </section>
  );
}

/** Renders the page of a project. */
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
            ['ID', <code>{id}</code>],
            ['Purpose', purposeLabels[purpose]],
            ['Authorization method', methodNames[authorizationMethod]],
            ['Created', <Instant at={createdAt} />],
          ]}
        />
        <p class="muted">
          {status === 'Sandbox'
            ? 'This project uses made-up data. For real patients, create a live project.'
            : `To close or reopen the project, contact ${place.supportName} with its ID.`}
        </p>
        {status === 'Sandbox' ? <NextSteps place={place} /> : null}
        {place.permissions.has('ManageProjects') ? <Edit place={place} project={project} {...form} /> : null}
      </>
    ),
  });
}
