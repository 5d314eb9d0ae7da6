import type { Refusal } from '../../domain/auth-checks/extraction';
import { statedDeath } from '../../domain/auth-checks/judge-supporting';
import { documentBytesMax } from '../../domain/auth-checks/limits';
import { latestDayOnEarth } from '../../domain/clinical/calendar-date';
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
import type { Executor } from '../../store/database';
import { findPatientByUid, lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { commitPatient } from '../patients/commit-patient';
import { lookForSupporting } from '../patients/supporting-uploads';
import { startAuthCheck } from './run-orders';
import type { ReadingOutcome, ReadingParts } from './runs';

/** The reading of one upload, by its name. */
export interface SupportingRun {
  readonly documentUid: string;
  readonly run: number;
}

/** The document as this run reads it; `undefined` when another upload took its place. */
async function documentOfRun(
  executor: Executor,
  { documentUid, run }: SupportingRun,
): Promise<SupportingDocument | undefined> {
  const document = await findSupporting(executor, documentUid);
  return document?.run === run ? document : undefined;
}

/**
 * The patient with the date of death that a certificate of theirs states. On sandbox alone: elsewhere a
 * reviewer confirms it, since it ends searches (CHECK-25). A day before the birth or in the future is none.
 */
async function followCertificate(change: Change, project: Project, patient: Patient): Promise<Patient> {
  if (!isSandbox(project)) return patient;
  const died = statedDeath(patient, papersOf(await listSupporting(change.tx, patient.uid)));
  if (died === null || died < patient.dateOfBirth || died > latestDayOnEarth(change.now)) return patient;
  return commitPatient(change, project, establishDeath(patient, died, project));
}

/**
 * Stores what a run read, and has the authorization judged with it. A repeat, or a run that is over, changes
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
    return change.unaudited('the upload was read already, or another one took its place');
  const read =
    typeof reading === 'string'
      ? { kind: null, refusal: reading, reading: null }
      : { kind: reading.data.kind, refusal: null, reading };
  await updateSupporting(change.tx, { ...document, ...read, status: 'read', readAt: change.now });
  const project = await getProjectByUid(change.tx, before.projectUid);
  const patient = await followCertificate(change, project, before);
  // A date of death that changed has the authorization compared anew already.
  if (patient.dateOfDeath === before.dateOfDeath && patient.authorizationEtag !== null)
    await startAuthCheck(change, project, patient, { keepsReading: true });
  await change.audit(resource('patient', patient));
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
 * Reads an upload of a supporting document and stores what it says. One that is too large is removed once
 * that is on record: else anyone with an upload URL could fill the store. When other bytes lie there than the
 * run is for, they are noticed as an upload, which starts a run of its own.
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

/** Notes that the document of a run never came. */
export async function giveUpSupporting(parts: ChangeParts, run: SupportingRun): Promise<void> {
  await runOwnChange(parts, 'auth check', 'supportingDocument.read', change =>
    recordSupporting(change, run, 'missing'),
  );
}
