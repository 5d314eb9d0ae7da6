import {
  compareAnew,
  countVerdicts,
  type VerdictCounts,
  type Verdicts,
} from '../../domain/auth-checks/judge';
import { dayInUtc } from '../../domain/clinical/calendar-date';
import { Problem } from '../../domain/problem';
import type { AuthCheckClaims, OpenedAuthCheck } from '../../embeds/auth-check/token';
import { patientOfAuthorizationKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import type { Clock } from '../../platform/clock';
import type { Executor } from '../../store/database';
import { insertAuditEvent } from '../../store/audit';
import { findPatientAuthCheck } from '../../store/auth-checks';
import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import { findPatientByUid } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import { auditRow, resource } from '../change';

interface ViewParts {
  readonly db: Executor;
  readonly files: ObjectStore;
  readonly clock: Clock;
}

/** What an analysis found, as the holder of a token sees it. */
export interface AuthCheckResult {
  readonly verdicts: Verdicts;
  readonly counts: VerdictCounts;
  readonly judgedAt: Date;
}

/** An authorization document and what is known of it. */
export interface AuthCheckView {
  /** Where a browser shows the document; good as long as the token. */
  readonly documentUrl: string;
  /** Null while the analysis runs. */
  readonly result: AuthCheckResult | null;
}

function resultOf(
  analysis: AuthCheck | undefined,
  patient: Patient,
  stated: AuthCheckClaims['patient'],
): AuthCheckResult | null {
  if (analysis?.status !== 'judged' || analysis.verdicts === null || analysis.judgedAt === null) return null;
  const { verdicts: kept, extraction, judgedAt } = analysis;
  const on = dayInUtc(judgedAt);
  const compared = { ...stated, dateOfDeath: patient.dateOfDeath };
  const verdicts = extraction === null ? kept : compareAnew(kept, extraction, compared, on);
  return { verdicts, counts: countVerdicts(verdicts), judgedAt };
}

/**
 * What the holder of an embed token sees: the document that the token was minted for, as it is now, compared
 * with the patient that the token states. Leaves an audit row.
 * @throws Problem `embed.tokenInvalid` when the patient is gone or another company's, or has no document: the
 *   same answer for every token that opens nothing
 */
export async function viewAuthCheck(
  { db, files, clock }: ViewParts,
  claims: OpenedAuthCheck,
  requestId: string,
): Promise<AuthCheckView> {
  const refused = (internal: string): Problem => new Problem('embed.tokenInvalid', { internal });
  const patientUid = patientOfAuthorizationKey(claims.storageKey);
  const patient = patientUid === undefined ? undefined : await findPatientByUid(db, patientUid);
  if (patient === undefined || patient.companyUid !== claims.companyUid)
    throw refused('the company of the token has no such patient');
  if (patient.authorizationEtag === null) throw refused('no document is on file');
  const analysis = await findPatientAuthCheck(db, patient.uid);
  const now = clock.now();
  const act = { principal: { kind: 'embed' }, requestId, event: 'authCheck.view' } as const;
  const success = { outcome: 'success', problem: null } as const;
  await insertAuditEvent(db, auditRow(act, now, resource('patient', patient), success));
  return {
    documentUrl: files.presignPdfView(claims.storageKey, now, claims.endsAt).url,
    result: resultOf(analysis, patient, claims.patient),
  };
}
