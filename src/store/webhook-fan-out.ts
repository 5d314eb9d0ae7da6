import type { Environment } from '../domain/projects/project';
import {
  signalOf,
  startOf,
  workflows,
  type WorkflowAttributes,
  type WorkflowCommand,
} from '../domain/workflows';
import type { Executor, Transaction } from './database';
import { named, type Binding, type NamedStatement } from './named';
import { appendCommands } from './outbox';

/** A delivery whose workflow may run. */
interface ReleasedDelivery {
  readonly deliveryUid: string;
  readonly eventType: string;
  readonly companyId: string;
  readonly environment: Environment;
}

function attributesOfDelivery({
  companyId,
  environment,
  eventType,
}: Omit<ReleasedDelivery, 'deliveryUid'>): WorkflowAttributes {
  return { company: companyId, environment, kind: eventType };
}

function startOfDelivery({ deliveryUid, ...about }: ReleasedDelivery): WorkflowCommand {
  return startOf(workflows.webhookDelivery, { deliveryUid }, attributesOfDelivery(about));
}

// Fanning out is done by one process at a time, so that the events of a record are given out in their order. The
// lock is taken in a statement of its own: the next one must see what the process before committed.
const lock = named(`select pg_advisory_xact_lock(hashtext('recordwell fan out'))`);

const isWaiting = named<{ waiting: boolean }>(
  'select exists (select from outbox_event where fanned_out_at is null) as waiting',
);

// A delivery is released at once unless an earlier one to the same endpoint about the same record has not had its
// first attempt yet; then it waits for that. A disabled endpoint's deliveries are held.
const fanOut = named<{ events: number; held: string[]; released: ReleasedDelivery[] }>(`
  with due as (
    select * from outbox_event where fanned_out_at is null order by id limit ?
  ), wanted as (
    select d.*, e.uid as endpoint_uid, e.environment, e.disabled_at is null as is_enabled, c.id as company_id,
      row_number() over (partition by e.uid, d.record_uid order by d.id) as place
    from due d
    join company c on c.uid = d.company_uid
    join webhook_endpoint e on e.company_uid = d.company_uid
      and (e.environment = 'sandbox') = d.is_sandbox
      and d.event_type = any(e.event_types)
      and (e.has_all_projects or exists (
        select from webhook_endpoint_project ep where ep.endpoint_uid = e.uid and ep.project_uid = d.project_uid))
      and (not e.is_tracked_only or d.tracked_by_user_uid = e.owner_user_uid)
    join app_user u on u.uid = e.owner_user_uid and u.deleted_at is null
    join membership m on m.uid = e.owner_membership_uid
      and (m.sees_all_projects or exists (
        select from membership_project mp where mp.membership_uid = m.uid and mp.project_uid = d.project_uid))
  ), made as (
    insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid, record_uid, status,
      is_released, created_at, updated_at)
    select uuidv7(), w.endpoint_uid, w.id, w.uid, w.event_type, w.company_uid, w.record_uid, 'pending',
      w.is_enabled and w.place = 1 and not exists (
        select from webhook_delivery p
        where p.endpoint_uid = w.endpoint_uid and p.record_uid = w.record_uid and p.attempts = 0 and p.status = 'pending'),
      ?, ?
    from wanted w
    on conflict on constraint webhook_delivery_endpoint_event_key do nothing
    returning uid, endpoint_uid, event_id, event_uid, event_type, is_released
  ), marked as (
    update outbox_event set fanned_out_at = ? where id in (select id from due) returning id
  )
  select (select count(*)::int from marked) as events,
    array(select distinct event_id::text from made where not is_released) as held,
    (select coalesce(json_agg(json_build_object('deliveryUid', m.uid, 'eventType', m.event_type,
        'companyId', w.company_id, 'environment', w.environment) order by w.id), '[]')
      from made m join wanted w on w.uid = m.event_uid and w.endpoint_uid = m.endpoint_uid
      where m.is_released) as released
`);

/**
 * Gives up to `limit` waiting events to the endpoints that want them: one delivery per event and endpoint, in one
 * statement, and the starts of their workflows in another.
 * @returns how many events were fanned out
 */
export async function fanOutEvents(executor: Executor, limit: number, at: Date): Promise<number> {
  const [row] = await isWaiting.run(executor, []);
  if (row?.waiting !== true) return 0;
  const { events, held } = await executor.transaction(async tx => {
    await lock.run(tx, []);
    const [done] = await fanOut.run(tx, [limit, at, at, at]);
    await appendCommands(tx, (done?.released ?? []).map(startOfDelivery), at);
    return done ?? { events: 0, held: [] };
  });
  // After the commit: an attempt that ended meanwhile has seen the new deliveries, or is seen here.
  if (held.length > 0)
    await executor.transaction(tx => startReleased(tx, releaseOfEvents, [held, releaseMax, at], at));
  return events;
}

