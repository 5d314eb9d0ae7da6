/** Returned files that name another person, as operators compare and decide on them (DESK-47). */
import { uidOf } from '../../domain/changes';
import type { QueueItem } from '../../domain/desk/queue';
import type { Patient } from '../../domain/patients/patient';
import { notFound } from '../../domain/problem';
import type { Project } from '../../domain/projects/project';
import type { OtherPerson } from '../../domain/record-requests/chart-identity';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { findFileByUid, listStoredFiles, type StoredFile } from '../../store/files/stored-files';
import { findPatientByUid } from '../../store/patients/patients';
import { findChartChecks, updateChartCheck, type ChartCheck } from '../../store/record-requests/chart-checks';
import { findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { resource, type DeskChange, type FileParts } from '../change';
import { OperatorError } from '../operator-error';
import type { DrawingParts } from '../page-pictures';
import { getOperatorsRecordRequest, lockOperatorsRecordRequest } from '../operators';
import { removeFile } from '../files/file-records';
import { signalRecordRequests } from '../record-requests/moves';
import { drawStoredPage } from '../files/returned-pages';
import { dropAnswer, movedBy, releaseFile, settleAnswer } from '../files/returned-charts';
import { findItem, workOn } from './queue';

/** A held file, and whom it names. */
export interface HeldChart {
  readonly file: StoredFile;
  readonly others: readonly OtherPerson[];
}

/** The held files of a record request. */
export interface ShownCharts {
  readonly project: Project;
  readonly request: RecordRequest;
  readonly held: readonly HeldChart[];
  readonly item: QueueItem | undefined;
}

/** A held file of a record request, by the uids of both. */
export interface ChartRef {
  readonly uid: string;
  readonly fileUid: string;
}

async function getRequest(change: DeskChange, uid: string) {
  if ((await findRecordRequestByUid(change.tx, uid)) === undefined)
    throw notFound('there is no such record request');
  return getOperatorsRecordRequest(change.tx, { recordRequestUid: uid });
}

/**
 * Returns the held files of a record request with grades, without the values. The view is audited.
 * @throws Problem 404
 */
export async function showCharts(change: DeskChange, uid: string): Promise<ShownCharts> {
  const { project, request } = await getRequest(change, uid);
  const files = await listStoredFiles(change.tx, uid, 'held');
  const checks = await findChartChecks(
    change.tx,
    files.map(file => file.uid),
  );
  await change.auditLook(resource('recordRequest', request));
  const held = files.map(file => ({ file, others: checks.get(file.uid)?.others ?? [] }));
  return { project, request, held, item: await findItem(change, { kind: 'chart', uid }) };
}

/** Returns a held file with its check. @throws Problem 404 for every other file */
async function getHeld(
  change: DeskChange,
  { uid, fileUid }: ChartRef,
): Promise<{ readonly file: StoredFile; readonly check: ChartCheck }> {
  const file = await findFileByUid(change.tx, fileUid);
  const check = (await findChartChecks(change.tx, [fileUid])).get(fileUid);
  if (file?.recordRequestUid !== uid || file.area !== 'held' || file.etag === null || check === undefined)
    throw notFound('the record request holds no such file');
  return { file: { ...file, etag: file.etag }, check };
}

/** A held file beside the patient whose it should be. */
export interface ComparedChart extends HeldChart {
  readonly request: RecordRequest;
  readonly patient: Patient;
  readonly item: QueueItem | undefined;
}

/**
 * Returns a held file with the names and birth dates on its pages, and the patient's. The view is audited.
 * @throws Problem 404
 */
export async function compareChart(change: DeskChange, ref: ChartRef): Promise<ComparedChart> {
  const { request } = await getRequest(change, ref.uid);
  const { file, check } = await getHeld(change, ref);
  const patient = await findPatientByUid(change.tx, request.patientUid);
  if (patient === undefined) throw new Error('a record request references a missing patient');
  await change.auditLook(resource('recordRequest', request));
  const item = await findItem(change, { kind: 'chart', uid: ref.uid });
  return { request, patient, file, others: check.others, item };
}

/**
 * Admits an operator to a page of a held file. The view is audited before the page is drawn.
 * @throws Problem 404
 */
export async function admitToChart(change: DeskChange, ref: ChartRef): Promise<StoredFile> {
  const { request } = await getRequest(change, ref.uid);
  const { file } = await getHeld(change, ref);
  await change.auditLook(resource('recordRequest', request));
  return file;
}

/**
 * Returns the image of a page of a held file that {@link admitToChart} has returned. Call it outside any
 * transaction.
 * @throws Problem 404 for a page that doesn't exist or can't be drawn
 */
export async function drawHeldPage(
  parts: DrawingParts & Pick<FileParts, 'db'>,
  file: StoredFile,
  number: number,
): Promise<Buffer> {
  const picture = await drawStoredPage(parts, file, number);
  if (picture === undefined) throw notFound('the file has no such page');
  return picture;
}

/** A decision on a held file. */
export interface ChartDecision {
  readonly kind: 'release' | 'reject';
  /** Kept in the audit log. */
  readonly reason: string | undefined;
}

const reasonMissing: Readonly<Record<ChartDecision['kind'], string>> = {
  release: "Enter why the file is about the patient. It's kept in the audit log.",
  reject: "Enter why the file isn't about the patient. It's kept in the audit log.",
};

/**
 * Decides on a held file, unless the record request's files are assigned to another operator: releases it to
 * the customer, or deletes it, after which operators go on with the facility (DESK-48). Once a file is
 * released, the names and birth dates of its check aren't needed, and are erased.
 * @throws OperatorError without a reason, and naming the assigned operator; Problem 404 for a file that isn't
 * held anymore
 */
export async function decideChart(
  change: DeskChange,
  ref: ChartRef,
  { kind, reason }: ChartDecision,
): Promise<void> {
  if (reason === undefined) throw new OperatorError(reasonMissing[kind]);
  await getRequest(change, ref.uid);
  await workOn(change, { kind: 'chart', uid: ref.uid }, async () => {
    const { project, request } = await lockOperatorsRecordRequest(change.tx, { recordRequestUid: ref.uid });
    const { file, check } = await getHeld(change, ref);
    if (kind === 'reject') {
      await removeFile(change, file);
      await dropAnswer(change, request);
    } else {
      const others = check.others.map(other => ({ ...other, statedName: null, statedBirthDate: null }));
      await updateChartCheck(change.tx, { ...check, others, releasedAt: change.now });
      await releaseFile(change.tx, file);
    }
    const settled = await settleAnswer(change, request);
    await signalRecordRequests(change, project, [settled]);
    const changes = { file: uidOf(file.uid), ...movedBy(request, settled) };
    const event = kind === 'release' ? 'recordRequest.releaseHeld' : 'recordRequest.rejectHeld';
    await change.audit(resource('recordRequest', request), event, changes, reason);
  });
}
