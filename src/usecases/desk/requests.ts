import type { QueueItem } from '../../domain/desk/queue';
import { notFound } from '../../domain/problem';
import type { PacketWay } from '../../domain/record-requests/packet';
import type { RecordRequestStatus } from '../../domain/record-requests/record-request';
import type { SiteContact } from '../../domain/record-requests/site-contact';
import type { ObjectStore } from '../../files/object-store';
import { findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { findFileByUid } from '../../store/files/stored-files';
import type { DeskChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest } from '../operators';
import { attachableAreas, inspectFile, type AttachedAs } from '../record-requests/operator-files';
import {
  changeRecordRequestStatus,
  inspectRecordRequest,
  type RecordRequestOverview,
} from '../record-requests/operator-requests';
import { noteContact } from '../record-requests/follow-ups';
import { createOperatorsNote } from '../record-requests/notes';
import { askForPacket, inspectPacket, markPacketSent } from '../record-requests/packets';
import { findItem, workOn } from './queue';

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
  | ({ readonly kind: 'contact' } & SiteContact)
  | { readonly kind: 'note'; readonly content: string };

/** @throws Problem 404 if there is no such record request */
async function assertRequest(change: DeskChange, uid: string): Promise<void> {
  if ((await findRecordRequestByUid(change.tx, uid)) === undefined)
    throw notFound('there is no such record request');
}

/**
 * Returns a record request with its site, timeline, notes, files, and assigned operator (DESK-22). @throws
 * Problem 404
 */
export async function showRequest(
  change: DeskChange,
  uid: string,
): Promise<RecordRequestOverview & { readonly item: QueueItem | undefined }> {
  await assertRequest(change, uid);
  return {
    ...(await inspectRecordRequest(change, { recordRequestUid: uid })),
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
 * @throws OperatorError as they do, for an outdated version, and naming the assigned operator; Problem 404
 */
export async function workOnRequest(
  change: DeskChange,
  uid: string,
  version: number,
  act: RequestAct,
): Promise<void> {
  await assertRequest(change, uid);
  const ref = { recordRequestUid: uid };
  await workOn(change, { kind: 'recordRequest', uid }, async () => {
    switch (act.kind) {
      case 'move':
        await assertSeen(change, uid, version);
        return changeRecordRequestStatus(change, { ...ref, ...act });
      case 'markSent':
        await assertSeen(change, uid, version);
        return markPacketSent(change, ref, act);
      case 'contact':
        await assertSeen(change, uid, version);
        return noteContact(change, ref, act);
      case 'note':
        return createOperatorsNote(change, ref, act.content);
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

/** Returns the files of the packet to send now, with download URLs. @throws OperatorError; Problem 404 */
export async function packetUrls(
  change: DeskChange,
  files: Pick<ObjectStore, 'presignDownload'>,
  uid: string,
): ReturnType<typeof inspectPacket> {
  await assertRequest(change, uid);
  return inspectPacket(change, files, { recordRequestUid: uid });
}
