/** The forms that add and edit a patient. */
import { z } from 'zod';
import { isClosed } from '../../domain/projects/project';
import { listOpenProjects } from '../../usecases/console/places';
import {
  assertMayRegister,
  editSeenPatient,
  offerToEdit,
  registerSeen,
} from '../../usecases/patients/member-registrations';
import { checkbox, field, fingerprint, formOf } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { withQuery } from '../paths';
import { page, redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried, uidIn } from '../visit';
import { renderEditPatientPage, renderNewPatientPage, type NewPatientShown } from './pages/patient-form-page';
import { detailsIn, patientIn, patientTypedIn, patientValuesOf } from './patient-form';
import { formKeyIn } from '../form-key';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { act, auditedLook, look, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const path = '/patients/new';

const besideForm = z.object({
  project: field(z.string()),
  once: field(z.string()),
  anyway: checkbox,
  next: field(z.string()),
});

const noText = new URLSearchParams([['searches', 'siteSonar']]);

async function newPage(
  visit: MemberVisit,
  refusal?: Refusal,
  duplicates: NewPatientShown['duplicates'] = [],
): Promise<Reply> {
  const { parts, principal, viewer, place, form, context } = visit;
  assertMayRegister(principal);
  const isPosted = context.method === 'POST';
  const { project } = formOf(besideForm, form);
  const { projects } = await listOpenProjects(parts.db, principal);
  const chosen = isPosted ? project : queried(visit, 'project');
  const shown: NewPatientShown = {
    projects,
    project: chosen,
    formKey: formKeyIn(visit),
    values: patientTypedIn(isPosted ? form : noText),
    duplicates,
    message: messageFor(visit, { added: 'Patient added. Add the next one.' }, refusal),
    problems: refusal?.fields,
  };
  const status = duplicates.length > 0 ? 409 : refusal?.status;
  return page(renderNewPatientPage(viewer, place, shown), status);
}

async function add(visit: MemberVisit): Promise<Reply> {
  const { form, place } = visit;
  const { project: projectId, once: formKey, anyway: addsAnyway, next } = formOf(besideForm, form);
  const wanted = { projectId, formKey, addsAnyway, form: patientIn(form) };
  const result = await visit.change(change => registerSeen(change, wanted));
  if (result.kind === 'duplicates') return newPage(visit, undefined, result.patients);
  if (next !== 'another') return redirectDone(pathIn(place, 'patients', result.patientUid), 'added');
  return redirect(withQuery(pathIn(place, 'patients', 'new'), { project: projectId, done: 'added' }));
}

async function editPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { viewer, place, form } = visit;
  const uid = uidIn(visit, 'patient');
  const offer = await readFor(visit, 'patient.read', reading => offerToEdit(reading, uid));
  const stored = patientValuesOf(offer.patient);
  const isConflict = refusal?.code === 'console.formStale';
  const shown = {
    patient: offer.patient,
    fingerprint: offer.fingerprint,
    sendsBack: offer.sendsBack,
    isClosed: isClosed(offer.project),
    values: refusal === undefined ? stored : patientTypedIn(form),
    conflict: isConflict ? { latest: offer.latest, stored } : undefined,
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  return page(renderEditPatientPage(viewer, place, shown), refusal?.status);
}

const seenForm = z.object({ seen: fingerprint });

async function edit(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const wanted = { submitted: detailsIn(visit.form), seenFingerprint: formOf(seenForm, visit.form).seen };
  await visit.change(change => editSeenPatient(change, uid, wanted));
  return redirectDone(pathIn(visit.place, 'patients', uid), 'edited');
}

const refusing = { sentences: patientSentences };

/** The pages that add and edit a patient (CONSOLE-63, CONSOLE-65), before the page of a patient. */
export const patientFormRoutes: readonly MemberRoute[] = [
  look(path, 'showNewPatient', visit => newPage(visit)),
  act(path, 'patient.create', add, { ...refusing, refused: newPage }),
  auditedLook('/patients/:patient/edit', 'patient.read', visit => editPage(visit)),
  act('/patients/:patient/edit', 'patient.edit', edit, { ...refusing, refused: editPage }),
];
