import type { DocumentSlots } from '../../documents/document-slots';
import type { AuthCheck, AuthorizationDocument } from '../../domain/auth-checks/auth-check';
import type { Refusal, Extraction } from '../../domain/auth-checks/extraction';
import { checkedStep, onFile } from '../../domain/authorizations/authorization-history';
import { countVerdicts, judge, type VerdictCounts } from '../../domain/auth-checks/judge';
import { searchDetailsOf, type JudgingContext } from '../../domain/auth-checks/judging-context';
import { suggest } from '../../domain/auth-checks/suggestion';
import { documentBytesMax } from '../../domain/auth-checks/limits';
import { withPatientsForm } from '../../domain/auth-checks/patients-form';
import { patientOf, type CheckedDocument } from '../../domain/auth-checks/submission';
import type { Patient } from '../../domain/patients/patient';
import { isSandbox } from '../../domain/projects/project';
import { clockIn } from '../../domain/time-zones';
import { papersOf } from '../../domain/supporting-documents/supporting-document';
import type { DocumentReaders } from '../../reading/document-readers';
import { readAuthorization } from '../../reading/uploaded-documents';
import {
  findAuthCheck,
  findDocument,
  storeReading,
  storeVerdicts,
} from '../../store/auth-checks/auth-checks';
import { appendCheck } from '../../store/auth-checks/authorization-steps';
import { findCheckedDocumentByUid, findUploadedSubmission } from '../../store/auth-checks/checked-documents';
import { listSupporting } from '../../store/auth-checks/supporting-documents';
import type { Executor } from '../../store/database';
import { findPatientByUid, lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { getCompanyName, getCompanyTimeZone } from '../../store/tenants/tenants';
import { runOwnChange, type AuditedResource, type Change, type ChangeParts, type FileParts } from '../change';
import { removePagePictures } from '../page-pictures';
import { keepExpiry } from '../patients/expiring-authorizations';
import { compareAuthorization, removeAuthorization } from '../patients/authorization-uploads';
import { compareCheckedDocument, removeCheckedDocument } from './checked-document-uploads';

/** The dependencies of document reading. */
export interface ReadingParts extends FileParts {
  readonly documentSlots: DocumentSlots;
  readonly documentReaders: Pick<DocumentReaders, 'read'>;
}

/** The key of a run. */
export interface AuthCheckRun {
  readonly documentUid: string;
  readonly run: number;
}

/** The owner of a document: a patient, or a user who keeps it outside any patient. */
type Owner =
  | { readonly kind: 'patient'; readonly patient: Patient }
  | { readonly kind: 'user'; readonly checked: CheckedDocument };

/** A run with its context. */
interface AuthCheckBrief {
  readonly check: AuthCheck;
  readonly document: AuthorizationDocument;
  readonly owner: Owner;
}

async function findOwner(
  executor: Executor,
  { uid, patientUid }: AuthorizationDocument,
): Promise<Owner | undefined> {
  if (patientUid === null) {
    const checked = await findCheckedDocumentByUid(executor, uid);
    return checked && { kind: 'user', checked };
  }
  const patient = await findPatientByUid(executor, patientUid);
  return patient && { kind: 'patient', patient };
}

/** Loads a run with its context; `undefined` if it was discarded. */
async function briefAuthCheck(
  executor: Executor,
  { documentUid, run }: AuthCheckRun,
): Promise<AuthCheckBrief | undefined> {
  // Sequential, because within a transaction they share one connection.
  const check = await findAuthCheck(executor, documentUid, run);
  const document = await findDocument(executor, documentUid);
  if (check === undefined || document === undefined || check.status === 'discarded') return undefined;
  const owner = await findOwner(executor, document);
  return owner === undefined ? undefined : { check, document, owner };
}

function resourceOf({ uid, companyUid, patientUid }: AuthorizationDocument): AuditedResource {
  return patientUid === null
    ? { kind: 'authCheck', uid, companyUid }
    : { kind: 'patient', uid: patientUid, companyUid };
}

/** Stores a run's reading, or why there is none. A repeat, or a discarded run, changes nothing. */
export async function recordReading(
  change: Change,
  key: AuthCheckRun,
  reading: Extraction | Refusal,
): Promise<void> {
  const brief = await briefAuthCheck(change.tx, key);
  if (brief === undefined || !(await storeReading(change.tx, key, reading, change.now)))
    return change.unaudited('the run was already read, or discarded');
  const refusal = typeof reading === 'string' ? reading : null;
  // A page that is turned or cut may have been drawn as it is in the file.
  if (typeof reading !== 'string' && reading.legibility.shownPages !== undefined)
    await removePagePictures(change, { key: brief.document.storageKey, etag: brief.check.etag });
  await change.audit(resourceOf(brief.document), 'authCheck.read', { run: key.run, refusal });
}

/**
 * Outside any project there is no purpose and there are no searches (CHECK-11), and the patient is the one
 * that the upload's sender stated.
 */
async function contextOutside(
  executor: Executor,
  { uid, companyUid }: CheckedDocument,
  now: Date,
): Promise<JudgingContext> {
  const submission = await findUploadedSubmission(executor, uid);
  const stated = submission && patientOf(submission);
  const patient =
    stated === undefined
      ? null
      : {
          firstName: stated.firstName,
          lastNames: [stated.lastName],
          dateOfBirth: stated.dateOfBirth,
          dateOfDeath: null,
        };
  const on = clockIn(await getCompanyTimeZone(executor, companyUid), now).day;
  return { on, patient, supporting: [], project: null, searchDetails: null };
}

async function contextOf(executor: Executor, owner: Owner, now: Date): Promise<JudgingContext> {
  if (owner.kind === 'user') return contextOutside(executor, owner.checked, now);
  const { patient } = owner;
  const project = await getProjectByUid(executor, patient.projectUid);
  const companyName = await getCompanyName(executor, project.companyUid);
  return {
    on: clockIn(project.timeZone, now).day,
    patient,
    supporting: papersOf(await listSupporting(executor, patient.uid)),
    project: { purpose: project.purpose, companyName, isSandbox: isSandbox(project) },
    searchDetails: searchDetailsOf(project.status, patient),
  };
}

/**
 * Judges a run's reading against the current patient, or the one that the upload's sender stated, and stores
 * the verdicts with a suggested status for the reviewer. The patient's own authorization status stays: people
 * decide it.
 * @returns the counts; `undefined` for a discarded run
 */
export async function judgeRun(change: Change, key: AuthCheckRun): Promise<VerdictCounts | undefined> {
  const brief = await briefAuthCheck(change.tx, key);
  const reading = brief?.check.refusal ?? brief?.check.extraction ?? null;
  if (brief === undefined || brief.check.status === 'judged' || reading === null) {
    change.unaudited('the run was already judged, or discarded');
    return brief?.check.verdictCounts ?? undefined;
  }
  // Locked before the run is, as by whatever starts the next one.
  const patient =
    brief.owner.kind === 'patient' ? await lockPatientByUid(change.tx, brief.owner.patient.uid) : undefined;
  const context = await contextOf(change.tx, brief.owner, change.now);
  const verdicts = judge(reading, context);
  const counts = countVerdicts(verdicts);
  const result = {
    verdicts,
    counts,
    suggestedStatus: suggest(verdicts).status,
    ...(typeof reading === 'string' ? {} : { extraction: withPatientsForm(reading, context.patient) }),
  };
  if (!(await storeVerdicts(change.tx, key, result, change.now))) {
    change.unaudited('the run was discarded in the meantime');
    return undefined;
  }
  const document = patient && onFile(patient);
  if (patient !== undefined && document?.etag === brief.check.etag) {
    await appendCheck(change.tx, patient.uid, document, checkedStep(verdicts, change.now));
    await keepExpiry(change, await getProjectByUid(change.tx, patient.projectUid), patient);
  }
  await change.audit(resourceOf(brief.document), 'authCheck.judge', {
    run: key.run,
    counts,
    suggested: result.suggestedStatus,
  });
  return counts;
}

/**
 * The outcome of reading a document. After `missing` the workflow checks again later; `discarded` ends the
 * run.
 */
export type ReadingOutcome = 'read' | 'refused' | 'missing' | 'discarded';

async function read(
  { files, documentReaders }: ReadingParts,
  storageKey: string,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<Extraction | Refusal> {
  if (sizeBytes > documentBytesMax) return 'tooLarge';
  return readAuthorization(documentReaders, await files.get(storageKey, documentBytesMax), signal);
}

/**
 * Reads the stored document of a run and stores its content. A permanently unreadable document is `refused`,
 * and the verdicts say so. If the stored bytes aren't the run's, they are recorded as an upload, which
 * discards this run and starts one for them.
 * @param signal ends the reading
 * @throws NoDocumentSlot, ReaderFault, and what the store throws: a retry may help
 */
export async function readAuthorizationDocument(
  parts: ReadingParts,
  run: AuthCheckRun,
  signal: AbortSignal,
): Promise<ReadingOutcome> {
  const brief = await briefAuthCheck(parts.db, run);
  if (brief === undefined) return 'discarded';
  const { check, document, owner } = brief;
  if (check.status !== 'pending') return check.refusal === null ? 'read' : 'refused';
  const facts = await parts.files.head(document.storageKey);
  if (facts === undefined) return 'missing';
  if (facts.etag !== check.etag) {
    await (owner.kind === 'patient'
      ? compareAuthorization(parts, owner.patient)
      : compareCheckedDocument(parts, owner.checked));
    return 'discarded';
  }
  const reading = await parts.documentSlots.hold(document.companyUid, signal, () =>
    read(parts, document.storageKey, facts.sizeBytes, signal),
  );
  await runOwnChange(parts, 'auth check', 'authCheck.read', change => recordReading(change, run, reading));
  return typeof reading === 'string' ? 'refused' : 'read';
}

/** Records that the document of a run never arrived. */
export async function giveUpReading(parts: ChangeParts, run: AuthCheckRun): Promise<void> {
  await runOwnChange(parts, 'auth check', 'authCheck.read', change => recordReading(change, run, 'missing'));
}

/**
 * Judges a run's reading. A document that is too large to read is removed once the verdict says so; otherwise
 * anyone with an upload URL could fill the store.
 * @returns the counts; `null` for a discarded run
 */
export async function judgeAuthorization(parts: FileParts, run: AuthCheckRun): Promise<VerdictCounts | null> {
  const judged = await runOwnChange(parts, 'auth check', 'authCheck.judge', change => judgeRun(change, run));
  const brief = await briefAuthCheck(parts.db, run);
  if (brief?.check.refusal === 'tooLarge') {
    const { owner, check } = brief;
    await (owner.kind === 'patient'
      ? removeAuthorization(parts, owner.patient, check.etag)
      : removeCheckedDocument(parts, owner.checked, check.etag));
  }
  return judged ?? null;
}