/** What may be released of what a condition on the delivery `d` picks. */
function freeWhere(condition: string): string {
  return `
    select d.uid, d.event_type, c.id as company_id, e.environment
    from webhook_delivery d
    join webhook_endpoint e on e.uid = d.endpoint_uid and e.disabled_at is null
    join company c on c.uid = d.company_uid
    where not d.is_released and d.status = 'pending' and ${condition}
      and not exists (
        select from webhook_delivery p
        where p.endpoint_uid = d.endpoint_uid and p.record_uid = d.record_uid and p.event_id < d.event_id
          and p.attempts = 0 and p.status = 'pending')`;
}

/** Releases what a condition on the delivery `d` picks. Statements of their own: one for all would be planned for none. */
function releaseWhere(condition: string): NamedStatement<ReleasedDelivery> {
  return named<ReleasedDelivery>(`
    with free as (${freeWhere(condition)}
      order by d.event_id limit ? for update of d skip locked
    ), released as (
      update webhook_delivery d set is_released = true, updated_at = ? from free where d.uid = free.uid returning d.uid
    )
    select f.uid as "deliveryUid", f.event_type as "eventType", f.company_id as "companyId", f.environment
    from free f join released r on r.uid = f.uid
  `);
}

const ofRecord = 'd.endpoint_uid = ? and d.record_uid = ?';
const isOfRecordFree = named<{ isFree: boolean }>(`select exists (${freeWhere(ofRecord)}) as "isFree"`);
const releaseOfRecord = releaseWhere(ofRecord);
const releaseOfEvents = releaseWhere('d.event_id = any(?::bigint[])');
const isAnyFree = named<{ isFree: boolean }>(`select exists (${freeWhere('true')}) as "isFree"`);
const releaseAny = releaseWhere('true');

const releaseMax = 500;

/** Releases deliveries and starts their workflows. @returns how many */
async function startReleased(
  tx: Transaction,
  release: NamedStatement<ReleasedDelivery>,
  bindings: readonly Binding[],
  at: Date,
): Promise<number> {
  const released = await release.run(tx, bindings);
  await appendCommands(tx, released.map(startOfDelivery), at);
  return released.length;
}

/** Releases the next delivery of an endpoint about a record, once the one before has had its first attempt. */
export async function releaseNextDelivery(
  executor: Executor,
  after: { readonly endpointUid: string; readonly recordUid: string },
  at: Date,
): Promise<number> {
  const place = [after.endpointUid, after.recordUid];
  // Most records have no other event on its way, and a transaction for nothing is four round trips.
  if ((await isOfRecordFree.run(executor, place))[0]?.isFree !== true) return 0;
  return executor.transaction(tx => startReleased(tx, releaseOfRecord, [...place, 1, at], at));
}

/**
 * Releases every held delivery that nothing holds any more: the safety net for a process that died between an attempt
 * or a fan-out and the release after it. @returns how many
 */
export async function releaseHeldDeliveries(executor: Executor, at: Date): Promise<number> {
  if ((await isAnyFree.run(executor, []))[0]?.isFree !== true) return 0;
  return executor.transaction(tx => startReleased(tx, releaseAny, [releaseMax, at], at));
}

// Released as well, so that the index of what is held stays short.
const abandonHeld = named<{ uid: string }>(`
  update webhook_delivery set status = 'abandoned', is_released = true, updated_at = ?
  where not is_released and status = 'pending' and created_at < ? and (?::uuid is null or endpoint_uid = ?::uuid)
  returning uid
`);

/** How long a delivery lives (specification, Retries). */
const deliveryLifeMs = 24 * 60 * 60 * 1000;

/**
 * Abandons what was held for longer than a delivery lives and so has no workflow that would: the events of an
 * endpoint, or of all, that was disabled all the while. @returns how many
 */
export async function abandonHeldDeliveries(
  executor: Executor,
  at: Date,
  endpointUid: string | null = null,
): Promise<number> {
  const before = new Date(at.getTime() - deliveryLifeMs);
  return (await abandonHeld.run(executor, [at, before, endpointUid, endpointUid])).length;
}

const heldOfEndpoint = named<ReleasedDelivery>(`
  select d.uid as "deliveryUid", d.event_type as "eventType", c.id as "companyId", e.environment
  from webhook_delivery d
  join webhook_endpoint e on e.uid = d.endpoint_uid
  join company c on c.uid = d.company_uid
  where d.endpoint_uid = ? and d.is_released and d.status = 'pending'
  order by d.event_id
`);

/** Tells the running deliveries of an endpoint to look at it again. @returns how many */
export async function signalHeldDeliveries(tx: Transaction, endpointUid: string, at: Date): Promise<number> {
  const held = await heldOfEndpoint.run(tx, [endpointUid]);
  const signals = held.map(({ deliveryUid, ...about }) =>
    signalOf(workflows.webhookDelivery, 'endpointChanged', { deliveryUid }, attributesOfDelivery(about)),
  );
  await appendCommands(tx, signals, at);
  return held.length;
}
