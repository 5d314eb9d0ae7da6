import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import { statedDeath } from '../../domain/auth-checks/judge-supporting';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import { etagOf } from '../../domain/changes';
import { latestDayOnEarth, type CalendarDate } from '../../domain/clinical/calendar-date';
import { isSameLastName } from '../../domain/matching/grades';
import { ageMax, deathFault, type DeathFault } from '../../domain/patients/date-of-death';
import { establishDeath as withDateOfDeath, type Patient } from '../../domain/patients/patient';
import { papersOf } from '../../domain/supporting-documents/supporting-document';
import type { ObjectStore } from '../../files/object-store';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import { listSupporting } from '../../store/auth-checks/supporting-documents';
import type { Executor } from '../../store/database';
import {
  listAwaitedReviews,
  listPatients,
  listPatientsBornOn,
  listPatientsWithId,
  type AwaitedReview,
} from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { startAuthCheck } from '../auth-checks/run-orders';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import {
  auditedCompany,
  findOperatorsPatient,
  getOperatorsPatient,
  getProject,
  lockOperatorsPatient,
  lockReviewedPatient,
  type OperatorsPatient,
  type PatientRef,
  type ProjectRef,
} from '../operators';
import { commitEdit } from './commit-patient';
import { offerAuthorizationDownload, offerSupportingDownload } from './offers';

/** What an operator knows about a patient. */
export type KnownOfPatient =
  /** The customer's id, our uid, or the id of the workflow. */
  | { readonly id: string }
  /** One of the last names, and the date of birth, `YYYY-MM-DD`. */
  | { readonly lastName: string; readonly dateOfBirth: string };

/**
 * The most candidates that are compared: as many are born on one day if a company has tens of millions of
 * patients.
 */
const bornOnMax = 1_000;

/** @throws OperatorError if too many were born on that day to compare */
async function listNamed(
  executor: Executor,
  { lastName, dateOfBirth }: { readonly lastName: string; readonly dateOfBirth: string },
  companyUid: string | undefined,
): Promise<Patient[]> {
  const born = await listPatientsBornOn(executor, dateOfBirth, { companyUid, limit: bornOnMax });
  if (born.length === bornOnMax)
    throw new OperatorError('Too many patients have this date of birth. Add --company to narrow the search.');
  // Compared here and not in the database: spelling doesn't count, and the name leaves no trace.
  return born.filter(({ lastNames }) => lastNames.some(name => isSameLastName(name, lastName)));
}

/**
 * Finds the patients of any company that match what an operator knows, oldest first. The search terms aren't
 * stored anywhere: the audit row only says that someone searched.
 * @throws OperatorError for an unknown company
 */
export async function findPatients(
  change: OperatorChange,
  known: KnownOfPatient,
  { companyId, limit }: { readonly companyId: string | undefined; readonly limit: number },
): Promise<OperatorsPatient[]> {
  const company = await auditedCompany(change.tx, companyId);
  const companyUid = company?.uid;
  const found =
    'id' in known
      ? await listPatientsWithId(change.tx, known.id, { companyUid, limit })
      : await listNamed(change.tx, known, companyUid);
  const byUid = 'id' in known ? await findOperatorsPatient(change.tx, known.id) : undefined;
  await change.auditLook(company);
  const patients: OperatorsPatient[] = [];
  for (const patient of found.slice(0, limit))
    patients.push({ patient, project: await getProjectByUid(change.tx, patient.projectUid) });
  const isOther = byUid !== undefined && found.every(({ uid }) => uid !== byUid.patient.uid);
  const isInCompany = companyUid === undefined || byUid?.patient.companyUid === companyUid;
  return isOther && isInCompany ? [byUid, ...patients] : patients;
}

/**
 * Lists the authorizations on file of live projects that wait for a decision, in all companies, longest wait
 * first.
 * @param page `afterUid` is the patient after whom it starts
 * @throws OperatorError for an unknown company
 */
export async function inspectReviewQueue(
  change: OperatorChange,
  page: {
    readonly companyId: string | undefined;
    readonly afterUid: string | undefined;
    readonly limit: number;
  },
): Promise<AwaitedReview[]> {
  const company = await auditedCompany(change.tx, page.companyId);
  const { afterUid, limit } = page;
  const waiting = await listAwaitedReviews(change.tx, { companyUid: company?.uid, afterUid, limit });
  await change.auditLook(company);
  return waiting;
}

/** A patient, with the analysis of the authorization on file: `undefined` before the first upload. */
export interface InspectedPatient extends OperatorsPatient {
  readonly authCheck: AuthCheck | undefined;
  /** The date of death on a death certificate, for a reviewer to confirm; `null` if none states one. */
  readonly statedDeath: CalendarDate | null;
}

