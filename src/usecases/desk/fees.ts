/** The fees of a record request, as operators enter and resolve them at the desk (DESK-52). */
import { uidOf } from '../../domain/changes';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { QueueItem } from '../../domain/desk/queue';
import { notFound } from '../../domain/problem';
import type { Project } from '../../domain/projects/project';
import type { Fee, FeeEntry, FeeWork } from '../../domain/record-requests/fees';
import { visibleFileName } from '../../domain/record-requests/file-name';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { clockIn } from '../../domain/time-zones';
import type { ObjectStore } from '../../files/object-store';
import { listFees } from '../../store/record-requests/fees';
import { findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { getCompanyByUid } from '../../store/tenants/tenants';
import { resource, type DeskChange } from '../change';
import { OperatorError } from '../operator-error';
import {
  getOperatorsRecordRequest,
  lockOperatorsRecordRequest,
  type OperatorsRecordRequest,
} from '../operators';
import { assertTakesInvoice } from '../fees/fee-invoices';
import { enterFee, getFee, getInvoice, resolveFee, type SeenFee } from '../fees/fees';
import { findItem, workOn } from './queue';
import { makeOneOnce } from '../sent-forms';
import { insertOfferedUpload } from './uploads';

/** The fees of a record request. */
export interface ShownFees {
  readonly project: Project;
  readonly request: RecordRequest;
  /** Oldest first. */
  readonly fees: readonly Fee[];
  /** Up to which amount the company approves fees in advance; `null` for none. */
  readonly limitCents: number | null;
  readonly item: QueueItem | undefined;
  readonly today: CalendarDate;
}

async function getRequest(change: DeskChange, uid: string): Promise<OperatorsRecordRequest> {
  if ((await findRecordRequestByUid(change.tx, uid)) === undefined)
    throw notFound('there is no such record request');
  return getOperatorsRecordRequest(change.tx, { recordRequestUid: uid });
}

/** Returns the fees of a record request. The view is audited. @throws Problem 404 */
export async function showFees(change: DeskChange, uid: string): Promise<ShownFees> {
  const { project, request } = await getRequest(change, uid);
  await change.auditLook(resource('recordRequest', request));
  return {
    project,
    request,
    fees: await listFees(change.tx, uid),
    limitCents: (await getCompanyByUid(change.tx, request.companyUid)).feeLimitCents,
    item: await findItem(change, { kind: 'fee', uid }),
    today: clockIn(project.timeZone, change.now).day,
  };
}

/**
 * Enters a fee, unless the fees of the request are assigned to another operator.
 * @throws OperatorError as `enterFee`, and naming the assigned operator; Problem 404
 */
export async function enterFeeAtDesk(
  change: DeskChange,
  uid: string,
  { seenFees, ...entry }: FeeEntry & { readonly seenFees: number },
): Promise<Fee> {
  await getRequest(change, uid);
  return workOn(change, { kind: 'fee', uid }, () =>
    enterFee(change, { recordRequestUid: uid }, entry, seenFees),
  );
}

/**
 * Works on a fee, unless the fees of the request are assigned to another operator.
 * @throws OperatorError as `resolveFee`, for a payment in the future, and naming the assigned operator;
 * Problem 404
 */
export async function resolveFeeAtDesk(
  change: DeskChange,
  uid: string,
  seen: SeenFee,
  work: FeeWork,
): Promise<void> {
  const { project } = await getRequest(change, uid);
  if (work.kind === 'pay' && work.paidOn > clockIn(project.timeZone, change.now).day)
    throw new OperatorError("The payment date can't be in the future.");
  await workOn(change, { kind: 'fee', uid }, () => resolveFee(change, { recordRequestUid: uid }, seen, work));
}

/** The invoice that a form names, and its fee. */
export interface InvoiceInput {
  readonly feeUid: string;
  readonly fileName: string;
  /** The key of the form: one that is sent twice prepares one upload. */
  readonly formKey: string;
}

/**
 * Prepares the upload of a fee's invoice, like every upload of the desk (DESK-33).
 * @returns the uid of the upload
 * @throws OperatorError as `assertTakesInvoice`, and naming the assigned operator; Problem 404
 */
export async function offerInvoice(
  change: DeskChange,
  uid: string,
  { feeUid, fileName, formKey }: InvoiceInput,
): Promise<string> {
  await getRequest(change, uid);
  const offer = async (): Promise<string> => {
    const found = await lockOperatorsRecordRequest(change.tx, { recordRequestUid: uid });
    const visibleName = visibleFileName(fileName);
    assertTakesInvoice(found, await getFee(change.tx, found.request, feeUid), visibleName);
    const uploadUid = await insertOfferedUpload(change, {
      recordRequestUid: uid,
      attachedAs: 'invoice',
      feeUid,
      fileName: visibleName,
      isNewReturn: false,
      isPartOfPlan: false,
    });
    const subject = resource('recordRequest', found.request);
    await change.audit(subject, 'fee.offerInvoice', { fee: uidOf(feeUid) });
    return uploadUid;
  };
  return workOn(change, { kind: 'fee', uid }, () => makeOneOnce(change, formKey, offer));
}

/** Creates a URL for downloading a fee's invoice. The view is audited. @throws Problem 404 */
export async function invoiceUrl(
  change: DeskChange,
  files: Pick<ObjectStore, 'presignDownload'>,
  { uid, feeUid }: { readonly uid: string; readonly feeUid: string },
): Promise<string> {
  const { request } = await getRequest(change, uid);
  const file = await getInvoice(change.tx, await getFee(change.tx, request, feeUid));
  await change.auditLook(resource('recordRequest', request));
  return files.presignDownload(file.storageKey, file.fileName, change.now, file.contentType).url;
}
