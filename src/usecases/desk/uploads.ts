import { noDetail } from '../../domain/audit-events';
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
import { attachInvoice } from '../fees/fee-invoices';
import { assertAttachable, attachFile, type AttachedAs } from '../files/operator-files';
import { assertNotHeld, workOn } from './queue';
import { makeOneOnce } from '../sent-forms';

/** The largest upload from a browser, in bytes. Larger files are attached with the admin command. */
export const uploadBytesMax = 1024 ** 3;
/** How long an upload stays in the store without being attached. */
const waitsMs = 24 * 3_600_000;

/** The description of a file to upload. */
export type UploadInput = Pick<DeskUpload, 'fileName' | 'isNewReturn' | 'isPartOfPlan'> & {
  readonly attachedAs: AttachedAs;
  /** The key of the form: one that is sent twice prepares one upload. */
  readonly formKey: string;
};

/**
 * Stores the description of a file to upload, whose bytes are removed if it isn't attached.
 * @returns its uid
 */
export async function insertOfferedUpload(
  change: DeskChange,
  upload: Omit<DeskUpload, 'uid' | 'createdAt'>,
): Promise<string> {
  const uid = change.newUid();
  await insertUpload(change.tx, { ...upload, uid, createdAt: change.now });
  const dueAt = new Date(change.now.getTime() + waitsMs);
  await insertObjectRemovals(change.tx, [{ storageKey: deskUploadKey(uid), dueAt }]);
  return uid;
}

/**
 * Prepares a file upload by an operator, unless the record request is assigned to another one (DESK-33). The
 * upload goes to a temporary place: the form can be submitted again, and that must not change the attached
 * file.
 * @returns the uid of the upload
 * @throws OperatorError as `attachFile`, as far as it can be known beforehand, and naming the assigned
 * operator; Problem 404
 */
export async function offerUpload(change: DeskChange, uid: string, form: UploadInput): Promise<string> {
  if ((await findRecordRequestByUid(change.tx, uid)) === undefined)
    throw notFound('there is no such record request');
  const offer = async (): Promise<string> => {
    const found = await lockOperatorsRecordRequest(change.tx, { recordRequestUid: uid });
    const { attachedAs, ...file } = form;
    await assertAttachable(change.tx, found, { ...file, as: attachedAs, sizeBytes: 1 });
    const uploadUid = await insertOfferedUpload(change, {
      recordRequestUid: uid,
      attachedAs,
      feeUid: null,
      fileName: file.fileName,
      isNewReturn: file.isNewReturn,
      isPartOfPlan: file.isPartOfPlan,
    });
    await change.audit(resource('recordRequest', found.request), 'recordRequest.offerUpload', noDetail);
    return uploadUid;
  };
  return workOn(change, { kind: 'recordRequest', uid }, () => makeOneOnce(change, form.formKey, offer));
}

/**
 * Returns the description of a pending file, and the facility of its request.
 * @throws Problem 404 if the record request awaits none
 */
export async function getUpload(
  executor: Executor,
  { uid, uploadUid }: { readonly uid: string; readonly uploadUid: string },
): Promise<DeskUpload & { readonly siteName: string }> {
  const upload = await findUpload(executor, uploadUid);
  const request = await findRecordRequestByUid(executor, uid);
  if (request === undefined || upload?.recordRequestUid !== uid)
    throw notFound('the record request awaits no such file');
  return { ...upload, siteName: request.submittedSiteName };
}

/**
 * Returns a form that uploads the file from a browser directly to the store, as described and up to the
 * maximum size (DESK-33).
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
 * Attaches an uploaded file with the use case of the admin command, or an invoice to its fee, unless the
 * record request or its fees are assigned to another operator (DESK-33).
 * @returns false while it hasn't arrived
 * @throws OperatorError as `attachFile`, and naming the assigned operator
 */
export async function takeUpload(
  parts: FileParts,
  principal: DeskPrincipal,
  upload: DeskUpload,
): Promise<boolean> {
  const { db, files, clock } = parts;
  const { uid, recordRequestUid, attachedAs, feeUid, fileName, isNewReturn, isPartOfPlan } = upload;
  const key = deskUploadKey(uid);
  const object = await files.head(key);
  if (object === undefined) return false;
  if (object.sizeBytes > uploadBytesMax) throw new OperatorError('The file is too large for the desk.');
  const ref = { kind: feeUid === null ? 'recordRequest' : 'fee', uid: recordRequestUid } as const;
  await assertNotHeld({ tx: db, now: clock.now(), principal }, ref);
  const { sizeBytes } = object;
  const bring = (storageKey: string): Promise<void> => files.copy(key, storageKey);
  if (feeUid !== null) await attachInvoice(parts, principal, { recordRequestUid, feeUid, fileName, bring });
  else if (attachedAs !== 'invoice')
    await attachFile(
      parts,
      principal,
      { recordRequestUid },
      { as: attachedAs, fileName, isNewReturn, isPartOfPlan, sizeBytes, bring },
    );
  await deleteUpload(db, uid);
  await files.remove(key);
  return true;
}
