/**
 * Verifies a chaos run: what the customers were acknowledged and what the receiver saw, compared with the
 * rows of the service. Pure; every problem is a sentence that names the record.
 */
import type { Receipt } from '../../stack/demo/receipt';
import type { AcknowledgedRetrieval } from './load';
import { isOfBacklog, type EventRow, type ServiceRows } from './rows';

/** The evidence of a run. */
export interface ChaosEvidence {
  readonly acknowledged: readonly AcknowledgedRetrieval[];
  readonly receipts: readonly Receipt[];
  readonly rows: ServiceRows;
  /** The IDs of patients that were only registered. Absent if there are none. */
  readonly backlog?: readonly string[];
  /** Absent if records are requested, every kind for each patient. */
  readonly isLive?: boolean;
}

const kinds = ['billing', 'imaging', 'medicalRecord'];
// A run of a search starts once and completes once, whatever was killed in between.
const patientEvents = ['siteSonar', 'patientHistories', 'ehrSearch']
  .flatMap(kind => [`${kind}.started`, `${kind}.completed`])
  .concat('patient.created', 'patient.searchStatusChanged');
// Emitted about a patient, to the company: once per search that returned something new. On sandbox the first
// search does; another one may find only what that one found.
const contentEvent = 'clinicalData.added';
const contentEventsMax = 3;
const requestEvents = [
  'recordRequest.created',
  'recordRequest.statusChanged',
  'recordRequest.processing',
  'recordRequest.statusChanged',
  'recordRequest.completed',
];

function same(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}

function tally(names: readonly string[]): string {
  return [...Map.groupBy(names, name => name)]
    .map(([name, all]) => (all.length === 1 ? name : `${name} × ${all.length}`))
    .sort()
    .join(', ');
}

function isSuccess({ answered }: Receipt): boolean {
  return answered >= 200 && answered < 300;
}

function backlogProblems({ backlog = [], rows }: ChaosEvidence): string[] {
  const counts = new Map(
    [...Map.groupBy(rows.patients, ({ id }) => id)].map(([id, all]) => [id, all.length]),
  );
  return backlog
    .filter(id => counts.get(id) !== 1)
    .map(id => `${id} was acknowledged and is there ${counts.get(id) ?? 0} times`);
}

function recordProblems({ acknowledged, rows, isLive = false }: ChaosEvidence): string[] {
  const wanted = isLive ? [] : kinds;
  const patientsById = Map.groupBy(rows.patients, ({ id }) => id);
  const requestsByPatient = Map.groupBy(rows.requests, ({ patientUid }) => patientUid);
  const asked = new Set(acknowledged.map(({ patientId }) => patientId));
  const strays = rows.patients
    .filter(({ id }) => !asked.has(id) && !isOfBacklog(id))
    .map(({ id }) => `${id} was never asked for`);
  return acknowledged
    .flatMap(({ patientId, requestIds }) => {
      const [patient, ...twins] = patientsById.get(patientId) ?? [];
      if (patient === undefined) return [`${patientId} was acknowledged and is not there`];
      const requests = requestsByPatient.get(patient.uid) ?? [];
      return [
        twins.length > 0 && `${patientId} is there ${twins.length + 1} times`,
        patient.searchStatus !== 'Completed' && `${patientId} is ${patient.searchStatus}`,
        !same(
          requestIds,
          requests.map(({ uid }) => uid),
        ) && `${patientId} was acknowledged ${requestIds.length} requests, ${requests.length} are there`,
        !same(
          wanted,
          requests.map(({ kind }) => kind),
        ) && `${patientId} has the requests ${tally(requests.map(({ kind }) => kind))}`,
        ...requests.map(
          ({ uid, status, deliverables }) =>
            (status !== 'Completed' || deliverables === 0) &&
            `request ${uid} is ${status} with ${deliverables} deliverables`,
        ),
      ];
    })
    .filter(problem => typeof problem === 'string')
    .concat(strays);
}

