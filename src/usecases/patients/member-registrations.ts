/** Patients as a member adds and edits them in the console, under the rules of the API. */
import { createHash } from 'node:crypto';
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { deliveryTeam, theService } from '../../domain/actor';
import { needsDocument } from '../../domain/authorizations/authorization-status';
import {
  changedDetails,
  detailsAfter,
  detailsOf,
  isLikelySamePerson,
  patientDetailNames,
  type PatientForm,
  type SubmittedDetails,
} from '../../domain/patients/details';
import type { Patient } from '../../domain/patients/patient';
import { notFound, Problem } from '../../domain/problem';
import { assertOpen, type Project } from '../../domain/projects/project';
import { listTrailOf } from '../../store/audit/audit';
import { listSeenBornOn } from '../../store/patients/same-birth-dates';
import { lockPatient } from '../../store/patients/patients';
import { findVisibleProject } from '../../store/tenants/projects';
import { resource, type Change } from '../change';
import { makeOnce } from '../sent-forms';
import type { Reading } from '../reading';
import { noCondition } from '../version-condition';
import { findVisiblePatient, memberChangeOf } from './member-patients';
import { createPatient, editPatient } from './patients';

/** How many people born on one day are compared with a new patient. */
const bornOnMax = 200;
/** How many likely duplicates are shown. */
const duplicatesMax = 5;

/** A member's form for a new patient. */
export interface NewPatientForm {
  readonly projectId: string;
  readonly form: PatientForm;
  /** The key that the page put into the form. */
  readonly formKey: string;
  /** Whether the member adds the patient although another one looks like the same person. */
  readonly addsAnyway: boolean;
}

/** The result of the form: the new patient, or others who look like the same person, newest first. */
export type AddedPatient =
  | { readonly kind: 'added'; readonly patientUid: string }
  | { readonly kind: 'duplicates'; readonly patients: readonly [Patient, ...Patient[]] };

/** @throws Problem 403 without `ViewPatients` and `ManagePatients` */
export function assertMayRegister(principal: Reading['principal']): void {
  assertPermission(principal, 'ViewPatients');
  assertPermission(principal, 'ManagePatients');
}

/** Lists the patients whom the member sees and who look like the same person. */
async function likelyDuplicates(
  change: Change<ConsolePrincipal>,
  { submitted }: PatientForm,
): Promise<Patient[]> {
  const { dateOfBirth } = submitted;
  const scope = projectScopeOf(change.principal);
  const born = await listSeenBornOn(change.tx, scope, { dateOfBirth, limit: bornOnMax });
  return born.filter(other => isLikelySamePerson(detailsOf(submitted), other)).slice(0, duplicatesMax);
}

/**
 * Registers a patient for a member, as the API does (CONSOLE-64). Submitting a form twice registers one. If
 * the member sees another patient who looks like the same person, none is registered unless the member
 * confirms it, and that patient is audited as read.
 * @throws Problem 403 without `ViewPatients` and `ManagePatients`, 404 for a project that they don't see; as
 * `createPatient`
 */
export async function registerSeen(
  change: Change<ConsolePrincipal>,
  { projectId, form, formKey, addsAnyway }: NewPatientForm,
): Promise<AddedPatient> {
  const { principal, tx } = change;
  assertMayRegister(principal);
  const project = await findVisibleProject(tx, projectScopeOf(principal), principal.companyId, projectId);
  if (project === undefined) throw notFound('the member sees no such project');
  assertOpen(project);
  let duplicates: readonly Patient[] = [];
  const made = await makeOnce(change, formKey, async () => {
    if (!addsAnyway) duplicates = await likelyDuplicates(change, form);
    if (duplicates.length > 0) return undefined;
    return [(await createPatient({ ...change, project, condition: noCondition }, form)).uid];
  });
  if (made !== undefined) return { kind: 'added', patientUid: made[0] };
  const [first, ...rest] = duplicates;
  if (first === undefined) throw new Error('a form created nothing, and no duplicate was found');
  await change.auditLook(resource('patient', first), { as: 'patient.read' });
  return { kind: 'duplicates', patients: [first, ...rest] };
}

/** Returns what tells one state of a patient's details and authorization status from another. */
export function detailsFingerprint(patient: Patient): string {
  const facts = [patient.authorizationStatus, ...patientDetailNames.map(name => patient[name])];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

/** Who changed a patient's details last, and when. */
export interface LatestEdit {
  readonly at: Date;
  readonly by: string;
}

/** A patient to edit. */
export interface EditOffer {
  readonly patient: Patient;
  readonly project: Project;
  readonly fingerprint: string;
  /** `undefined` if no one has changed them since the registration. */
  readonly latest: LatestEdit | undefined;
  /** Whether an edit of what the authorization states sends it back to review. */
  readonly sendsBack: boolean;
}

const edits = [
  'patient.edit',
  'patient.upsert',
  'patient.import',
  'authorization.upload',
  'authorization.decide',
];

/**
 * Returns the content of the form that edits a patient.
 * @throws Problem 403 without `ViewPatients` and `ManagePatients`, 404
 */
export async function offerToEdit(reading: Reading, patientUid: string): Promise<EditOffer> {
  const { db, principal } = reading;
  assertMayRegister(principal);
  const { patient, project } = await findVisiblePatient(db, principal, patientUid);
  reading.saw(resource('patient', patient));
  const [entry] = await listTrailOf(db, patient, edits, 1);
  const by = entry?.actorKind === 'operator' ? deliveryTeam.name : (entry?.userName ?? theService.name);
  const isReviewable = needsDocument(project) || patient.authorizationEtag !== null;
  return {
    patient,
    project,
    fingerprint: detailsFingerprint(patient),
    latest: entry === undefined ? undefined : { at: entry.occurredAt, by },
    sendsBack: patient.authorizationStatus === 'Approved' && isReviewable,
  };
}

/** The details to change, and the state that the form showed. */
export interface SeenEdit {
  readonly submitted: SubmittedDetails;
  readonly seenFingerprint: string;
}

/**
 * Edits a patient for a member, as the API does (CONSOLE-65). A form that is sent again changes nothing.
 * @throws Problem 403 without `ViewPatients` and `ManagePatients`, 404, `console.formStale` if the patient
 * changed since the form was shown; as `editPatient`
 */
export async function editSeenPatient(
  change: Change<ConsolePrincipal>,
  patientUid: string,
  { submitted, seenFingerprint }: SeenEdit,
): Promise<Patient> {
  assertMayRegister(change.principal);
  const { patientId, inProject } = await memberChangeOf(change, 'ManagePatients', patientUid);
  assertOpen(inProject.project);
  const before = await lockPatient(change.tx, inProject.project.uid, patientId);
  if (before === undefined) throw notFound('the project has no such patient');
  const isChange = changedDetails(before, detailsAfter(before, submitted)).length > 0;
  if (isChange && detailsFingerprint(before) !== seenFingerprint) throw new Problem('console.formStale');
  return editPatient(inProject, patientId, { submitted, flags: {} });
}
