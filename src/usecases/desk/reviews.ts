import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import { statedDeath } from '../../domain/auth-checks/judge-supporting';
import type { ApprovalQuestion } from '../../domain/authorizations/approval';
import { etagOf } from '../../domain/changes';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { QueueItem } from '../../domain/desk/queue';
import type { Patient } from '../../domain/patients/patient';
import { notFound } from '../../domain/problem';
import type { Project } from '../../domain/projects/project';
import { papersOf } from '../../domain/supporting-documents/supporting-document';
import { clockIn } from '../../domain/time-zones';
import { workflows } from '../../domain/workflows';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import { listShownPages } from '../../store/desk/shown-pages';
import { listQueue, queueBeginning } from '../../store/desk/queue';
import { findPatientByUid } from '../../store/patients/patients';
import type { Executor } from '../../store/database';
import { getProjectByUid } from '../../store/tenants/projects';
import { listSupporting } from '../../store/auth-checks/supporting-documents';
import type { OperatorsPatient } from '../operators';
import { resource, type DeskChange } from '../change';
import { OperatorError } from '../operator-error';
import {
  approvalQuestion,
  decideAuthorization,
  type AuthorizationDecision,
  type SightOf,
} from '../patients/authorization-decisions';
import type { PageRef } from './document-pages';
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
  /** What speaks against an approval in this session. */
  readonly question: ApprovalQuestion;
}

/** Returns what a session at the desk was shown of a document (DESK-44). */
function sightOfSession({ tx }: DeskChange, sessionUid: string): SightOf {
  return async ({ uid: patientUid }, etag) => {
    const pages = await listShownPages(tx, { sessionUid, patientUid, etag });
    const pagesShown = pages.filter(({ isShown }) => isShown).length;
    return { pagesShown, isShowable: pagesShown > 0 || pages.length === 0 };
  };
}

/**
 * Returns the longest-waiting authorization that isn't assigned to another operator, except the current one
 * (DESK-20).
 */
export async function nextReview(
  change: DeskChange,
  timeZone: string,
  besideUid: string,
): Promise<string | undefined> {
  const filter = {
    companyUid: undefined,
    environment: undefined,
    operatorUid: undefined,
    isOverdue: false,
    showsSnoozed: false,
  };
  const waiting = await listQueue(change.tx, 'authorization', filter, {
    now: change.now,
    today: clockIn(timeZone, change.now).day,
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
export async function showReview(
  change: DeskChange,
  timeZone: string,
  uid: string,
  sessionUid: string,
): Promise<ShownReview> {
  const { project, patient } = await getReviewed(change, uid);
  const shown = {
    project,
    patient,
    analysis: await findPatientAuthCheck(change.tx, uid),
    statedDeath: statedDeath(patient, papersOf(await listSupporting(change.tx, uid))),
    item: await findItem(change, { kind: 'authorization', uid }),
    nextUid: await nextReview(change, timeZone, uid),
    question: await approvalQuestion(change, { project, patient }, sightOfSession(change, sessionUid)),
  };
  await change.auditLook(resource('patient', patient));
  return shown;
}

/**
 * Admits an operator to a page of a document. The view is audited before the page is rendered (DESK-15), with
 * the version of the authorization.
 * @throws Problem 404 as `showReview`
 */
export async function admitToPage(
  change: DeskChange,
  uid: string,
  { document, page }: PageRef,
): Promise<Patient> {
  const { patient } = await getReviewed(change, uid);
  const { authorizationEtag: etag } = patient;
  const seen = document === 0 ? { etag: etag === null ? null : etagOf(etag) } : { supporting: document };
  await change.auditLook(resource('patient', patient), { seen: { ...seen, page } });
  return patient;
}

/** Returns a patient before an operator decides. @throws Problem 404 as `showReview` */
export async function findReviewed(executor: Executor, uid: string): Promise<Patient> {
  const patient = await findPatientByUid(executor, uid);
  if (patient === undefined) throw notFound('there is no such patient');
  return patient;
}

/**
 * Decides on an authorization with the use case of the admin command (DESK-17), and unassigns it.
 * @param sessionUid the session at the desk, which must have been shown the document to approve it (DESK-44)
 * @returns the patient whose authorization is next for this operator
 * @throws OperatorError if it changed since, if it is assigned to another operator, and for a denial without
 * an explanation; ApprovalQuestioned for an approval that needs a reason; Problem 404 as `showReview`
 */
export async function decideReview(
  change: DeskChange,
  timeZone: string,
  uid: string,
  sessionUid: string,
  decision: AuthorizationDecision,
): Promise<string | undefined> {
  await getReviewed(change, uid);
  if (decision.status !== 'Approved' && decision.explanation === undefined)
    throw new OperatorError("Enter an explanation for the denial. It's kept in the audit log.");
  const patientId = workflows.patientSearch.id({ patientUid: uid });
  await workOn(change, { kind: 'authorization', uid }, () =>
    decideAuthorization(change, { patientId }, decision, sightOfSession(change, sessionUid)),
  );
  return nextReview(change, timeZone, uid);
}
