/** The invoices of fees: a PDF or a picture, which operators attach. */
import { uidOf } from '../../domain/changes';
import { deliveryTeam } from '../../domain/actor';
import type { OperatorPrincipal } from '../../access/principal';
import { isSandbox } from '../../domain/projects/project';
import { contentTypeOfFile, startBytes } from '../../domain/record-requests/content-type';
import { invoiceFault, invoiceTypes, wrongInvoiceType, type Fee } from '../../domain/record-requests/fees';
import { visibleFileName } from '../../domain/record-requests/file-name';
import { recordRequestFileKey } from '../../files/key-layout';
import { uuidv7 } from '../../platform/ids';
import { insertFile, type StoredFile } from '../../store/files/stored-files';
import { updateFee } from '../../store/record-requests/fees';
import { resource, runChange, type FileParts } from '../change';
import { OperatorError } from '../operator-error';
import {
  getOperatorsRecordRequest,
  lockOperatorsRecordRequest,
  type OperatorsRecordRequest,
} from '../operators';
import { getFee } from './fees';
import { removeUnlessOnRecord, takeFileName } from '../files/file-records';

/**
 * Checks that a fee can get an invoice with a name.
 * @throws OperatorError in a sandbox project, for a name that isn't allowed, another type of file, a fee that
 * was rejected or withdrawn, and one that has an invoice
 */
export function assertTakesInvoice(
  { project }: Pick<OperatorsRecordRequest, 'project'>,
  fee: Fee,
  fileName: string,
): void {
  if (isSandbox(project))
    throw new OperatorError(
      "You can't attach files in a sandbox project, because stub data and real data must not mix.",
    );
  const fault = invoiceFault(fileName);
  if (fault !== undefined) throw new OperatorError(fault);
  if (fee.status === 'Rejected' || fee.status === 'Withdrawn')
    throw new OperatorError(
      'The fee was rejected or withdrawn. Enter another fee, and attach the invoice to it.',
    );
  if (fee.invoiceFileUid !== null)
    throw new OperatorError(
      'The fee already has an invoice. To replace it, withdraw the fee and enter it again.',
    );
}

/** An uploaded invoice. */
export interface InvoiceToAttach {
  readonly recordRequestUid: string;
  readonly feeUid: string;
  readonly fileName: string;
  /** Writes its bytes to a place in the store. */
  readonly bring: (storageKey: string) => Promise<void>;
}

/**
 * Attaches an invoice to a fee. The bytes are stored first, under our own key, and recorded in one
 * transaction.
 * @throws OperatorError as {@link assertTakesInvoice}, and for bytes of another type; Problem 404
 */
export async function attachInvoice(
  parts: FileParts,
  principal: OperatorPrincipal,
  { recordRequestUid, feeUid, bring, ...given }: InvoiceToAttach,
): Promise<void> {
  const fileName = visibleFileName(given.fileName);
  const ref = { recordRequestUid };
  const found = await getOperatorsRecordRequest(parts.db, ref);
  assertTakesInvoice(found, await getFee(parts.db, found.request, feeUid), fileName);
  const { companyUid } = found.request;
  const uid = uuidv7(parts.clock.now());
  const place = { recordRequestUid, area: 'invoices' } as const;
  const storageKey = recordRequestFileKey({ ...place, companyUid }, uid);
  try {
    await bring(storageKey);
    const object = await parts.files.head(storageKey);
    if (object === undefined)
      throw new OperatorError('The upload is no longer there. Upload the file again.');
    const contentType = contentTypeOfFile(await parts.files.readStart(storageKey, startBytes), fileName);
    if (!invoiceTypes.has(contentType)) throw new OperatorError(wrongInvoiceType);
    const act = { principal, requestId: null, event: 'fee.attachInvoice' };
    await runChange(parts, act, async change => {
      const locked = await lockOperatorsRecordRequest(change.tx, ref);
      const fee = await getFee(change.tx, locked.request, feeUid);
      assertTakesInvoice(locked, fee, fileName);
      const file: StoredFile = {
        ...object,
        ...place,
        uid,
        companyUid,
        storageKey,
        contentType,
        fileName: await takeFileName(change.tx, place, fileName),
        folder: null,
        returnNumber: 1,
        pages: null,
        uploadedBy: deliveryTeam,
        offeredTo: null,
        offeredAt: null,
        createdAt: change.now,
      };
      await insertFile(change.tx, file);
      const { now: updatedAt } = change;
      await updateFee(change.tx, { ...fee, invoiceFileUid: uid, version: fee.version + 1, updatedAt });
      const attached = { fee: uidOf(fee.uid), file: uidOf(uid) };
      await change.audit(resource('recordRequest', locked.request), 'fee.attachInvoice', attached);
    });
  } catch (error) {
    await removeUnlessOnRecord(parts, uid, storageKey);
    throw error;
  }
}