/** Returns a patient as an operator sees it. @throws OperatorError for an unknown patient */
export async function inspectPatient(change: OperatorChange, ref: PatientRef): Promise<InspectedPatient> {
  const found = await getOperatorsPatient(change.tx, ref);
  const authCheck = await findPatientAuthCheck(change.tx, found.patient.uid);
  const papers = papersOf(await listSupporting(change.tx, found.patient.uid));
  await change.auditLook(resource('patient', found.patient));
  return { ...found, authCheck, statedDeath: statedDeath(found.patient, papers) };
}

/**
 * Creates a URL for an operator to download the authorization on file, or the supporting document with a
 * number. Creating it is audited as a read.
 * @throws OperatorError for an unknown patient, or one without such a document
 */
export async function inspectAuthorization(
  change: OperatorChange,
  files: ObjectStore,
  ref: PatientRef,
  supporting?: number,
): Promise<string> {
  const { patient } = await getOperatorsPatient(change.tx, ref);
  const paper = patient.supportingDocuments.find(({ number }) => number === supporting);
  const download =
    supporting === undefined
      ? offerAuthorizationDownload(files, patient, change.now)
      : paper && offerSupportingDownload(files, patient, paper, change.now);
  if (download === undefined)
    throw new OperatorError(
      supporting === undefined
        ? 'This patient has no authorization on file.'
        : 'This patient has no supporting document with this number. Run `patient show` to see them.',
    );
  const { authorizationEtag: etag } = patient;
  const seen = supporting === undefined ? { etag: etag === null ? null : etagOf(etag) } : { supporting };
  await change.auditLook(resource('patient', patient), { seen });
  return download.url;
}

/**
 * Lists the patients of a project with an authorization status, oldest first, for review.
 * @throws OperatorError for an unknown company or project
 */
export async function inspectPatients(
  change: OperatorChange,
  place: ProjectRef,
  filter: { readonly authorizationStatus: AuthorizationStatus | undefined; readonly limit: number },
): Promise<Patient[]> {
  const { uid, companyUid } = await getProject(change.tx, place);
  const { authorizationStatus, limit } = filter;
  const wanted = { authorizationStatus, searchStatus: undefined };
  const patients = await listPatients(change.tx, uid, wanted, { after: undefined, limit });
  await change.auditLook({ kind: 'project', uid, companyUid });
  return patients;
}

const faultWords: Readonly<Record<DeathFault, string>> = {
  beforeBirth: "The date of death is before the patient's date of birth. Compare the documents.",
  tooOld: `The date of death is more than ${ageMax} years after the patient's birth. Compare the documents.`,
  future: 'The date of death is in the future.',
  beforeVisit: 'The patient has visits after the date of death. Compare the documents.',
};

/**
 * Establishes a patient's date of death from supporting documents, or clears a wrong one. Armed searches are
 * reviewed: site sonar and patient histories are declined for a death before 2016. Existing answers stay.
 * @param fact `dateOfDeath` as `YYYY-MM-DD`, or `null`; `version` the one that was seen
 * @throws OperatorError for an unknown patient, one that changed since, a closed project, and a date that
 * contradicts the patient's age
 */
export async function establishDeath(
  change: OperatorChange,
  ref: PatientRef,
  { dateOfDeath, version }: { readonly dateOfDeath: string | null; readonly version: number },
): Promise<OperatorsPatient> {
  const found = await lockReviewedPatient(change.tx, ref, version);
  const { dateOfBirth } = found.patient;
  const life = { dateOfBirth, today: latestDayOnEarth(change.now) };
  const fault = dateOfDeath === null ? undefined : deathFault(dateOfDeath, life);
  if (fault !== undefined) throw new OperatorError(faultWords[fault]);
  const { project } = found;
  const decided = withDateOfDeath(found.patient, dateOfDeath, project);
  return { ...found, patient: await commitEdit({ ...change, project }, decided, 'patient.establishDeath') };
}

/**
 * Discards the analysis of a patient's document and queues a new one, which reads it again.
 * @throws OperatorError for an unknown company, project, or patient, and if no document is on file
 */
export async function retriggerAuthCheck(change: OperatorChange, ref: PatientRef): Promise<OperatorsPatient> {
  const { project, patient } = await lockOperatorsPatient(change.tx, ref);
  if (patient.authorizationEtag === null)
    throw new OperatorError("This patient has no authorization on file, so there's nothing to analyze.");
  await startAuthCheck(change, project, patient, { keepsReading: false });
  await change.audit(resource('patient', patient), 'authCheck.retrigger', {
    etag: etagOf(patient.authorizationEtag),
  });
  return { project, patient };
}
