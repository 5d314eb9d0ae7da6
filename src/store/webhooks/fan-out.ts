// SQL text: one statement decides who receives many events, and one process does so at a time.
import type { Executor } from '../database';
import { WebhookDeliveryModel } from '../models/webhook';
import { named } from '../named';
import { insert, namesWithout } from '../table';
import { enqueueDeliveries, unixMs } from './queue';

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
    'queuedAt',
    'admittedAt',
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
    isReleased: 'false',
    createdAt: ':at',
    updatedAt: ':at',
  },
  from: 'wanted w',
  onConflict: 'on conflict on constraint webhook_delivery_pkey do nothing',
  returning: 'uid, endpoint_uid',
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

const fanOut = named<
  { events: number; deliveryUids: readonly string[]; endpointUids: readonly string[] },
  { limit: number; at: Date }
>(`
  with due as (
    select * from outbox_event where fanned_out_at is null order by id limit :limit
  ), wanted as (
    select d.*, s.event as classic_event, e.uid as endpoint_uid
    from due d
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
  select (select count(*)::int from marked) as events, array(select uid from made) as "deliveryUids",
    array(select distinct endpoint_uid from made) as "endpointUids"
`);

/**
 * Fans out up to `limit` waiting events to the endpoints that subscribe to them: one delivery per event and
 * endpoint. Each waits in the queue of its endpoint, or is admitted right away if there is a place.
 * @returns how many events were fanned out
 */
export async function fanOutEvents(executor: Executor, limit: number, at: Date): Promise<number> {
  const [row] = await isWaiting.run(executor, {});
  if (row?.waiting !== true) return 0;
  return executor.transaction(async tx => {
    await lock.run(tx, {});
    const [done] = await fanOut.run(tx, { limit, at });
    if (done === undefined) return 0;
    const { events, deliveryUids, endpointUids } = done;
    if (endpointUids.length > 0) await enqueueDeliveries(tx, { deliveryUids, endpointUids }, at);
    return events;
  });
}
