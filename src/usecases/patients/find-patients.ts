import { plainName } from '../../domain/matching/person';
import type { Patient } from '../../domain/patients/patient';
import type { Executor } from '../../store/database';
import {
  listAwaitedReviews,
  listPatientsBornOn,
  listPatientsWithId,
  type AwaitedReview,
} from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import type { OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { auditedCompany, findOperatorsPatient, type OperatorsPatient } from '../operators';

/** What an operator knows of a patient. */
export type KnownOfPatient =
  /** The customer's id, our uid, or the id of the workflow. */
  | { readonly id: string }
  /** One of the last names, and the day of birth, `YYYY-MM-DD`. */
  | { readonly lastName: string; readonly dateOfBirth: string };

/** More are not looked through; so many are born on one day where a company has tens of millions of patients. */
const bornOnMax = 1_000;

/** @throws OperatorError when too many are born on that day to look through */
async function listNamed(
  executor: Executor,
  { lastName, dateOfBirth }: { readonly lastName: string; readonly dateOfBirth: string },
  companyUid: string | undefined,
): Promise<Patient[]> {
  const born = await listPatientsBornOn(executor, dateOfBirth, { companyUid, limit: bornOnMax });
  if (born.length === bornOnMax)
    throw new OperatorError('Too many patients are born on that day: say the company by --company.');
  // Compared here and not by the database: accents and case count for nothing, and the name goes nowhere.
  const wanted = plainName(lastName);
  return born.filter(({ lastNames }) => lastNames.some(name => plainName(name) === wanted));
}

/**
 * The patients of any company that fit what an operator knows, oldest first. What was looked for stands nowhere: not in
 * the audit row, which says that somebody looked.
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
  await change.audit(company);
  const patients: OperatorsPatient[] = [];
  for (const patient of found.slice(0, limit))
    patients.push({ patient, project: await getProjectByUid(change.tx, patient.projectUid) });
  const isOther = byUid !== undefined && found.every(({ uid }) => uid !== byUid.patient.uid);
  const isInCompany = companyUid === undefined || byUid?.patient.companyUid === companyUid;
  return isOther && isInCompany ? [byUid, ...patients] : patients;
}

/**
 * The authorizations on file of live projects that wait for a decision, over all companies, the longest waiting first.
 * @param page `afterUid` is the patient after whom it begins
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
  await change.audit(company);
  return waiting;
}
