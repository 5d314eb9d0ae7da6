import type { KeyPrincipal } from '../../access/principal';
import type { Patient } from '../../domain/patients/patient';
import { Problem, notFound } from '../../domain/problem';
import { assertOpen } from '../../domain/projects/project';
import { likelyDuplicateOf, sameAskOf } from '../../domain/record-requests/likely-duplicate';
import {
  recordRequestKinds,
  submit,
  endsBeforeBirth,
  hasDeliverables,
  isOpen,
  cancel,
  type RecordRequest,
  type RecordRequestKind,
} from '../../domain/record-requests/record-request';
import type { Fee } from '../../domain/record-requests/fees';
import { requestProgressOf, type RequestProgress } from '../../domain/record-requests/request-progress';
import type { TimelineStep } from '../../domain/record-requests/timeline';
import { attributesOf, workflows } from '../../domain/workflows';
import type { AuthCheckTokens } from '../../embeds/auth-check/token';
import type { NamedSite, RecordRequestForm } from '../../forms/record-request-form';
import type { Executor } from '../../store/database';
import type { StoredFile } from '../../store/files/stored-files';
import type { Page } from '../../store/page';
import { lockPatient, findPatientByUid } from '../../store/patients/patients';
import { findCombinedChart } from '../../store/record-requests/combined-charts';
import {
  drawRequestNumber,
  insertRecordRequest,
  listAskedOfSite,
  findRecordRequestByUid,
  listRecordRequests as listOfPatient,
} from '../../store/record-requests/record-requests';
import { listFees } from '../../store/record-requests/fees';
import { listSteps } from '../../store/record-requests/steps';
import { siteTenantOf, resolveSite, holdSite, type FoundSite } from '../../store/sites/sites';
import { eventOf, resource, type ProjectChange } from '../change';
import { mintAuthCheckToken } from '../patients/offers';
import { getPatient } from '../patients/patients';
import type { ProjectReading } from '../reading';
import { listDeliverablesOf, type Deliverable } from '../files/file-records';
import { getRecordRequest, lockRecordRequest, readStanding, type RecordRequestRef } from './lookup';
import { appendStep, emitRecordRequestEvent, commitMove, signalRecordRequests } from './moves';

/**
 * Returns a site of the caller's company and environment; any other doesn't exist. @throws Problem
 * `recordRequest.siteUnknown`
 */
async function getSite(change: ProjectChange, site: NamedSite): Promise<FoundSite> {
  const tenant = siteTenantOf(change.project);
  if (!('id' in site)) {
    const { addressLine2, ...rest } = site;
    const identity = addressLine2 === undefined ? rest : { ...rest, addressLine2 };
    return resolveSite(change.tx, tenant, identity, change.now);
  }
  const found = await holdSite(change.tx, tenant, site.id);
  if (found === undefined) throw new Problem('recordRequest.siteUnknown');
  return found;
}

/** Stores a new request, emits its events, and starts its workflow. */
async function commitRecordRequest(
  change: ProjectChange,
  request: RecordRequest,
  namedSiteUid: string | null,
): Promise<void> {
  const { project } = change;
  await insertRecordRequest(change.tx, request, namedSiteUid);
  await appendStep(change, request, null);
  await emitRecordRequestEvent(change, project, request, { eventType: 'recordRequest.created', changed: [] });
  const { patientUid: patient, kind, status } = request;
  const about = attributesOf(project, { kind, patient, status });
  await change.start(workflows.recordRequest, { recordRequestUid: request.uid }, about);
}

/** What to request from a site for a patient, and the earlier requests. */
interface Ask {
  readonly patient: Patient;
  readonly found: FoundSite;
  readonly form: RecordRequestForm;
  readonly kinds: readonly RecordRequestKind[];
  /** Oldest first. */
  readonly earlier: readonly RecordRequest[];
}

/**
 * @throws Problem 404 for the patient, `project.closed`, `recordRequest.nothingAsked`,
 * `recordRequest.beforeBirth`, `recordRequest.siteUnknown`
 */
