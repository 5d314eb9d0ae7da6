import type { Refusal } from '../../domain/auth-checks/document-layout';
import type { Extraction } from '../../domain/auth-checks/extract';
import { countVerdicts, judge, suggestStatus, type VerdictCounts } from '../../domain/auth-checks/judge';
import type { JudgingContext } from '../../domain/auth-checks/judging-context';
import type { Executor } from '../../store/database';
import { findAuthCheck, findDocument, storeReading, storeVerdicts } from '../../store/auth-checks';
import type { AuthCheck, AuthorizationDocument } from '../../domain/auth-checks/auth-check';
import { findPatientByUid } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import { getProjectByUid } from '../../store/projects';
import { getCompanyName } from '../../store/tenants';
import type { Change } from '../change';
import { searchDetailsOf } from './search-details';

/** A run, by its name. */
export interface AuthCheckRun {
  readonly documentUid: string;
  readonly run: number;
}

/** A run with what it is about. */
export interface AuthCheckBrief {
  readonly check: AuthCheck;
  readonly document: AuthorizationDocument;
  readonly patient: Patient;
}

/** Gathers a run; `undefined` when it was discarded. */
export async function briefAuthCheck(
  executor: Executor,
  { documentUid, run }: AuthCheckRun,
): Promise<AuthCheckBrief | undefined> {
  const [check, document] = await Promise.all([
    findAuthCheck(executor, documentUid, run),
    findDocument(executor, documentUid),
  ]);
  if (check === undefined || document === undefined || check.status === 'discarded') return undefined;
  const patient = await findPatientByUid(executor, document.patientUid);
  return patient === undefined ? undefined : { check, document, patient };
}

function resourceOf({ companyUid, patientUid }: AuthorizationDocument) {
  return { kind: 'patient', uid: patientUid, companyUid };
}

/** Stores what a run read, or why it cannot. A repeat, or a run that was discarded meanwhile, changes nothing. */
export async function recordReading(
  change: Change,
  key: AuthCheckRun,
  reading: Extraction | Refusal,
): Promise<void> {
  const brief = await briefAuthCheck(change.tx, key);
  if (brief === undefined || !(await storeReading(change.tx, key, reading, change.now))) return;
  await change.audit('authCheck.read', resourceOf(brief.document));
}

async function contextOf(executor: Executor, patient: Patient, now: Date): Promise<JudgingContext> {
  const project = await getProjectByUid(executor, patient.projectUid);
  const companyName = await getCompanyName(executor, project.companyUid);
  return {
    on: now.toISOString().slice(0, 10),
    patient,
    project: { purpose: project.purpose, companyName },
    searchDetails: searchDetailsOf(project.status, patient),
  };
}

/**
 * Judges what a run read against the patient as they are now, and stores the verdicts with a suggested status for the
 * reviewer. The patient's own authorization status stays: people decide it (specification, Authorization status).
 * @returns the counts; `undefined` for a run that was discarded
 */
export async function judgeRun(change: Change, key: AuthCheckRun): Promise<VerdictCounts | undefined> {
  const brief = await briefAuthCheck(change.tx, key);
  if (brief === undefined) return undefined;
  const { check, document, patient } = brief;
  const reading = check.refusal ?? check.extraction;
  if (check.status === 'judged' || reading === null) return check.verdictCounts ?? undefined;
  const verdicts = judge(reading, await contextOf(change.tx, patient, change.now));
  const counts = countVerdicts(verdicts);
  const result = { verdicts, counts, suggestedStatus: suggestStatus(verdicts) };
  if (!(await storeVerdicts(change.tx, key, result, change.now))) return undefined;
  await change.audit('authCheck.judge', resourceOf(document));
  return counts;
}
