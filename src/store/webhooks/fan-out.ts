// SQL text: one statement decides who receives many events, and one process does so at a time.
import type { Environment } from '../../domain/projects/project';
import {
  signalOf,
  startOf,
  workflows,
  type WorkflowAttributes,
  type WorkflowCommand,
} from '../../domain/workflows';
import { deliveryLifeMs } from '../../domain/webhooks/delivery-policy';
import type { Executor, Transaction } from '../database';
import { WebhookDeliveryModel } from '../models/webhook';
import { named, type NamedStatement } from '../named';
import { appendCommands } from '../outbox';
import { insert, namesWithout } from '../table';

/** A delivery whose workflow may run. */
interface ReleasedDelivery {
  readonly deliveryUid: string;
  /** When its event happened, in Unix milliseconds; its lifetime starts then (DECISION-54). */
  readonly emittedAtMs: number;
  readonly eventType: string;
  readonly companyId: string;
  readonly environment: Environment;
  readonly projectUid: string | null;
  readonly projectId: string | null;
  readonly patientUid: string | null;
}

function attributesOfDelivery({
  companyId,
  environment,
  eventType,
  projectUid,
  projectId,
  patientUid,
}: Omit<ReleasedDelivery, 'deliveryUid' | 'emittedAtMs'>): WorkflowAttributes {
  const place = { company: companyId, environment, project: projectId ?? undefined };
  return {
    ...place,
    ...(projectUid !== null && { projectUid }),
    patient: patientUid ?? undefined,
    kind: eventType,
  };
}

function startOfDelivery({ deliveryUid, emittedAtMs, ...about }: ReleasedDelivery): WorkflowCommand {
  return startOf(workflows.webhookDelivery, { deliveryUid, emittedAtMs }, attributesOfDelivery(about));
}

