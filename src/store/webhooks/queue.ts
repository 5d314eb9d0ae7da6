// SQL text: a place is counted, taken, and passed on in few statements, under the lock of its endpoint.
import type { Environment } from '../../domain/projects/project';
import {
  signalOf,
  startOf,
  workflows,
  type WorkflowAttributes,
  type WorkflowCommand,
} from '../../domain/workflows';
import type { Executor, Transaction } from '../database';
import { named } from '../named';
import { appendCommands } from '../outbox';

/** A delivery, with what its workflow is started with. */
export interface QueuedDelivery {
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

function attributesOf(about: QueuedDelivery): WorkflowAttributes {
  const { companyId, environment, eventType, projectUid, projectId, patientUid } = about;
  return {
    company: companyId,
    environment,
    project: projectId ?? undefined,
    ...(projectUid !== null && { projectUid }),
    patient: patientUid ?? undefined,
    kind: eventType,
  };
}

function startOfDelivery(delivery: QueuedDelivery): WorkflowCommand {
  const { deliveryUid, emittedAtMs } = delivery;
  return startOf(workflows.webhookDelivery, { deliveryUid, emittedAtMs }, attributesOf(delivery));
}

/** Returns the signal to the workflow of a delivery. */
export function signalToDelivery(
  signal: 'admitted' | 'endpointChanged' | 'cancel',
  delivery: QueuedDelivery,
): WorkflowCommand {
  const { deliveryUid, emittedAtMs } = delivery;
  return signalOf(workflows.webhookDelivery, signal, { deliveryUid, emittedAtMs }, attributesOf(delivery));
}

/** Returns a database instant as whole Unix milliseconds. */
export function unixMs(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)::bigint`;
}

/** What a workflow is started with: of the delivery `d`, its event, and the environment of its endpoint. */
export function aboutDelivery(environment: string): string {
  return `d.uid as "deliveryUid", d.event_type as "eventType", c.id as "companyId",
    ${environment} as environment, ${unixMs('o.emitted_at')} as "emittedAtMs",
    o.project_uid as "projectUid", j.id as "projectId", o.patient_uid as "patientUid"`;
}

/** Joins the company, the event, and the project of the delivery `d`. */
export const eventOfDelivery = `join company c on c.uid = d.company_uid
  join outbox_event o on o.uid = d.event_uid
  left join project j on j.uid = o.project_uid`;

// The lock has its own statement, because the next one must see what the previous holder committed. Whatever
// queues, admits, or ends a delivery holds it, so no two of them miss each other's work.
const lock = named<never, { endpointUids: readonly string[] }>(`
  select from webhook_endpoint where uid = any(:endpointUids::uuid[]) order by uid for no key update
`);

/** Locks the queues of endpoints until the transaction ends. */
export async function lockQueues(tx: Transaction, endpointUids: readonly string[]): Promise<void> {
  await lock.run(tx, { endpointUids });
}

const lockOne = named<never, { uid: string }>(`
  select from webhook_endpoint where uid = (select endpoint_uid from webhook_delivery where uid = :uid)
  for no key update
`);

/** Locks the queue of a delivery's endpoint until the transaction ends. Lock it before the delivery. */
export async function lockQueueOf(tx: Transaction, deliveryUid: string): Promise<void> {
  await lockOne.run(tx, { uid: deliveryUid });
}

const unattempted = `p.status = 'pending' and p.attempts = 0`;
const isNew = `not d.is_released and d.status = 'pending' and d.queued_at is null`;
/** Whether no earlier delivery to the endpoint about the same record still waits for its first attempt. */
const isFirstOfRecord = `not exists (
    select from webhook_delivery p
    where p.endpoint_uid = d.endpoint_uid and p.record_uid = d.record_uid and p.event_id < d.event_id
      and ${unattempted})`;

const queueNew = named<never, { deliveryUids: readonly string[] }>(`
  update webhook_delivery d set queued_at = d.created_at
  where d.uid = any(:deliveryUids::uuid[]) and ${isNew} and ${isFirstOfRecord}
`);
const queueMissed = named<never, { endpointUids: readonly string[] }>(`
  update webhook_delivery d set queued_at = d.created_at
  where d.endpoint_uid = any(:endpointUids::uuid[]) and ${isNew} and ${isFirstOfRecord}
`);
const queueNextOfRecord = named<never, { endpointUid: string; recordUid: string }>(`
  update webhook_delivery d set queued_at = d.created_at
  where ${isNew} and d.uid = (
    select p.uid from webhook_delivery p
    where p.endpoint_uid = :endpointUid and p.record_uid = :recordUid and ${unattempted}
    order by p.event_id limit 1)
`);

// Those that wait longest come first, retries since they were due: neither first attempts nor retries starve.
// One that is abandoned at this moment, because it waited too long, isn't queued anymore, and gets no place.
const admit = named<
  QueuedDelivery & { readonly isStarted: boolean },
  { endpointUids: readonly string[]; at: Date }
>(`
  with free as (
    select e.uid, e.environment, e.places - (
      select count(*) from webhook_delivery p where p.endpoint_uid = e.uid and p.admitted_at is not null
    ) as places
    from webhook_endpoint e join app_user u on u.uid = e.owner_user_uid
    where e.uid = any(:endpointUids::uuid[]) and e.disabled_at is null and u.deleted_at is null
  ), next as (
    select n.*, f.environment from free f cross join lateral (
      select d.uid, d.is_released from webhook_delivery d
      where d.endpoint_uid = f.uid and d.queued_at is not null
      order by d.queued_at, d.event_id limit greatest(f.places, 0)) n
  ), admitted as (
    update webhook_delivery d set admitted_at = :at, queued_at = null, is_released = true, updated_at = :at
    from next n where d.uid = n.uid and d.queued_at is not null
    returning d.uid, d.event_id, d.event_uid, d.event_type, d.company_uid, n.environment,
      n.is_released as is_started
  )
  select d.is_started as "isStarted", ${aboutDelivery('d.environment')} from admitted d ${eventOfDelivery}
  order by d.event_id
`);

/**
 * Gives the free places of endpoints to the deliveries that wait longest. Their workflows are started, or
 * signaled if they wait for it. The caller has locked the queues.
 * @param runningUid the delivery whose workflow asks for a place itself
 * @returns the admitted ones
 */
export async function admitDeliveries(
  tx: Transaction,
  endpointUids: readonly string[],
  at: Date,
  runningUid?: string,
): Promise<string[]> {
  const admitted = await admit.run(tx, { endpointUids, at });
  const commands = admitted
    .filter(({ deliveryUid }) => deliveryUid !== runningUid)
    .map(delivery =>
      delivery.isStarted ? signalToDelivery('admitted', delivery) : startOfDelivery(delivery),
    );
  await appendCommands(tx, commands, at);
  return admitted.map(({ deliveryUid }) => deliveryUid);
}

/** Queues new deliveries that are the first of their record, and admits as many as there are places. */
export async function enqueueDeliveries(
  tx: Transaction,
  { deliveryUids, endpointUids }: Readonly<Record<'deliveryUids' | 'endpointUids', readonly string[]>>,
  at: Date,
): Promise<void> {
  await lockQueues(tx, endpointUids);
  await queueNew.run(tx, { deliveryUids });
  await admitDeliveries(tx, endpointUids, at);
}

/** A delivery's endpoint, and the record that it is about. */
export interface QueuePlace {
  readonly endpointUid: string;
  readonly recordUid: string;
}

/**
 * Admits the next deliveries of an endpoint, after one of them was attempted for the first time or ended. The
 * next one about the same record is queued first. The caller has locked the queue.
 * @returns how many were admitted
 */
export async function passOnPlace(tx: Transaction, place: QueuePlace, at: Date): Promise<number> {
  const { endpointUid, recordUid } = place;
  await queueNextOfRecord.run(tx, { endpointUid, recordUid });
  return (await admitDeliveries(tx, [endpointUid], at)).length;
}

const queueAgain = named<never, { uid: string; since: Date }>(`
  update webhook_delivery set admitted_at = null, queued_at = coalesce(queued_at, :since)
  where uid = :uid and status in ('pending', 'failed')
`);

/**
 * Takes a place for a delivery whose workflow runs, or queues it: its workflow gets the signal `admitted`
 * when its turn comes. A place that it has is passed on first.
 * @param since its position in the queue
 * @returns whether it has a place
 */
export async function takePlace(
  executor: Executor,
  { uid, endpointUid }: { readonly uid: string; readonly endpointUid: string },
  since: Date,
  at: Date,
): Promise<boolean> {
  return executor.transaction(async tx => {
    await lockQueueOf(tx, uid);
    await queueAgain.run(tx, { uid, since });
    return (await admitDeliveries(tx, [endpointUid], at, uid)).includes(uid);
  });
}

const waitingEndpoints = named<{ uid: string }, { endpointUid: string | null }>(`
  select e.uid from webhook_endpoint e
  where e.disabled_at is null and (:endpointUid::uuid is null or e.uid = :endpointUid::uuid) and exists (
    select from webhook_delivery d
    where d.endpoint_uid = e.uid and (d.queued_at is not null or ${isNew}))
  order by e.uid
`);

async function queueAndAdmit(tx: Transaction, endpointUids: readonly string[], at: Date): Promise<void> {
  await queueMissed.run(tx, { endpointUids });
  await admitDeliveries(tx, endpointUids, at);
}

/**
 * Queues what no other delivery holds back, and admits as many deliveries as there are places, after an
 * endpoint was enabled.
 */
export async function resumeQueues(tx: Transaction, at: Date, endpointUid: string): Promise<void> {
  const endpointUids = (await waitingEndpoints.run(tx, { endpointUid })).map(({ uid }) => uid);
  if (endpointUids.length === 0) return;
  await lockQueues(tx, endpointUids);
  await queueAndAdmit(tx, endpointUids, at);
}

/**
 * An attempt takes at most a minute, so a place that is held for so long belongs to a workflow that's lost.
 */
const placeLifeMs = 5 * 60_000;

interface LostParams {
  readonly endpointUids: readonly string[];
  readonly before: Date;
  readonly at: Date;
}

const endpointsToRepair = named<{ uid: string }, { before: Date }>(`
  select distinct endpoint_uid as uid from webhook_delivery where admitted_at < :before
`);

// A workflow whose start still waits in the outbox isn't lost.
const freeLost = named<QueuedDelivery & { readonly isPending: boolean }, LostParams>(`
  with freed as (
    update webhook_delivery d set admitted_at = null, updated_at = :at
    from webhook_endpoint e
    where d.admitted_at < :before and d.endpoint_uid = any(:endpointUids::uuid[])
      and e.uid = d.endpoint_uid and not exists (
      select from outbox_command m
      where m.workflow_id = 'webhook-delivery/' || d.uid and m.sent_at is null)
    returning d.uid, d.status, d.event_uid, d.event_type, d.company_uid, e.environment
  )
  select d.status = 'pending' as "isPending", ${aboutDelivery('d.environment')}
  from freed d ${eventOfDelivery}
`);

/**
 * Repairs the queues: frees places that are held too long, signals their workflows, which starts those that
 * were lost, and admits what waits. A workflow takes a place again for its next attempt.
 * @returns how many places were freed
 */
export async function repairQueues(executor: Executor, at: Date): Promise<number> {
  return executor.transaction(async tx => {
    const before = new Date(at.getTime() - placeLifeMs);
    const endpointUids = [
      ...(await endpointsToRepair.run(tx, { before })),
      ...(await waitingEndpoints.run(tx, { endpointUid: null })),
    ].map(({ uid }) => uid);
    // All at once and before the deliveries, in the order in which attempts lock them.
    await lockQueues(tx, endpointUids);
    const lost = await freeLost.run(tx, { at, before, endpointUids });
    const pending = lost.filter(({ isPending }) => isPending);
    await appendCommands(
      tx,
      pending.map(delivery => signalToDelivery('admitted', delivery)),
      at,
    );
    // Another endpoint whose deliveries began to wait meanwhile isn't locked: the next repair finds it.
    const locked = new Set(endpointUids);
    const waiting = (await waitingEndpoints.run(tx, { endpointUid: null })).map(({ uid }) => uid);
    await queueAndAdmit(
      tx,
      waiting.filter(uid => locked.has(uid)),
      at,
    );
    return lost.length;
  });
}
