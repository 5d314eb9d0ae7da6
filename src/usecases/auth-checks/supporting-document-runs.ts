import type { Refusal } from '../../domain/auth-checks/extraction';
import { statedDeath } from '../../domain/auth-checks/judge-supporting';
import { documentBytesMax } from '../../domain/auth-checks/limits';
import { latestDayOnEarth } from '../../domain/clinical/calendar-date';
import { deathFault } from '../../domain/patients/date-of-death';
import { establishDeath, type Patient } from '../../domain/patients/patient';
import { isSandbox, type Project } from '../../domain/projects/project';
import { readSupporting } from '../../reading/uploaded-documents';
import {
  papersOf,
  type SupportingDocument,
  type SupportingReading,
} from '../../domain/supporting-documents/supporting-document';
import { supportingKey } from '../../files/key-layout';
import {
  findSupporting,
  listSupporting,
  updateSupporting,
} from '../../store/auth-checks/supporting-documents';
import { findLatestVisitOn } from '../../store/clinical/visits';
import type { Executor } from '../../store/database';
import { findPatientByUid, lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { removePagePictures } from '../page-pictures';
import { commitPatient } from '../patients/commit-patient';
import { lookForSupporting } from '../patients/supporting-uploads';
import { startAuthCheck } from './run-orders';
import type { ReadingOutcome, ReadingParts } from './runs';

/** The key of one upload's reading. */
export interface SupportingRun {
  readonly documentUid: string;
  readonly run: number;
}

/** Returns the document as this run reads it; `undefined` if another upload replaced it. */
async function documentOfRun(
  executor: Executor,
  { documentUid, run }: SupportingRun,
): Promise<SupportingDocument | undefined> {
  const document = await findSupporting(executor, documentUid);
  return document?.run === run ? document : undefined;
}

/**
 * Returns the patient with the date of death on their death certificate. On sandbox only: elsewhere a
 * reviewer confirms it, since it ends searches (CHECK-25). A date that contradicts the patient's age, or is
 * before a visit, doesn't count (CHECK-48).
 */
async function followCertificate(change: Change, project: Project, patient: Patient): Promise<Patient> {
  if (!isSandbox(project)) return patient;
  const died = statedDeath(patient, papersOf(await listSupporting(change.tx, patient.uid)));
  if (died === null) return patient;
  const { dateOfBirth } = patient;
  const latestVisitOn = await findLatestVisitOn(change.tx, patient.uid);
  const life = { dateOfBirth, today: latestDayOnEarth(change.now), latestVisitOn };
  if (deathFault(died, life) !== undefined) return patient;
  return commitPatient(change, project, establishDeath(patient, died, project));
}

/**
 * Stores a run's reading and judges the authorization again with it. A repeat, or a finished run, changes
 * nothing.
 */
async function recordSupporting(
  change: Change,
  run: SupportingRun,
  reading: SupportingReading | Refusal,
): Promise<void> {
  const unlocked = await documentOfRun(change.tx, run);
  const before = unlocked && (await lockPatientByUid(change.tx, unlocked.patientUid));
  const document = await documentOfRun(change.tx, run);
  if (before === undefined || document?.status !== 'pending')
    return change.unaudited('the upload was already read, or replaced');
  const read =
    typeof reading === 'string'
      ? { kind: null, refusal: reading, reading: null }
      : { kind: reading.data.kind, refusal: null, reading };
  await updateSupporting(change.tx, { ...document, ...read, status: 'read', readAt: change.now });
  const project = await getProjectByUid(change.tx, before.projectUid);
  // A page that is turned or cut may have been drawn as it is in the file.
  if (read.reading?.legibility.shownPages !== undefined) {
    const place = { companyUid: before.companyUid, projectUid: project.uid, patientUid: before.uid };
    await removePagePictures(change, { key: supportingKey(place, document.uid), etag: document.etag });
  }
  const patient = await followCertificate(change, project, before);
  // A changed date of death already causes the authorization to be compared again.
  if (patient.dateOfDeath === before.dateOfDeath && patient.authorizationEtag !== null)
    await startAuthCheck(change, project, patient, { keepsReading: true });
  const { kind, refusal } = read;
  await change.audit(resource('patient', patient), 'supportingDocument.read', {
    number: document.number,
    kind,
    refusal,
  });
}

async function read(
  { files, documentReaders }: ReadingParts,
  { key, sizeBytes }: { readonly key: string; readonly sizeBytes: number },
  signal: AbortSignal,
): Promise<SupportingReading | Refusal> {
  if (sizeBytes > documentBytesMax) return 'tooLarge';
  return readSupporting(documentReaders, await files.get(key, documentBytesMax), signal);
}

/**
 * Reads an upload of a supporting document and stores its content. One that is too large is removed once that
 * is recorded; otherwise anyone with an upload URL could fill the store. If the stored bytes aren't the
 * run's, they are recorded as an upload, which starts its own run.
 * @param signal ends the reading
 * @throws as `readAuthorizationDocument`
 */
export async function readSupportingDocument(
  parts: ReadingParts,
  run: SupportingRun,
  signal: AbortSignal,
): Promise<ReadingOutcome> {
  const document = await documentOfRun(parts.db, run);
  const patient = document && (await findPatientByUid(parts.db, document.patientUid));
  if (document === undefined || patient === undefined) return 'discarded';
  const { companyUid, projectUid, uid: patientUid } = patient;
  const key = supportingKey({ companyUid, projectUid, patientUid }, document.uid);
  if (document.status === 'read') {
    if (document.refusal === 'tooLarge') await parts.files.remove(key, document.etag);
    return document.refusal === null ? 'read' : 'refused';
  }
  const facts = await parts.files.head(key);
  if (facts === undefined) return 'missing';
  if (facts.etag !== document.etag) {
    await lookForSupporting(parts, { patientUid, uid: document.uid });
    return 'discarded';
  }
  const reading = await parts.documentSlots.hold(companyUid, signal, () =>
    read(parts, { key, sizeBytes: facts.sizeBytes }, signal),
  );
  await runOwnChange(parts, 'auth check', 'supportingDocument.read', change =>
    recordSupporting(change, run, reading),
  );
  if (reading === 'tooLarge') await parts.files.remove(key, document.etag);
  return typeof reading === 'string' ? 'refused' : 'read';
}

/** Records that the document of a run never arrived. */
export async function giveUpSupporting(parts: ChangeParts, run: SupportingRun): Promise<void> {
  await runOwnChange(parts, 'auth check', 'supportingDocument.read', change =>
    recordSupporting(change, run, 'missing'),
  );
}
