import type { Project } from '../../domain/projects/project';
import type { QueueItem } from '../../domain/desk/queue';
import { notFound } from '../../domain/problem';
import type { PacketWay } from '../../domain/record-requests/packet';
import { comparePacket, type Comparison } from '../../domain/record-requests/packet-comparison';
import { requestNumberIn } from '../../domain/record-requests/request-number';
import type { RecordRequest, RecordRequestStatus } from '../../domain/record-requests/record-request';
import { isUuid } from '../../domain/text';
import { clockIn } from '../../domain/time-zones';
import type { ObjectStore } from '../../files/object-store';
import type { Executor } from '../../store/database';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import { findPatientByUid } from '../../store/patients/patients';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import { getCompanyName } from '../../store/tenants/tenants';
import { findRecordRequestByUid, findUidByNumber } from '../../store/record-requests/record-requests';
import { findFileByUid } from '../../store/files/stored-files';
import type { DeskChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest } from '../operators';
import { attachableAreas, inspectFile, type AttachedAs } from '../files/operator-files';
import {
  changeRecordRequestStatus,
  inspectRecordRequest,
  type RecordRequestOverview,
} from '../record-requests/operator-requests';
import { noteContact, type OperatorsContact } from '../record-requests/contacts';
import { createOperatorsNote } from '../record-requests/notes';
import { askForPacket, inspectPacket, markPacketSent, type FileToSend } from '../packets/packets';
import { findItem, workOn } from './queue';
import { makeOneOnce } from '../sent-forms';

/** An operator's action on a record request. */
export type RequestAct =
  | {
      readonly kind: 'move';
      readonly status: RecordRequestStatus;
      readonly isWithoutFiles: boolean;
      readonly reason: string | undefined;
      readonly tell: string | undefined;
    }
  | { readonly kind: 'markSent'; readonly way: PacketWay; readonly trackingNumber: string | undefined }
  | ({ readonly kind: 'contact' } & OperatorsContact)
  | { readonly kind: 'note'; readonly content: string; readonly formKey: string };

/** @throws Problem 404 if there is no such record request */
async function assertRequest(change: DeskChange, uid: string): Promise<void> {
  if ((await findRecordRequestByUid(change.tx, uid)) === undefined)
    throw notFound('there is no such record request');
}

/**
 * Returns the uid of the record request with a number or uid, as it is typed from a letter or a fax
 * (DESK-59).
 * @throws OperatorError if there is none
 */
export async function findRequestAtDesk(db: Executor, typed: string): Promise<string> {
  const text = typed.trim();
  const requestNumber = requestNumberIn(text);
  if (requestNumber === null && !isUuid(text))
    throw new OperatorError('Enter a request number, like RR-482-177-3056, or a record request ID.');
  const found =
    requestNumber === null
      ? (await findRecordRequestByUid(db, text.toLowerCase()))?.uid
      : await findUidByNumber(db, requestNumber);
  if (found === undefined)
    throw new OperatorError('No record request has this number or ID. Check it, and try again.');
  return found;
}

/** A record request, as an operator works on it at the desk. */
export interface ShownRequest extends RecordRequestOverview {
  readonly item: QueueItem | undefined;
  readonly comparison: EnclosedComparison;
}

/** The comparison of a request with its authorization, or why there is none. */
export type EnclosedComparison = readonly Comparison[] | 'noDocument' | 'notRead';

/** Compares a request with the reading of the authorization on file, which its packet encloses (DESK-46). */
async function compareEnclosed(
  { tx, now }: DeskChange,
  project: Project,
  request: RecordRequest,
): Promise<EnclosedComparison> {
  const patient = await findPatientByUid(tx, request.patientUid);
  if (patient === undefined || patient.authorizationEtag === null) return 'noDocument';
  const analysis = await findPatientAuthCheck(tx, patient.uid);
  if (analysis?.extraction == null || analysis.etag !== patient.authorizationEtag) return 'notRead';
  const site = (await findSite(tx, siteTenantOf(project), request.siteUid))?.site;
  const compared = {
    request,
    facilityNames: [request.submittedSiteName, ...(site === undefined ? [] : [site.name])],
    companyName: await getCompanyName(tx, request.companyUid),
  };
  return comparePacket(analysis.extraction.data, compared, clockIn(project.timeZone, now).day);
}

