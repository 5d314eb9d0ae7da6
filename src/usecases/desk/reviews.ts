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

/** How many waiting authorizations are checked for the next unassigned one. */
const lookedThroughMax = 50;

/** An authorization as an operator reviews it. */
export interface ShownReview {
  readonly project: Project;
  readonly patient: Patient;
  readonly analysis: AuthCheck | undefined;
  /** The date of death on a death certificate; `null` if none states one. */
  readonly statedDeath: CalendarDate | null;
  /** Its item in the queue; `undefined` once it is decided. */
  readonly item: QueueItem | undefined;
  /** The patient whose authorization is next for this operator; `undefined` if there is none. */
  readonly nextUid: string | undefined;
}

/**
 * Returns the longest-waiting authorization that isn't assigned to another operator, except the current one
 * (DESK-20).
 */
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

/** Returns a patient of a live project, with the project. @throws Problem 404 for every other one */
async function getReviewed(change: DeskChange, uid: string): Promise<OperatorsPatient> {
  const patient = await findPatientByUid(change.tx, uid);
  if (patient === undefined) throw notFound('there is no such patient');
  const project = await getProjectByUid(change.tx, patient.projectUid);
  if (project.status !== 'Live') throw notFound('operators review live projects only');
  return { project, patient };
}

/**
 * Returns an authorization with its analysis (DESK-16). The view is audited.
 * @throws Problem 404 for an unknown patient, or one outside live projects
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

/** The dependencies of rendering documents. Few are rendered at once, since each takes a process. */
export interface DrawingParts {
  readonly files: ObjectStore;
  readonly turns: Turns;
}

/** A document of a patient, as its pages are shown. */
export interface ShownDocument {
  /** 0 for the authorization, otherwise the number of the supporting document. */
  readonly number: number;
  /** Its name in evidence; `null` for the authorization. */
  readonly name: string | null;
  /** `undefined` if it can't be rendered. */
  readonly pages: readonly PageSize[] | undefined;
}

/** Returns the object key of a patient's document by its number; `undefined` if none is on file. */
function keyOf(patient: Patient, number: number): string | undefined {
  const { companyUid, projectUid, uid: patientUid, authorizationEtag, supportingDocuments } = patient;
  const place = { companyUid, projectUid, patientUid };
  if (number === 0) return authorizationEtag === null ? undefined : authorizationKey(place);
  const document = supportingDocuments.find(candidate => candidate.number === number);
  return document && supportingKey(place, document.uid);
}

async function bytesAt(files: ObjectStore, key: string): Promise<Uint8Array | undefined> {
  const facts = await files.head(key);
  // One that is too large was refused and isn't rendered.
  if (facts === undefined || facts.sizeBytes > documentBytesMax) return undefined;
  return files.get(key, documentBytesMax);
}

/**
 * Returns a patient's documents with their page sizes (DESK-15). Call it outside any transaction: it takes
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
 * Admits an operator to a page of a document. The view is audited before the page is rendered (DESK-15).
 * @throws Problem 404 as `showReview`
 */
export async function admitToDocument(change: DeskChange, uid: string): Promise<Patient> {
  const { patient } = await getReviewed(change, uid);
  await change.audit(resource('patient', patient));
  return patient;
}

/** A page of a document. */
export interface PageRef {
  readonly document: number;
  /** From 1. */
  readonly page: number;
}

/**
 * Returns the image of a page, rendered by a process without rights, never the untrusted document itself
 * (DESK-15).
 * @throws Problem 404 for a page that doesn't exist or can't be rendered
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

/** A decision, as submitted. */
export interface ReviewDecision {
  readonly status: AuthorizationStatus;
  /** The patient's version that the page showed: this document, and this status. */
  readonly version: number;
  /** The reason; required for a denial, and kept in the audit log. */
  readonly reason: string | undefined;
  /** The last valid day of the document, `null` without a date, `undefined` to go by what was read. */
  readonly expiresOn?: CalendarDate | null | undefined;
}

/**
 * Decides on an authorization with the use case of the admin command (DESK-17), and unassigns it.
 * @returns the patient whose authorization is next for this operator
 * @throws OperatorError if it changed since, if it is assigned to another operator, and for a denial without
 * a reason; Problem 404 as `showReview`
 */
export async function decideReview(
  change: DeskChange,
  uid: string,
  { status, version, reason, expiresOn }: ReviewDecision,
): Promise<string | undefined> {
  await getReviewed(change, uid);
  if (status !== 'Approved' && reason === undefined)
    throw new OperatorError("Enter a reason for the denial. It's kept in the audit log.");
  const patientId = workflows.patientSearch.id({ patientUid: uid });
  await workOn(change, { kind: 'authorization', uid }, () =>
    decideAuthorization(change, { patientId }, { status, version, reason, expiresOn }),
  );
  return nextReview(change, uid);
}
