// Objection: rows by key and short lists. SQL text: the conditions that the lists of requests share.
import { feeTakingStatuses, type Fee } from '../../domain/record-requests/fees';
import type { Executor, Transaction } from '../database';
import { FeeModel } from '../models/fee';
import { changesOf, columnsOf, valuesOf } from '../table';

const statuses = feeTakingStatuses.map(status => `'${status}'`).join(', ');

/** The condition that a fee `f` of a request `r` waits for the customer's approval. */
export const feeWaitsSql = `f.record_request_uid = r.uid and f.status = 'WaitingForApproval'
  and r.status in (${statuses})`;

/** The condition that a fee `f` waits for support to clarify it; its request takes fees. */
export const feeToClarifySql = "(f.status = 'Questioned' or f.status = 'Rejected' and f.settled_at is null)";

/** The condition that a fee `f` waits for support to pay it. */
export const feeToPaySql = "f.status = 'Approved' and f.paid_on is null";

/** The statuses of requests whose fees are entered and decided, as a list for SQL. */
export const feeTakingSql = `(${statuses})`;

/** The cents of the fees of a request `r` that aren't rejected or withdrawn; `null` without one. */
export const feeTotalSql = `(select sum(f.amount_cents)::int from fee f where f.record_request_uid = r.uid
      and (f.status = 'Approved'
        or f.status in ('WaitingForApproval', 'Questioned') and r.status in (${statuses})))`;

/** Stores a new fee; the caller holds the lock of its record request. */
export async function insertFee(tx: Transaction, fee: Fee): Promise<void> {
  await FeeModel.query(tx).insert(valuesOf(FeeModel, fee));
}

/** Stores a fee's current state; the caller holds the lock of its record request. */
export async function updateFee(tx: Transaction, fee: Fee): Promise<void> {
  await FeeModel.query(tx).findById(fee.uid).patch(changesOf(FeeModel, fee));
}

/** Returns the fee with this uid, of any request. */
export async function findFee(executor: Executor, uid: string): Promise<Fee | undefined> {
  return FeeModel.query(executor).select(columnsOf(FeeModel)).findById(uid).castTo<Fee | undefined>();
}

/** Lists the fees of a record request, oldest first. */
export async function listFees(executor: Executor, recordRequestUid: string): Promise<Fee[]> {
  return FeeModel.query(executor)
    .select(columnsOf(FeeModel))
    .where({ record_request_uid: recordRequestUid })
    .orderBy(['created_at', 'uid'])
    .castTo<Fee[]>();
}
