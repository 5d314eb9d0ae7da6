/** The fees of record requests, as support enters them and members decide on them. */
import type { ConsolePrincipal } from '../../access/principal';
import { assertPermission } from '../../access/authorize';
import { uidOf } from '../../domain/changes';
import { notFound, Problem } from '../../domain/problem';
import { isClosed } from '../../domain/projects/project';
import {
  newFee,
  respond,
  settledBy,
  takesFees,
  workOnFee,
  type Fee,
  type FeeEntry,
  type FeeResponse,
  type FeeWork,
} from '../../domain/record-requests/fees';
import { feesMax } from '../../domain/record-requests/limits';
import type { ObjectStore } from '../../files/object-store';
import { findFileByUid, type StoredFile } from '../../store/files/stored-files';
import { findFee, insertFee, listFees, updateFee } from '../../store/record-requests/fees';
import { getCompanyByUid } from '../../store/tenants/tenants';
import type { Executor } from '../../store/database';
import { actorOf, resource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest, type RecordRequestRef as OperatorsRef } from '../operators';
import { notifyApprovers } from '../notifications/fee-mails';
import { memberChangeOf, readVisiblePatient } from '../patients/member-patients';
import type { Reading } from '../reading';
import { getRecordRequest, lockRecordRequest } from '../record-requests/lookup';
import type { SeenRequestRef } from '../record-requests/member-requests';

const sinceThen = 'The fees have changed since you opened the page. Check them again, then decide.';

/**
 * Enters a fee of a facility: approved at once within the company's limit, else for a member to decide
 * (REQUEST-43). It settles the fees that were rejected before.
 * @param seenFees how many fees the form showed, so that a form that is sent twice enters one
 * @throws OperatorError for a closed project, an ended request, too many fees, and if another one was entered
 */
export async function enterFee(
  change: OperatorChange,
  ref: OperatorsRef,
  entry: FeeEntry,
  seenFees: number,
): Promise<Fee> {
  const { tx, now: createdAt } = change;
  const { project, request } = await lockOperatorsRecordRequest(tx, ref);
  if (isClosed(project)) throw new OperatorError('The project is closed, so no one can approve a fee.');
  if (!takesFees(request.status))
    throw new OperatorError("The record request has ended without records, so you can't add fees.");
  const earlier = await listFees(tx, request.uid);
  if (earlier.length !== seenFees) throw new OperatorError(sinceThen);
  if (earlier.length >= feesMax)
    throw new OperatorError(`The record request already has ${feesMax} fees, the maximum.`);
  const { uid: recordRequestUid, companyUid } = request;
  const { feeLimitCents } = await getCompanyByUid(tx, companyUid);
  const fee = newFee(
    { ...entry, uid: change.newUid(), companyUid, recordRequestUid, createdAt },
    feeLimitCents,
  );
  for (const settled of settledBy(earlier, createdAt)) await updateFee(tx, settled);
  await insertFee(tx, fee);
  await notifyApprovers(change, project, fee);
  const { amountCents, basis, isWithinLimit } = fee;
  const entered = { fee: uidOf(fee.uid), amountCents, basis, isWithinLimit };
  await change.audit(resource('recordRequest', request), 'fee.enter', entered);
  return fee;
}

/** A fee, and the version that a form showed. */
export interface SeenFee {
  readonly feeUid: string;
  readonly version: number;
}

/** Returns a fee of a request. @throws Problem 404 */
export async function getFee(
  executor: Executor,
  { uid }: { readonly uid: string },
  feeUid: string,
): Promise<Fee> {
  const fee = await findFee(executor, feeUid);
  if (fee?.recordRequestUid !== uid) throw notFound('the record request has no such fee');
  return fee;
}

/**
 * Answers a question about a fee, withdraws it, closes a rejected one, or records its payment (DESK-52).
 * @throws OperatorError if the fee has changed since, and for a payment in the future; Problem 404
 */
export async function resolveFee(
  change: OperatorChange,
  ref: OperatorsRef,
  { feeUid, version }: SeenFee,
  work: FeeWork,
): Promise<void> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  const fee = await getFee(change.tx, request, feeUid);
  const after = fee.version === version ? workOnFee(fee, work, change.now) : undefined;
  if (after === undefined) throw new OperatorError(sinceThen);
  await updateFee(change.tx, after);
  await notifyApprovers(change, project, after);
  await change.audit(resource('recordRequest', request), `fee.${work.kind}`, { fee: uidOf(fee.uid) });
}

/**
 * Approves or rejects a fee, or asks about it, as a member (CONSOLE-90).
 * @throws Problem 403 without `ApproveFees` and `ViewRecordRequests`, 404, `project.closed`,
 * `console.formStale` if the fee has changed since the form was shown, or the request takes no fees anymore
 */
export async function respondToFee(
  change: Change<ConsolePrincipal>,
  { patientUid, recordRequestUid, feeUid, version }: SeenRequestRef & SeenFee,
  response: FeeResponse,
): Promise<void> {
  const { tx, principal, now } = change;
  assertPermission(principal, 'ViewRecordRequests');
  const { patientId, inProject } = await memberChangeOf(change, 'ApproveFees', patientUid);
  const request = await lockRecordRequest(inProject, { patientId, recordRequestId: recordRequestUid });
  const fee = await getFee(tx, request, feeUid);
  const isCurrent = fee.version === version && takesFees(request.status);
  const after = isCurrent ? respond(fee, response, actorOf(principal), now) : undefined;
  if (after === undefined) throw new Problem('console.formStale');
  await updateFee(tx, after);
  const { amountCents } = fee;
  const subject = resource('recordRequest', request);
  if (response.kind === 'ask') await change.audit(subject, 'fee.ask', { fee: uidOf(fee.uid) });
  else await change.audit(subject, `fee.${response.kind}`, { fee: uidOf(fee.uid), amountCents });
}

/** Returns the invoice of a fee. @throws Problem 404 if it has none */
export async function getInvoice(executor: Executor, fee: Pick<Fee, 'invoiceFileUid'>): Promise<StoredFile> {
  const file = fee.invoiceFileUid === null ? undefined : await findFileByUid(executor, fee.invoiceFileUid);
  if (file === undefined || file.etag === null) throw notFound('the fee has no invoice');
  return { ...file, etag: file.etag };
}

/**
 * Creates a URL for downloading the invoice of a fee, as a member.
 * @throws Problem 403 without `ViewRecordRequests`, 404
 */
export async function openInvoice(
  { files }: { readonly files: Pick<ObjectStore, 'presignDownload'> },
  reading: Reading,
  { patientUid, recordRequestUid, feeUid }: SeenRequestRef & { readonly feeUid: string },
): Promise<string> {
  assertPermission(reading.principal, 'ViewRecordRequests');
  const { patient, inProject } = await readVisiblePatient(reading, patientUid);
  const ref = { patientId: patient.id, recordRequestId: recordRequestUid };
  const request = await getRecordRequest(inProject, ref);
  const invoice = await getInvoice(reading.db, await getFee(reading.db, request, feeUid));
  return files.presignDownload(invoice.storageKey, invoice.fileName, reading.now, invoice.contentType).url;
}
