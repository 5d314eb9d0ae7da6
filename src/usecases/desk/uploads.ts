import type { DeskPrincipal } from '../../access/principal';
import { notFound } from '../../domain/problem';
import { contentTypeOf } from '../../domain/record-requests/file-name';
import { deskUploadKey } from '../../files/key-layout';
import type { ObjectStore, PresignedForm } from '../../files/object-store';
import type { Executor } from '../../store/database';
import { deleteUpload, findUpload, insertUpload, type DeskUpload } from '../../store/desk/uploads';
import { insertObjectRemovals } from '../../store/files/object-removals';
import { findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { resource, type DeskChange, type FileParts } from '../change';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest } from '../operators';
import { assertAttachable, attachFile } from '../record-requests/operator-files';
import { assertNotHeld, workOn } from './queue';

/** The most bytes of a file that comes from a browser; larger ones are attached by the admin command. */
export const uploadBytesMax = 1024 ** 3;
/** How long what came, and was not attached, lies in the store. */
const waitsMs = 24 * 3_600_000;

/** What an operator says of a file that they are to upload. */
export type UploadSaid = Pick<DeskUpload, 'attachedAs' | 'fileName' | 'isNewReturn' | 'isPartOfPlan'>;

/**
 * Makes a place for a file that an operator is to upload, unless another operator has the record request
 * (DESK-33). It is not the place where it will lie: who has the form can upload again, and what is on record
 * does not change by that.
 * @returns the uid of the upload
 * @throws OperatorError as `attachFile`, as far as it can be said before, and that says who has it; Problem
 *   404
 */
export async function offerUpload(change: DeskChange, uid: string, form: UploadSaid): Promise<string> {
  if ((await findRecordRequestByUid(change.tx, uid)) === undefined)
    throw notFound('there is no such record request');
  return workOn(change, { kind: 'recordRequest', uid }, async () => {
    const found = await lockOperatorsRecordRequest(change.tx, { recordRequestUid: uid });
    const { attachedAs, ...file } = form;
    await assertAttachable(change.tx, found, { ...file, as: attachedAs, sizeBytes: 1 });
    const uploadUid = change.newUid();
    await insertUpload(change.tx, {
      uid: uploadUid,
      recordRequestUid: uid,
      attachedAs,
      createdAt: change.now,
      fileName: file.fileName,
      isNewReturn: file.isNewReturn,
      isPartOfPlan: file.isPartOfPlan,
    });
    const dueAt = new Date(change.now.getTime() + waitsMs);
    await insertObjectRemovals(change.tx, [{ storageKey: deskUploadKey(uploadUid), dueAt }]);
    await change.audit(resource('recordRequest', found.request));
    return uploadUid;
  });
}

/**
 * What was said of a file that is to come. @throws Problem 404 where the record request awaits no such one
 */
export async function getUpload(
  executor: Executor,
  { uid, uploadUid }: { readonly uid: string; readonly uploadUid: string },
): Promise<DeskUpload> {
  const upload = await findUpload(executor, uploadUid);
  if (upload?.recordRequestUid !== uid) throw notFound('the record request awaits no such file');
  return upload;
}

/**
 * A form that sends the file from a browser to the store itself, as what was said of it, and with no more
 * bytes than may be (DESK-33).
 */
export function presignUpload(
  files: Pick<ObjectStore, 'presignForm'>,
  { uid, fileName }: DeskUpload,
  { at, returnTo }: { readonly at: Date; readonly returnTo: string },
): PresignedForm {
  return files.presignForm(
    deskUploadKey(uid),
    { contentType: contentTypeOf(fileName), bytesMax: uploadBytesMax, returnTo },
    at,
  );
}

/**
 * Attaches a file that has come, by the use case of the admin command, unless another operator has the record
 * request (DESK-33).
 * @returns false while it has not come
 * @throws OperatorError as `attachFile`, and that says who has it
 */
export async function takeUpload(
  parts: FileParts,
  principal: DeskPrincipal,
  upload: DeskUpload,
): Promise<boolean> {
  const { db, files, clock } = parts;
  const { uid, recordRequestUid, attachedAs, fileName, isNewReturn, isPartOfPlan } = upload;
  const key = deskUploadKey(uid);
  const object = await files.head(key);
  if (object === undefined) return false;
  if (object.sizeBytes > uploadBytesMax) throw new OperatorError('The file is too large for the desk.');
  const ref = { kind: 'recordRequest', uid: recordRequestUid } as const;
  await assertNotHeld({ tx: db, now: clock.now(), principal }, ref);
  await attachFile(
    parts,
    principal,
    { recordRequestUid },
    {
      as: attachedAs,
      fileName,
      isNewReturn,
      isPartOfPlan,
      sizeBytes: object.sizeBytes,
      bring: storageKey => files.copy(key, storageKey),
    },
  );
  await deleteUpload(db, uid);
  await files.remove(key);
  return true;
}
