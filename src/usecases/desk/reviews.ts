import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import { statedDeath } from '../../domain/auth-checks/judge-supporting';
import { documentBytesMax } from '../../domain/auth-checks/limits';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import { dayInUtc, type CalendarDate } from '../../domain/clinical/calendar-date';
import type { QueueItem } from '../../domain/desk/queue';
import type { Patient } from '../../domain/patients/patient';
import { notFound } from '../../domain/problem';
import type { Project } from '../../domain/projects/project';
import { papersOf, supportingName } from '../../domain/supporting-documents/supporting-document';
import { workflows } from '../../domain/workflows';
import { drawPicture, measurePages, type PageSize } from '../../reading/draw-document';
import { authorizationKey, supportingKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import type { Turns } from '../../platform/turns';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import { listQueue, queueBeginning } from '../../store/desk/queue';
import { findPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { listSupporting } from '../../store/auth-checks/supporting-documents';
import type { OperatorsPatient } from '../operators';
import { resource, type DeskChange } from '../change';
import { OperatorError } from '../operator-error';
import { decideAuthorization } from '../patients/operator-patients';
import { findItem, workOn } from './queue';

/** How many that wait are looked through for the next one that is free. */
const lookedThroughMax = 50;

/** An authorization as an operator reviews it. */
export interface ShownReview {
  readonly project: Project;
  readonly patient: Patient;
  readonly analysis: AuthCheck | undefined;
  /** What a death certificate of the patient states; null where none does. */
  readonly statedDeath: CalendarDate | null;
  /** What of it waits in the queue; `undefined` once it is decided on. */
  readonly item: QueueItem | undefined;
  /** The patient whose authorization is next for this operator; `undefined` where none waits. */
  readonly nextUid: string | undefined;
}

/** The authorization that waits longest and that no other operator has, beside one (DESK-20). */
export async function nextReview(change: DeskChange, besideUid: string): Promise<string | undefined> {
  const filter = {
    companyUid: undefined,
    environment: undefined,
    operatorUid: undefined,
    isOverdue: false,
    showsSnoozed: false,
  };
  const waiting = await listQueue(change.tx, 'authorization', filter, {
    now: change.now,
    today: dayInUtc(change.now),
    exchangeTerms: [],
    after: queueBeginning,
    limit: lookedThroughMax,
  });
  return waiting.find(
    ({ uid, operatorUid }) =>
      uid !== besideUid && (operatorUid === null || operatorUid === change.principal.operatorUid),
  )?.uid;
}

/** A patient of a live project, with it. @throws Problem 404 for every other one */
async function getReviewed(change: DeskChange, uid: string): Promise<OperatorsPatient> {
  const patient = await findPatientByUid(change.tx, uid);
  if (patient === undefined) throw notFound('there is no such patient');
  const project = await getProjectByUid(change.tx, patient.projectUid);
  if (project.status !== 'Live') throw notFound('the delivery team reviews live projects alone');
  return { project, patient };
}

/**
 * An authorization with what was made of it (DESK-16). The look leaves a row in the trail.
 * @throws Problem 404 for a patient who is not there, or of no live project
 */
export async function showReview(change: DeskChange, uid: string): Promise<ShownReview> {
  const { project, patient } = await getReviewed(change, uid);
  const shown = {
    project,
    patient,
    analysis: await findPatientAuthCheck(change.tx, uid),
    statedDeath: statedDeath(patient, papersOf(await listSupporting(change.tx, uid))),
    item: await findItem(change, { kind: 'authorization', uid }),
    nextUid: await nextReview(change, uid),
  };
  await change.audit(resource('patient', patient));
  return shown;
}

/** What drawing documents needs: few are drawn at once, since each takes a process. */
export interface DrawingParts {
  readonly files: ObjectStore;
  readonly turns: Turns;
}

/** A document of a patient, as its pages are shown. */
export interface ShownDocument {
  /** 0 is the authorization, each other one the supporting document of this number. */
  readonly number: number;
  /** What evidence calls it; null is the authorization. */
  readonly name: string | null;
  /** `undefined` where it cannot be drawn. */
  readonly pages: readonly PageSize[] | undefined;
}

/** The key of a document of a patient by its number; `undefined` where none is on file. */
function keyOf(patient: Patient, number: number): string | undefined {
  const { companyUid, projectUid, uid: patientUid, authorizationEtag, supportingDocuments } = patient;
  const place = { companyUid, projectUid, patientUid };
  if (number === 0) return authorizationEtag === null ? undefined : authorizationKey(place);
  const document = supportingDocuments.find(candidate => candidate.number === number);
  return document && supportingKey(place, document.uid);
}

async function bytesAt(files: ObjectStore, key: string): Promise<Uint8Array | undefined> {
  const facts = await files.head(key);
  // One that is too large was refused, and nobody draws it.
  if (facts === undefined || facts.sizeBytes > documentBytesMax) return undefined;
  return files.get(key, documentBytesMax);
}

/**
 * The documents of a patient with the sizes of their pages (DESK-15). Outside of any transaction: it takes
 * processes.
 */
export async function measureDocuments(
  { files, turns }: DrawingParts,
  patient: Patient,
): Promise<readonly ShownDocument[]> {
  const numbers = [0, ...patient.supportingDocuments.map(({ number }) => number)];
  const shown = await Promise.all(
    numbers.map(number =>
      turns.run(async (): Promise<readonly ShownDocument[]> => {
        const key = keyOf(patient, number);
        if (key === undefined) return [];
        const bytes = await bytesAt(files, key);
        const pages = bytes && (await measurePages(bytes));
        return [{ number, name: number === 0 ? null : supportingName(number), pages }];
      }),
    ),
  );
  return shown.flat();
}

/**
 * Lets an operator see a page of a document: the look leaves a row in the trail, before the page is drawn
 * (DESK-15).
 * @throws Problem 404 as `showReview`
 */
export async function admitToDocument(change: DeskChange, uid: string): Promise<Patient> {
  const { patient } = await getReviewed(change, uid);
  await change.audit(resource('patient', patient));
  return patient;
}

/** Which page of which document. */
export interface PageRef {
  readonly document: number;
  /** From 1. */
  readonly page: number;
}

/**
 * The picture of a page, drawn by a process that has no rights: never the stranger's document itself
 * (DESK-15).
 * @throws Problem 404 for a page that is not there, or cannot be drawn
 */
export async function drawPageOf(
  { files, turns }: DrawingParts,
  patient: Patient,
  { document, page }: PageRef,
): Promise<Buffer> {
  const key = keyOf(patient, document);
  const picture =
    key === undefined
      ? undefined
      : await turns.run(async () => {
          const bytes = await bytesAt(files, key);
          return bytes && drawPicture(bytes, page);
        });
  if (picture === undefined) throw notFound('the patient has no such page');
  return picture;
}

/** A decision, as a form says it. */
export interface SaidDecision {
  readonly status: AuthorizationStatus;
  /** Of the patient, as the page showed it: of this document, and this status. */
  readonly version: number;
  /** Why; needed of a refusal, and kept in the trail. */
  readonly reason: string | undefined;
}

/**
 * Decides on an authorization, by the use case of the admin command (DESK-17). Who has it has it no more.
 * @returns the patient whose authorization is next for this operator
 * @throws OperatorError where it has changed since, where another operator has it, and for a refusal
 *   without a reason; Problem 404 as `showReview`
 */
export async function decideReview(
  change: DeskChange,
  uid: string,
  { status, version, reason }: SaidDecision,
): Promise<string | undefined> {
  await getReviewed(change, uid);
  if (status !== 'Approved' && reason === undefined)
    throw new OperatorError('Say why it is refused: the reason is kept in the audit trail.');
  const patientId = workflows.patientSearch.id({ patientUid: uid });
  await workOn(change, { kind: 'authorization', uid }, () =>
    decideAuthorization(change, { patientId }, { status, version, reason }),
  );
  return nextReview(change, uid);
}