/** Returns a database instant as whole Unix milliseconds. */
function unixMs(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)::bigint`;
}

/** What a workflow gets from the event `o` and its project `j`. */
const aboutEvent = `${unixMs('o.emitted_at')} as "emittedAtMs", o.project_uid as "projectUid",
  j.id as "projectId",
      o.patient_uid as "patientUid"`;

// One process fans out at a time, so that the events of a record keep their order. The lock has its own
// statement, because the next statement must see what the previous process committed.
const lock = named(`select pg_advisory_xact_lock(hashtext('recordwell fan out'))`);

const isWaiting = named<{ waiting: boolean }>(
  'select exists (select from outbox_event where fanned_out_at is null) as waiting',
);

// A UUIDv7 of the event's time and a hash of endpoint and event, so that a second delivery of the two would
// have the same id: the table is partitioned by month, and no other key is unique across partitions.
const hash = `encode(sha256(convert_to(w.endpoint_uid::text || w.uid::text, 'UTF8')), 'hex')`;
const uidOfDelivery = `(lpad(to_hex(${unixMs('w.emitted_at')}), 12, '0') || '7' || substr(${hash}, 1, 3)
      || translate(substr(${hash}, 4, 1), '0123456789abcdef', '89ab89ab89ab89ab')
      || substr(${hash}, 5, 15))::uuid`;

const insertDeliveries = insert(WebhookDeliveryModel, {
  only: namesWithout(WebhookDeliveryModel, [
    'body',
    'attempts',
    'lastHttpStatus',
    'lastFailure',
    'expungedAt',
  ]),
  given: {
    uid: uidOfDelivery,
    endpointUid: 'w.endpoint_uid',
    eventId: 'w.id',
    eventUid: 'w.uid',
    eventType: 'coalesce(w.classic_event, w.event_type)',
    companyUid: 'w.company_uid',
    recordUid: 'w.record_uid',
    status: `'pending'`,
    isReleased: `w.is_enabled and w.place = 1 and not exists (
      select from webhook_delivery p
      where p.endpoint_uid = w.endpoint_uid and p.record_uid = w.record_uid and p.attempts = 0
        and p.status = 'pending')`,
    createdAt: ':at',
    updatedAt: ':at',
  },
  from: 'wanted w',
  onConflict: 'on conflict on constraint webhook_delivery_pkey do nothing',
  returning: 'uid, endpoint_uid, event_id, event_uid, event_type, is_released',
});

// Returns the choice of the endpoint `e`'s owner about a record.
function trackingSetting(recordUid: string): string {
  return (
    '(select t.is_tracked from tracking t where t.user_uid = e.owner_user_uid and t.record_uid = ' +
    `${recordUid})`
  );
}

// Returns true, or null if the endpoint `e`'s owner didn't create it.
function made(userUid: string): string {
  return `nullif(${userUid} is not distinct from e.owner_user_uid, false)`;
}

// Decides like the domain's `trackingOf`: the nearest level with a choice or a creator (HOOK-8, DECISION-62).
const isTracked = `coalesce(
        ${trackingSetting('d.record_uid')}, ${made('d.tracked_by_user_uid')},
        ${trackingSetting('q.uid')}, ${made('q.created_by_user_uid')},
        ${trackingSetting('d.patient_uid')}, ${made('r.created_by_user_uid')},
        ${trackingSetting('d.project_uid')}, false)`;

// A delivery is released right away, unless an earlier one to the same endpoint about the same record hasn't
// had its first attempt; then it waits for that. Deliveries to a disabled endpoint are held.
const fanOut = named<
  { events: number; held: string[]; released: ReleasedDelivery[] },
  { limit: number; at: Date }
>(`
  with due as (
    select * from outbox_event where fanned_out_at is null order by id limit :limit
  ), wanted as (
    select d.*, s.event as classic_event, e.uid as endpoint_uid, e.environment, e.disabled_at is null
      as is_enabled, c.id as company_id,
      j.id as project_id,
      row_number() over (partition by e.uid, d.record_uid order by d.id) as place
    from due d
    join company c on c.uid = d.company_uid
    left join project j on j.uid = d.project_uid
    left join patient r on r.uid = d.patient_uid
    left join note n on d.record_kind = 'note' and n.uid = d.record_uid
    left join record_request q on q.uid = n.record_request_uid
    join webhook_endpoint e on e.company_uid = d.company_uid and e.deleted_at is null
      and (e.environment = 'sandbox') = d.is_sandbox
    left join webhook_classic_subscription s on e.is_classic and s.endpoint_uid = e.uid
      and s.told_by = d.event_type
      and (d.changed = '{}' or d.changed && s.columns)
    join app_user u on u.uid = e.owner_user_uid and u.deleted_at is null
    join membership m on m.uid = e.owner_membership_uid and m.ended_at is null
      and (m.sees_all_projects or d.project_uid is null or exists (
        select from membership_project mp where mp.membership_uid = m.uid and mp.project_uid = d.project_uid))
    where (s.event is not null or d.event_type = any(e.event_types))
      and (e.channel <> 'email' or exists (
        select from role_permission rp where rp.role_uid = m.role_uid
          and rp.permission = 'ManageNotifications'))
      and (d.only_user_uid is null or d.only_user_uid = e.owner_user_uid)
      and (e.has_all_projects or d.project_uid is null or exists (
        select from webhook_endpoint_project ep where ep.endpoint_uid = e.uid
          and ep.project_uid = d.project_uid))
      and (not coalesce(s.is_tracked_only, e.is_tracked_only) or ${isTracked})
  ), made as (
    ${insertDeliveries}
  ), marked as (
    update outbox_event set fanned_out_at = :at where id in (select id from due) returning id
  )
  select (select count(*)::int from marked) as events,
    array(select distinct event_id::text from made where not is_released) as held,
    (select coalesce(json_agg(json_build_object('deliveryUid', m.uid, 'eventType', m.event_type,
        'emittedAtMs', ${unixMs('w.emitted_at')},
        'companyId', w.company_id, 'environment', w.environment, 'projectUid', w.project_uid,
        'projectId', w.project_id, 'patientUid', w.patient_uid) order by w.id), '[]')
      from made m join wanted w on w.uid = m.event_uid and w.endpoint_uid = m.endpoint_uid
      where m.is_released) as released
