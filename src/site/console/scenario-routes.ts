/** The scenarios of the sandbox. */
import { z } from 'zod';
import type { PatientForm } from '../../domain/patients/details';
import { notFound } from '../../domain/problem';
import { patientScenarios, samplePatient } from '../../domain/searches/sandbox-scenarios';
import { searchKinds } from '../../domain/searches/search';
import { listOpenProjects } from '../../usecases/console/places';
import { assertMayRegister, registerSeen } from '../../usecases/patients/member-registrations';
import { formKeyIn } from '../form-key';
import { field, formOf, hiddenField } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried } from '../visit';
import { renderScenariosPage } from './pages/scenarios-page';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

const path = '/scenarios';

/** @throws Problem 404 outside of the sandbox, 403 without `ViewPatients` and `ManagePatients` */
function assertMayCreate({ place, principal }: MemberVisit): void {
  if (place.environment !== 'sandbox') throw notFound('only the sandbox has scenarios');
  assertMayRegister(principal);
}

async function scenariosPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  assertMayCreate(visit);
  const { projects } = await listOpenProjects(parts.db, principal);
  const chosen = visit.form.get('project') ?? queried(visit, 'project');
  const project = projects.find(({ id }) => id === chosen) ?? projects[0];
  const shown = { projects, project: project?.id ?? '', message: messageFor(visit, {}, refusal) };
  return page(renderScenariosPage(viewer, place, shown), refusal?.status);
}

const firstNames = [...patientScenarios.map(({ firstName }) => firstName), samplePatient.firstName];

const scenarioForm = z.object({
  project: field(z.string()),
  firstName: hiddenField(text => firstNames.find(known => known === text)),
});

/** Returns the patient of a scenario, with all searches on. */
function patientOf(firstName: string): PatientForm {
  const { lastName, dateOfBirth } = samplePatient;
  return {
    submitted: { firstName, lastNames: [lastName], dateOfBirth },
    flags: Object.fromEntries(searchKinds.map(kind => [kind, true])),
  };
}

async function create(visit: MemberVisit): Promise<Reply> {
  const { form, place } = visit;
  assertMayCreate(visit);
  const { project: projectId, firstName } = formOf(scenarioForm, form);
  const formKey = formKeyIn(visit);
  const wanted = { projectId, formKey, form: patientOf(firstName), addsAnyway: true };
  const result = await visit.change(change => registerSeen(change, wanted));
  if (result.kind === 'duplicates') throw new Error('a scenario is created in any case');
  return redirectDone(pathIn(place, 'patients', result.patientUid), 'scenario');
}

/** The scenarios of the sandbox (CONSOLE-119). The page has no patient data. */
export const scenarioRoutes: readonly MemberRoute[] = [
  look(path, 'showScenarios', visit => scenariosPage(visit)),
  act(path, 'patient.create', create, { refused: scenariosPage, sentences: patientSentences }),
];