/**
 * Returns a record request with its site, timeline, notes, files, and assigned operator (DESK-22). @throws
 * Problem 404
 */
export async function showRequest(change: DeskChange, uid: string): Promise<ShownRequest> {
  await assertRequest(change, uid);
  const overview = await inspectRecordRequest(change, { recordRequestUid: uid });
  return {
    ...overview,
    comparison: await compareEnclosed(change, overview.project, overview.request),
    item: await findItem(change, { kind: 'recordRequest', uid }),
  };
}

/** Rejects a form made for another state of the request. @throws OperatorError */
async function assertSeen(change: DeskChange, uid: string, version: number): Promise<void> {
  const { request } = await lockOperatorsRecordRequest(change.tx, { recordRequestUid: uid });
  if (request.version !== version)
    throw new OperatorError(
      `The record request has changed since version ${version}. Check it again, then decide.`,
    );
}

/**
 * Works on a record request with the use cases of the admin command, for the version that the page showed,
 * unless it is assigned to another operator (DESK-22).
 * @returns `waits` for a status that changes once new files are checked
 * @throws OperatorError as they do, for an outdated version, and naming the assigned operator; Problem 404
 */
export async function workOnRequest(
  change: DeskChange,
  uid: string,
  version: number,
  act: RequestAct,
): Promise<'done' | 'waits'> {
  await assertRequest(change, uid);
  const ref = { recordRequestUid: uid };
  return workOn(change, { kind: 'recordRequest', uid }, async () => {
    switch (act.kind) {
      case 'move': {
        await assertSeen(change, uid, version);
        const { status } = await changeRecordRequestStatus(change, { ...ref, ...act });
        return status === act.status ? 'done' : 'waits';
      }
      case 'markSent':
        await assertSeen(change, uid, version);
        await markPacketSent(change, ref, act);
        return 'done';
      case 'contact':
        await assertSeen(change, uid, version);
        await noteContact(change, ref, act);
        return 'done';
      case 'note':
        await makeOneOnce(
          change,
          act.formKey,
          async () => (await createOperatorsNote(change, ref, act.content)).uid,
        );
        return 'done';
    }
  });
}

/**
 * Regenerates the packet of a record request, unless it is assigned to another operator (DESK-22).
 * @throws OperatorError as `askForPacket`, and naming the assigned operator; Problem 404
 */
export async function askForPacketAtDesk(change: DeskChange, uid: string): Promise<void> {
  await assertRequest(change, uid);
  await workOn(change, { kind: 'recordRequest', uid }, () => askForPacket(change, { recordRequestUid: uid }));
}

/** Returns the area of a file, as it is attached. */
function attachedAs(area: string): AttachedAs | undefined {
  const names = Object.keys(attachableAreas) as AttachedAs[];
  return names.find(name => attachableAreas[name] === area);
}

/**
 * Creates a download URL for a file of a record request, valid for an hour. Creating it is audited as a read
 * (DESK-22).
 * @param fileUid not its name, which could reveal a patient and is in none of our URLs
 * @throws Problem 404 for a file that it doesn't have
 */
export async function requestFileUrl(
  change: DeskChange,
  files: Pick<ObjectStore, 'presignDownload'>,
  { uid, fileUid }: { readonly uid: string; readonly fileUid: string },
): Promise<string> {
  const file = await findFileByUid(change.tx, fileUid);
  const as = file?.recordRequestUid === uid ? attachedAs(file.area) : undefined;
  if (file === undefined || as === undefined) throw notFound('the record request has no such file');
  return inspectFile(change, files, { recordRequestUid: uid }, { as, fileName: file.fileName });
}

/** The packet to send now: its files with download URLs, and how the authorization fits the request. */
export interface PacketToSend {
  readonly request: RecordRequest;
  readonly files: readonly FileToSend[];
  readonly comparison: EnclosedComparison;
}

/** Returns the packet to send now. @throws OperatorError; Problem 404 */
export async function packetToSend(
  change: DeskChange,
  files: Pick<ObjectStore, 'presignDownload'>,
  uid: string,
): Promise<PacketToSend> {
  await assertRequest(change, uid);
  const { project, request } = await lockOperatorsRecordRequest(change.tx, { recordRequestUid: uid });
  return {
    request,
    files: await inspectPacket(change, files, { recordRequestUid: uid }),
    comparison: await compareEnclosed(change, project, request),
  };
}
