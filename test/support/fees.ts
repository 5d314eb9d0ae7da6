/** Fees of record requests, entered at the desk as an operator does. */
import { uuidv7 } from '../../src/platform/ids';
import type { ApiWorld } from './api-world';
import type { ShownPage, Visitor } from './console-visitor';
import { readRows } from './records';

/** A fee as stored. */
export interface StoredFee {
  readonly uid: string;
  readonly status: string;
  readonly cents: number;
  readonly version: number;
}

/** Enters a fee of $30.00, unless the fields say something else. */
export async function enterFee(
  operator: Visitor,
  requestUid: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<ShownPage> {
  const page = `/desk/fees/${requestUid}`;
  return operator.send(page, `${page}/enter`, { amount: '30.00', basis: 'flat', ...fields });
}

/** Returns the fees of a record request, oldest first. */
export async function feesOf(world: ApiWorld, requestUid: string): Promise<StoredFee[]> {
  return readRows<StoredFee>(
    world.db,
    'select uid, status, amount_cents as cents, version from fee where record_request_uid = ? order by ' +
      'created_at, uid',
    [requestUid],
  );
}

/** Returns the latest fee of a record request. @throws Error if it has none */
export async function latestFee(world: ApiWorld, requestUid: string): Promise<StoredFee> {
  const fee = (await feesOf(world, requestUid)).at(-1);
  if (fee === undefined) throw new Error('the record request has no fee');
  return fee;
}

/** Stores a fee of $30.00 of a record request, as support's work and a member's left it. @returns its uid */
export async function putFee(
  world: ApiWorld,
  recordRequestUid: string,
  differs: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const [request] = await readRows<{ companyUid: string }>(
    world.db,
    'select company_uid as "companyUid" from record_request where uid = ?',
    [recordRequestUid],
  );
  const uid = uuidv7(new Date());
  await world
    .db('fee')
    .insert({
      uid,
      company_uid: request?.companyUid,
      record_request_uid: recordRequestUid,
      amount_cents: 3_000,
      basis: 'flat',
      needs_prepayment: true,
      status: 'WaitingForApproval',
      is_within_limit: false,
      version: 1,
      created_at: new Date(),
      updated_at: new Date(),
      ...differs,
    });
  return uid;
}