async function prepareAsk(change: ProjectChange, patientId: string, form: RecordRequestForm): Promise<Ask> {
  const { project, principal, tx } = change;
  assertOpen(project);
  const kinds = recordRequestKinds.filter(kind => form.kinds[kind] === true);
  if (kinds.length === 0) throw new Problem('recordRequest.nothingAsked');
  const patient = await lockPatient(tx, project.uid, patientId);
  if (patient === undefined) throw notFound('the project has no such patient');
  // For a caller who can't see the patient, the refusal would tell when they were born.
  if (endsBeforeBirth(form, patient) && principal.permissions.has('ViewPatients'))
    throw new Problem('recordRequest.beforeBirth');
  const found = await getSite(change, form.site);
  return { patient, found, form, kinds, earlier: await listAskedOfSite(tx, patient.uid, found.site.uid) };
}

/** Returns the ask of one kind in a form. */
function askedOf({ found, form }: Ask, kind: RecordRequestKind) {
  const { startDateOfService, endDateOfService } = form;
  return { siteUid: found.site.uid, kind, startDateOfService, endDateOfService };
}

/** Creates a request for each of these kinds. */
async function makeRequests(
  change: ProjectChange,
  ask: Ask,
  kinds: readonly RecordRequestKind[],
): Promise<RecordRequest[]> {
  const { project, principal } = change;
  const { patient, found, form, earlier } = ask;
  const { reference, dueDate, isRush, needsCertification } = form;
  const submittedSiteName = 'id' in form.site ? found.site.name : form.site.name;
  const requests: RecordRequest[] = [];
  for (const kind of kinds) {
    const asked = askedOf(ask, kind);
    const request = submit({
      ...asked,
      reference,
      dueDate,
      isRush,
      needsCertification,
      uid: change.newUid(),
      requestNumber: await drawRequestNumber(change.tx),
      companyUid: project.companyUid,
      projectUid: project.uid,
      patientUid: patient.uid,
      patientId: patient.id,
      submittedSiteName,
      likelyDuplicateOfUid: likelyDuplicateOf(asked, earlier)?.uid ?? null,
      createdByUserUid: principal.userUid,
      createdAt: change.now,
    });
    await commitRecordRequest(change, request, found.namedUid);
    requests.push(request);
  }
  const event = eventOf(change, ['recordRequest.create', 'recordRequest.import']);
  await change.audit(resource('patient', patient), event, { kinds });
  return requests;
}

/**
 * Requests records from one facility: one request per kind switched on.
 * @throws Problem 404 for the patient, `project.closed`, `recordRequest.nothingAsked`,
 * `recordRequest.beforeBirth`, `recordRequest.siteUnknown`
 */
export async function createRecordRequests(
  change: ProjectChange,
  patientId: string,
  form: RecordRequestForm,
): Promise<RecordRequest[]> {
  const ask = await prepareAsk(change, patientId, form);
  return makeRequests(change, ask, ask.kinds);
}

/**
 * Returns the patient's requests that a form would likely repeat, oldest first (REQUEST-28).
 * @throws Problem as `createRecordRequests`
 */
export async function listLikelyDuplicates(
  change: ProjectChange,
  patientId: string,
  form: RecordRequestForm,
): Promise<RecordRequest[]> {
  const ask = await prepareAsk(change, patientId, form);
  return ask.earlier.filter(other =>
    ask.kinds.some(kind => likelyDuplicateOf(askedOf(ask, kind), [other]) !== undefined),
  );
}

/**
 * Creates the requests of a row of a file. A request to the same site for the same dates that wasn't canceled
 * isn't repeated, so a file that is sent twice requests once (DECISION-63).
 * @throws Problem as `createRecordRequests`
 */
export async function importRecordRequests(
  change: ProjectChange,
  patientId: string,
  form: RecordRequestForm,
): Promise<RecordRequest[]> {
  const ask = await prepareAsk(change, patientId, form);
  const kinds = ask.kinds.filter(kind => sameAskOf(askedOf(ask, kind), ask.earlier) === undefined);
  if (kinds.length > 0) return makeRequests(change, ask, kinds);
  change.unaudited('a row that repeats a request changes nothing and shows no records');
  return [];
}

async function findMade({ db, project }: ProjectReading, uid: string): Promise<RecordRequest> {
  const request = await findRecordRequestByUid(db, uid);
  if (request?.projectUid !== project.uid) throw notFound('the project no longer has the record request');
  return request;
}

/**
 * Returns the record request that an earlier request was about. @throws Problem 404 if the project no longer
 * has it
 */
export async function getMadeRecordRequest(
  reading: ProjectReading,
  [uid = '']: readonly string[],
): Promise<RecordRequest> {
  const request = await findMade(reading, uid);
  reading.saw(resource('recordRequest', request));
  return request;
}