`);

/**
 * Fans out up to `limit` waiting events to the endpoints that subscribe to them: one delivery per event and
 * endpoint, in one statement, and the starts of their workflows in another.
 * @returns how many events were fanned out
 */
export async function fanOutEvents(executor: Executor, limit: number, at: Date): Promise<number> {
  const [row] = await isWaiting.run(executor, {});
  if (row?.waiting !== true) return 0;
  const { events, held } = await executor.transaction(async tx => {
    await lock.run(tx, {});
    const [done] = await fanOut.run(tx, { limit, at });
    await appendCommands(tx, (done?.released ?? []).map(startOfDelivery), at);
    return done ?? { events: 0, held: [] };
  });
  // After the commit, either an attempt that ended meanwhile has seen the new deliveries, or it is seen here.
  if (held.length > 0)
    await executor.transaction(tx =>
      startReleased(tx, releaseOfEvents, { eventIds: held, limit: releaseMax, at }),
    );
  return events;
}

/** Returns the deliveries `d` that match a condition and may be released. */
function freeWhere(condition: string): string {
  return `
    select d.uid, d.event_uid, d.event_type, c.id as company_id, e.environment
    from webhook_delivery d
    join webhook_endpoint e on e.uid = d.endpoint_uid and e.disabled_at is null
    join company c on c.uid = d.company_uid
    where not d.is_released and d.status = 'pending' and ${condition}
      and not exists (
        select from webhook_delivery p
        where p.endpoint_uid = d.endpoint_uid and p.record_uid = d.record_uid and p.event_id < d.event_id
          and p.attempts = 0 and p.status = 'pending')`;
}

interface Releasing {
  readonly limit: number;
  readonly at: Date;
}

/**
 * Returns the statement that releases the deliveries `d` that match a condition. Each condition has its own
 * statement, because a common one would have no good plan.
 */
function releaseWhere<Picked extends object>(
  condition: string,
): NamedStatement<ReleasedDelivery, Picked & Releasing> {
  return named(`
    with free as (${freeWhere(condition)}
      order by d.event_id limit :limit for update of d skip locked
    ), released as (
      update webhook_delivery d set is_released = true, updated_at = :at from free where d.uid = free.uid
        returning d.uid
    )
    select f.uid as "deliveryUid", f.event_type as "eventType", f.company_id as "companyId", f.environment,
      ${aboutEvent}
    from free f join released r on r.uid = f.uid join outbox_event o on o.uid = f.event_uid
    left join project j on j.uid = o.project_uid
  `);
}

interface RecordOfEndpoint {
  readonly endpointUid: string;
  readonly recordUid: string;
}

const ofRecord = 'd.endpoint_uid = :endpointUid and d.record_uid = :recordUid';
const isOfRecordFree = named<{ isFree: boolean }, RecordOfEndpoint>(
  `select exists (${freeWhere(ofRecord)}) as "isFree"`,
);
const releaseOfRecord = releaseWhere<RecordOfEndpoint>(ofRecord);
const releaseOfEvents = releaseWhere<{ eventIds: readonly string[] }>(
  'd.event_id = any(:eventIds::bigint[])',
);
const isAnyFree = named<{ isFree: boolean }>(`select exists (${freeWhere('true')}) as "isFree"`);
const releaseAny = releaseWhere<object>('true');

const releaseMax = 500;

/** Releases deliveries and starts their workflows. @returns how many */
async function startReleased<Params extends Releasing>(
  tx: Transaction,
  release: NamedStatement<ReleasedDelivery, Params>,
  params: Params,
): Promise<number> {
  const released = await release.run(tx, params);
  await appendCommands(tx, released.map(startOfDelivery), params.at);
  return released.length;
}

/** Releases the next delivery of an endpoint about a record, after the previous one had its first attempt. */
export async function releaseNextDelivery(
  executor: Executor,
  { endpointUid, recordUid }: RecordOfEndpoint,
  at: Date,
): Promise<number> {
  const place = { endpointUid, recordUid };
  // Checked first without a transaction, which costs four round trips: most records have no other event
  // waiting.
  if ((await isOfRecordFree.run(executor, place))[0]?.isFree !== true) return 0;
  return executor.transaction(tx => startReleased(tx, releaseOfRecord, { ...place, limit: 1, at }));
}

/**
 * Releases every delivery that nothing holds back anymore, in case a process died between an attempt or a
 * fan-out and the release after it. @returns how many
 */
export async function releaseHeldDeliveries(executor: Executor, at: Date): Promise<number> {
  if ((await isAnyFree.run(executor, {}))[0]?.isFree !== true) return 0;
  return executor.transaction(tx => startReleased(tx, releaseAny, { limit: releaseMax, at }));
}

// Released as well, so that the index of held deliveries stays small.
const abandonHeld = named<{ uid: string }, { at: Date; before: Date; endpointUid: string | null }>(`
  update webhook_delivery set status = 'abandoned', is_released = true, updated_at = :at
  where not is_released and status = 'pending'
    and exists (select from outbox_event o where o.uid = event_uid and o.emitted_at < :before)
    and (:endpointUid::uuid is null or endpoint_uid = :endpointUid::uuid)
  returning uid
