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

/** What an operator does about a record request. */
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

/** @throws Problem 404 when there is no such record request */
async function assertRequest(change: DeskChange, uid: string): Promise<void> {
  if ((await findRecordRequestByUid(change.tx, uid)) === undefined)
    throw notFound('there is no such record request');
}

/**
 * A record request with its site, timeline, notes and files, and who has it (DESK-22). @throws Problem 404
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

/** Refuses what was made of another state of the request. @throws OperatorError */
async function assertSeen(change: DeskChange, uid: string, version: number): Promise<void> {
  const { request } = await lockOperatorsRecordRequest(change.tx, { recordRequestUid: uid });
  if (request.version !== version)
    throw new OperatorError(
      `The record request has changed since version ${version}: look again, then decide on what is ` +
        'there now.',
    );
}

/**
 * Works on a record request by the use cases of the admin command, about the version that the page showed,
 * unless another operator has it (DESK-22).
 * @throws OperatorError as they do, for a version that is no longer, and that says who has it; Problem 404
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
 * Has the packet of a record request made anew, unless another operator has it (DESK-22).
 * @throws OperatorError as `askForPacket`, and that says who has it; Problem 404
 */
export async function askForPacketAtDesk(change: DeskChange, uid: string): Promise<void> {
  await assertRequest(change, uid);
  await workOn(change, { kind: 'recordRequest', uid }, () => askForPacket(change, { recordRequestUid: uid }));
}

/** The area of a file, as it is attached. */
function attachedAs(area: string): AttachedAs | undefined {
  const names = Object.keys(attachableAreas) as AttachedAs[];
  return names.find(name => attachableAreas[name] === area);
}

/**
 * Where a file of a record request downloads, for an hour; handing it out is audited as reading it (DESK-22).
 * @param fileUid and not its name: that may tell of a patient, and stands in no address of ours
 * @throws Problem 404 for a file that it has not
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

/**
 * The files of the packet that is to be sent now, each with where it downloads. @throws OperatorError;
 * Problem 404
 */
export async function packetUrls(
  change: DeskChange,
  files: Pick<ObjectStore, 'presignDownload'>,
  uid: string,
): ReturnType<typeof inspectPacket> {
  await assertRequest(change, uid);
  return inspectPacket(change, files, { recordRequestUid: uid });
}