/**
 * Returns the record requests that an earlier request created. @throws Problem 404 if the project no longer
 * has one of them
 */
export async function getMadeRecordRequests(
  reading: ProjectReading,
  uids: readonly string[],
): Promise<RecordRequest[]> {
  const requests: RecordRequest[] = [];
  for (const uid of uids) {
    const request = await findMade(reading, uid);
    requests.push(request);
    reading.saw({ kind: 'patient', uid: request.patientUid, companyUid: request.companyUid });
  }
  return requests;
}

/** Returns what a record request waits for, and who has to act; `null` after its end. */
export async function readProgress(
  { db, now }: Pick<ProjectReading, 'db' | 'now'>,
  request: RecordRequest,
  fees: readonly Fee[],
): Promise<RequestProgress | null> {
  if (!isOpen(request.status)) return null;
  const { standing, project, patient } = await readStanding(db, request, now);
  return requestProgressOf(standing, { request, project, patient, fees });
}

/** A record request with what was returned. */
export interface ReadRecordRequest {
  readonly request: RecordRequest;
  readonly deliverables: readonly Deliverable[];
  /** The combined chart, once it is built. */
  readonly chart: StoredFile | undefined;
  /** What it waits for, and who has to act; `null` after its end. */
  readonly progress: RequestProgress | null;
  /** Oldest first. */
  readonly fees: readonly Fee[];
}

/**
 * Returns a record request for a caller, with its deliverables and their combined chart once the customer may
 * have them.
 * @throws Problem 404
 */
export async function readRecordRequest(
  reading: ProjectReading,
  ref: RecordRequestRef,
): Promise<ReadRecordRequest> {
  const request = await getRecordRequest(reading, ref);
  const fees = await listFees(reading.db, request.uid);
  const told = { request, fees, progress: await readProgress(reading, request, fees) };
  if (!hasDeliverables(request.status)) return { ...told, deliverables: [], chart: undefined };
  const deliverables = await listDeliverablesOf(reading.db, request.uid);
  return { ...told, deliverables, chart: await findCombinedChart(reading.db, request.uid) };
}

/** Returns a page of a record request's timeline, oldest first. @throws Problem 404 */
export async function readTimeline(
  reading: ProjectReading,
  ref: RecordRequestRef,
  page: Page,
): Promise<TimelineStep[]> {
  const { uid } = await getRecordRequest(reading, ref);
  return listSteps(reading.db, uid, page);
}

/**
 * Creates a token for the auth-check of a record request's authorization, judged for its dates (CHECK-8), if
 * one is on file. None for a key that may not see the patient, because the token shows them.
 */
export async function mintRecordRequestToken(
  parts: { readonly db: Executor; readonly authCheckTokens: AuthCheckTokens },
  principal: KeyPrincipal,
  request: RecordRequest,
  at: Date,
): Promise<string | undefined> {
  if (!principal.permissions.has('ViewPatients')) return undefined;
  const patient = await findPatientByUid(parts.db, request.patientUid);
  return patient && mintAuthCheckToken(parts.authCheckTokens, patient, at, request.uid);
}

/** Returns a page of a patient's record requests. @throws Problem 404 if the project has no such patient */
export async function listRecordRequests(
  reading: ProjectReading,
  patientId: string,
  page: Page,
): Promise<RecordRequest[]> {
  const patient = await getPatient(reading, patientId);
  reading.saw(resource('patient', patient));
  return listOfPatient(reading.db, patient.uid, page);
}

/**
 * Cancels a record request. One that is already canceled isn't changed, which is audited as a read, since the
 * caller is shown it.
 * @throws Problem `project.closed`, `recordRequest.ended`, 404 if there is no such record request
 */
export async function cancelRecordRequest(
  change: ProjectChange,
  ref: RecordRequestRef,
): Promise<RecordRequest> {
  const request = await lockRecordRequest(change, ref);
  if (request.status === 'Canceled') {
    await change.auditLook(resource('recordRequest', request), { as: 'recordRequest.read' });
    return request;
  }
  const canceled = await commitMove(change, change.project, cancel(request, change.now));
  await change.audit(resource('recordRequest', request), 'recordRequest.cancel', {
    status: { from: request.status, to: canceled.status },
  });
  // Its workflow is waiting, and ends.
  await signalRecordRequests(change, change.project, [canceled]);
  return canceled;
}