`);

/**
 * Abandons deliveries that were held longer than a delivery lives, because their endpoint was disabled; no
 * workflow would do it. For one endpoint, or all. @returns how many
 */
export async function abandonHeldDeliveries(
  executor: Executor,
  at: Date,
  endpointUid: string | null = null,
): Promise<number> {
  const before = new Date(at.getTime() - deliveryLifeMs);
  return (await abandonHeld.run(executor, { at, before, endpointUid })).length;
}

const runningOfEndpoint = named<
  ReleasedDelivery,
  { endpointUid: string; statuses: ReadonlyArray<'pending' | 'failed'> }
>(`
  select d.uid as "deliveryUid", d.event_type as "eventType", c.id as "companyId", e.environment,
    ${aboutEvent}
  from webhook_delivery d
  join outbox_event o on o.uid = d.event_uid
  left join project j on j.uid = o.project_uid
  join webhook_endpoint e on e.uid = d.endpoint_uid
  join company c on c.uid = d.company_uid
  where d.endpoint_uid = :endpointUid and d.is_released and d.status = any(:statuses)
  order by d.event_id
`);

function signalsTo(
  signal: 'endpointChanged' | 'cancel',
  deliveries: readonly ReleasedDelivery[],
): WorkflowCommand[] {
  return deliveries.map(({ deliveryUid, emittedAtMs, ...about }) =>
    signalOf(workflows.webhookDelivery, signal, { deliveryUid, emittedAtMs }, attributesOfDelivery(about)),
  );
}

/** Signals the running deliveries of an endpoint to check it again. @returns how many */
export async function signalHeldDeliveries(tx: Transaction, endpointUid: string, at: Date): Promise<number> {
  const held = await runningOfEndpoint.run(tx, { endpointUid, statuses: ['pending'] });
  await appendCommands(tx, signalsTo('endpointChanged', held), at);
  return held.length;
}

const abandonOpen = named<
  { uid: string },
  { endpointUid: string; statuses: ReadonlyArray<'pending' | 'failed'>; at: Date }
>(`
  update webhook_delivery set status = 'abandoned', is_released = true, updated_at = :at
  where endpoint_uid = :endpointUid and status = any(:statuses)
  returning uid
`);

/**
 * Cancels the deliveries of an endpoint in these states, and their workflows. A failed one still has a
 * workflow, for a manual retry.
 * @returns how many
 */
export async function cancelDeliveries(
  tx: Transaction,
  endpointUid: string,
  statuses: ReadonlyArray<'pending' | 'failed'>,
  at: Date,
): Promise<number> {
  const running = await runningOfEndpoint.run(tx, { endpointUid, statuses });
  await appendCommands(tx, signalsTo('cancel', running), at);
  return (await abandonOpen.run(tx, { endpointUid, statuses, at })).length;
}

const countHeld = named<{ younger: number; older: number }, { endpointUid: string; before: Date }>(`
  select count(*) filter (where o.emitted_at >= :before)::int as younger,
    count(*) filter (where o.emitted_at < :before)::int as older
  from webhook_delivery d join outbox_event o on o.uid = d.event_uid
  where d.endpoint_uid = :endpointUid and d.status = 'pending'
`);

/**
 * Counts the waiting deliveries of an endpoint: those that can still be sent at `at`, and those that are too
 * old.
 */
export async function countHeldDeliveries(
  executor: Executor,
  endpointUid: string,
  at: Date,
): Promise<{ readonly younger: number; readonly older: number }> {
  const before = new Date(at.getTime() - deliveryLifeMs);
  return (await countHeld.run(executor, { endpointUid, before }))[0] ?? { younger: 0, older: 0 };
}
