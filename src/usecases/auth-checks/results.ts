import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import {
  compareAnew,
  countVerdicts,
  type VerdictCounts,
  type Verdicts,
} from '../../domain/auth-checks/judge';
import type { AskedDays } from '../../domain/auth-checks/judge-service-dates';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { withPatientsForm } from '../../domain/auth-checks/patients-form';
import { Problem } from '../../domain/problem';
import { papersOf, type SupportingPaper } from '../../domain/supporting-documents/supporting-document';
import { clockIn } from '../../domain/time-zones';
import type { AuthCheckClaims, OpenedAuthCheck } from '../../embeds/auth-check/token';
import { checkedDocumentKey, checkedDocumentOfKey, patientOfAuthorizationKey } from '../../files/key-layout';
import { insertAuditEvent } from '../../store/audit/audit';
import { findCurrentAuthCheck, findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import { findCheckedDocumentByUid } from '../../store/auth-checks/checked-documents';
import { listSupporting } from '../../store/auth-checks/supporting-documents';
import { findPatientByUid } from '../../store/patients/patients';
import { findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { getCompanyTimeZone } from '../../store/tenants/tenants';
import { auditRow, resource, type AuditedResource, type FileParts } from '../change';
import { compareCheckedDocument } from './checked-document-uploads';

/** The result of an analysis, as the holder of a token sees it. */
export interface AuthCheckResult {
  readonly verdicts: Verdicts;
  readonly counts: VerdictCounts;
  readonly judgedAt: Date;
}

/** An authorization document and its analysis. */
export interface AuthCheckView {
  /** The URL at which a browser shows the document, valid as long as the token. `null` if none is on file. */
  readonly documentUrl: string | null;
  /** `null` while the analysis runs. */
  readonly result: AuthCheckResult | null;
}

/** What we know beyond the token's statements. */
interface Known {
  readonly supporting: readonly SupportingPaper[];
  readonly dateOfDeath: CalendarDate | null;
  /** The token's record request, if any. */
  readonly asked: AskedDays | null;
}

/**
 * Returns an analysis with its verdicts compared with the patient that a token states (CHECK-7), and with its
 * record request (CHECK-8), on the day of judging in the company's time zone.
 */
export function comparedWith(
  analysis: AuthCheck,
  stated: AuthCheckClaims['patient'],
  timeZone: string,
  { dateOfDeath, asked, supporting }: Known = { dateOfDeath: null, asked: null, supporting: [] },
): AuthCheck {
  const { verdicts: kept, extraction, judgedAt } = analysis;
  if (kept === null || extraction === null || judgedAt === null) return analysis;
  const patient = { ...stated, dateOfDeath };
  const on = clockIn(timeZone, judgedAt).day;
  const verdicts = compareAnew(kept, extraction, { patient, supporting, asked }, on);
  return {
    ...analysis,
    extraction: withPatientsForm(extraction, patient),
    verdicts,
    verdictCounts: countVerdicts(verdicts),
  };
}

/** What a token opens: its owner for the audit log, whether bytes are on file, and their analysis. */
interface Opened {
  readonly audited: AuditedResource;
  readonly isOnFile: boolean;
  readonly analysis: AuthCheck | undefined;
}

function refused(internal: string): Problem {
  return new Problem('embed.tokenInvalid', { internal });
}

async function openPatients(
  { db }: FileParts,
  { companyUid, patient: stated, recordRequestUid }: OpenedAuthCheck,
  patientUid: string,
): Promise<Opened> {
  const patient = await findPatientByUid(db, patientUid);
  if (patient === undefined || patient.companyUid !== companyUid)
    throw refused('the company of the token has no such patient');
  if (patient.authorizationEtag === null) throw refused('no document is on file');
  const asked = recordRequestUid === undefined ? null : await findRecordRequestByUid(db, recordRequestUid);
  if (asked === undefined || (asked !== null && asked.patientUid !== patient.uid))
    throw refused('the patient of the token has no such record request');
  const found = await findPatientAuthCheck(db, patient.uid);
  const supporting = papersOf(await listSupporting(db, patient.uid));
  const { dateOfDeath } = patient;
  const timeZone = await getCompanyTimeZone(db, companyUid);
  const analysis = found && comparedWith(found, stated, timeZone, { dateOfDeath, asked, supporting });
  return { audited: resource('patient', patient), isOnFile: true, analysis };
}

/** Such a token may be older than the upload: the page waits for it, and finds it without a notification. */
async function openUsers(
  parts: FileParts,
  { companyUid, storageKey, patient: stated }: OpenedAuthCheck,
  uid: string,
): Promise<Opened> {
  let document = await findCheckedDocumentByUid(parts.db, uid);
  if (document?.etag === null && (await compareCheckedDocument(parts, document)))
    document = await findCheckedDocumentByUid(parts.db, uid);
  if (document?.companyUid !== companyUid || checkedDocumentKey(document) !== storageKey)
    throw refused('the company of the token has no such document');
  const found = await findCurrentAuthCheck(parts.db, uid);
  const timeZone = await getCompanyTimeZone(parts.db, companyUid);
  const analysis = found && comparedWith(found, stated, timeZone);
  return { audited: resource('authCheck', document), isOnFile: document.etag !== null, analysis };
}

async function open(parts: FileParts, claims: OpenedAuthCheck): Promise<Opened> {
  const patientUid = patientOfAuthorizationKey(claims.storageKey);
  if (patientUid !== undefined) return openPatients(parts, claims, patientUid);
  const documentUid = checkedDocumentOfKey(claims.storageKey);
  if (documentUid !== undefined) return openUsers(parts, claims, documentUid);
  throw refused("the token's storage key belongs to no document");
}

function resultOf(analysis: AuthCheck | undefined): AuthCheckResult | null {
  if (analysis?.status !== 'judged') return null;
  const { verdicts, verdictCounts: counts, judgedAt } = analysis;
  return verdicts === null || counts === null || judgedAt === null ? null : { verdicts, counts, judgedAt };
}

/**
 * Returns what the holder of an embed token sees: the token's document in its current state, compared with
 * the patient that the token states. Writes an audit row.
 * @throws Problem `embed.tokenInvalid` if the patient is gone, belongs to another company, or has no
 * document: the same answer for every token that opens nothing. A document outside any patient may still be
 * pending.
 */
export async function viewAuthCheck(
  parts: FileParts,
  claims: OpenedAuthCheck,
  requestId: string,
): Promise<AuthCheckView> {
  const { audited, isOnFile, analysis } = await open(parts, claims);
  const now = parts.clock.now();
  const act = { principal: { kind: 'embed' }, requestId, event: 'authCheck.view' } as const;
  const success = { outcome: 'success', problem: null } as const;
  await insertAuditEvent(parts.db, auditRow(act, now, audited, success));
  return {
    documentUrl: isOnFile ? parts.files.presignPdfView(claims.storageKey, now, claims.endsAt).url : null,
    result: resultOf(analysis),
  };
}
