// Objection: rows by key and short lists. SQL text: the conditions that the lists of requests share.
import { feeTakingStatuses, type Fee } from '../../domain/record-requests/fees';
import type { Executor, Transaction } from '../database';
import { FeeModel } from '../models/fee';
import { changesOf, columnsOf, valuesOf } from '../table';

/** The statuses of requests whose fees are entered and decided, as a list for SQL. */
export const feeTakingSql = `(${feeTakingStatuses.map(status => `'${status}'`).join(', ')})`;

/**
 * The condition that a fee of a request `r` waits for the customer's approval, if the request takes fees. It
 * names nothing else of the request, so that PostgreSQL can look at the waiting fees once for many requests.
 */
export const hasWaitingFeeSql = `exists (select from fee f where f.record_request_uid = r.uid
      and f.status = 'WaitingForApproval')`;

/** The requests of the company `:companyUid` with a fee that waits, as an array that finds them by key. */
export const waitingFeesOfCompanySql = `array(select f.record_request_uid from fee f
    where f.status = 'WaitingForApproval' and f.company_uid = :companyUid)`;

/** The condition that a fee `f` waits for support to clarify it; its request takes fees. */
export const feeToClarifySql = "(f.status = 'Questioned' or f.status = 'Rejected' and f.settled_at is null)";

/** The condition that a fee `f` waits for support to pay it. */
export const feeToPaySql = "f.status = 'Approved' and f.paid_on is null";

/** The cents of the fees of a request `r` that aren't rejected or withdrawn; `null` without one. */
export const feeTotalSql = `(select sum(f.amount_cents)::int from fee f where f.record_request_uid = r.uid
      and (f.status = 'Approved'
        or f.status in ('WaitingForApproval', 'Questioned') and r.status in ${feeTakingSql}))`;

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