function eventProblems({ rows, isLive = false }: ChaosEvidence): string[] {
  const byRecord = Map.groupBy(rows.events, ({ recordUid }) => recordUid);
  const namesOf = (uid: string): string[] => (byRecord.get(uid) ?? []).map(({ eventType }) => eventType);
  const held = (uid: string, wanted: readonly string[]): string[] =>
    same(namesOf(uid), wanted) ? [] : [`${uid} has the events ${tally(namesOf(uid))}`];
  const heldWithContent = (uid: string): string[] => {
    const told = namesOf(uid).filter(name => name === contentEvent).length;
    const wanted = Math.min(Math.max(told, isLive ? 0 : 1), contentEventsMax);
    return held(uid, [...patientEvents, ...Array.from({ length: wanted }, () => contentEvent)]);
  };
  return [
    ...rows.patients.flatMap(({ id, uid }) =>
      isOfBacklog(id) ? held(uid, ['patient.created']) : heldWithContent(uid),
    ),
    ...rows.requests.flatMap(({ uid }) => held(uid, requestEvents)),
  ];
}

function deliveryProblems({ rows, receipts }: ChaosEvidence): string[] {
  const byEvent = Map.groupBy(rows.deliveries, ({ eventUid }) => eventUid);
  const byId = Map.groupBy(receipts, ({ headerId }) => headerId);
  const eventTypes = new Map(rows.events.map(({ uid, eventType }) => [uid, eventType]));
  const known = new Set(rows.deliveries.map(({ uid }) => uid));
  const problemsOf = (event: EventRow): Array<string | false> => {
    const [delivery, ...twins] = byEvent.get(event.uid) ?? [];
    const name = `${event.eventType} of ${event.recordUid}`;
    if (delivery === undefined) return [`${name} has no delivery`];
    const arrived = byId.get(delivery.uid) ?? [];
    return [
      twins.length > 0 && `${name} has ${twins.length + 1} deliveries`,
      delivery.status !== 'succeeded' && `${name} is ${delivery.status} after ${delivery.attempts} attempts`,
      !arrived.some(isSuccess) && `${name} was never received with success`,
      arrived.length > delivery.noted &&
        `${name} was sent ${arrived.length} times, and ${delivery.noted} attempts are noted`,
      new Set(arrived.map(({ bodySha256 }) => bodySha256)).size > 1 && `${name} was sent with two bodies`,
      arrived.some(({ envelope }) => envelope?.eventType !== eventTypes.get(event.uid)) &&
        `${name} arrived as another event`,
    ];
  };
  return [
    ...rows.events.flatMap(problemsOf).filter(problem => typeof problem === 'string'),
    ...[...byId.keys()].filter(id => !known.has(id)).map(id => `delivery ${id} is unknown to the service`),
    ...receipts
      .filter(({ isFresh, isGenuine, envelope, headerId }) => {
        return !isFresh || !isGenuine || envelope === undefined || envelope.id !== headerId;
      })
      .map(({ headerId }) => `delivery ${headerId} was not genuine, fresh and whole`),
  ];
}

/**
 * Returns problems in the receiver's own count, without looking at the service: exactly one delivery id per
 * event of a record.
 */
function receiverProblems({ rows, receipts }: ChaosEvidence): string[] {
  const firsts = [...new Map(receipts.map(receipt => [receipt.headerId, receipt])).values()];
  const isContent = ({ envelope }: Receipt): boolean => envelope?.eventType === contentEvent;
  const byResource = Map.groupBy(
    firsts.filter(receipt => !isContent(receipt)),
    ({ envelope }) => envelope?.resource ?? '',
  );
  const toldContent = rows.events.filter(({ eventType }) => eventType === contentEvent).length;
  const heardContent = firsts.filter(isContent).length;
  const wanted = rows.patients.length + rows.requests.length;
  const problems = [...byResource].flatMap(([resource, all]) => {
    const names = all.map(({ envelope }) => envelope?.eventType ?? '');
    const expected = resource.includes('/record-requests/')
      ? requestEvents
      : isOfBacklog(resource.split('/').at(-1) ?? '')
        ? ['patient.created']
        : patientEvents;
    return same(names, expected) ? [] : [`the receiver heard of ${resource}: ${tally(names)}`];
  });
  return [
    ...problems,
    byResource.size !== wanted && `the receiver heard of ${byResource.size} records, not of ${wanted}`,
    heardContent !== toldContent &&
      `the receiver heard ${heardContent} times of new content, not ${toldContent}`,
  ].filter(problem => typeof problem === 'string');
}

/** @returns the violations; empty if everything is correct */
export function checkChaos(evidence: ChaosEvidence): string[] {
  return [
    ...recordProblems(evidence),
    ...backlogProblems(evidence),
    ...eventProblems(evidence),
    ...deliveryProblems(evidence),
    ...receiverProblems(evidence),
  ];
}
