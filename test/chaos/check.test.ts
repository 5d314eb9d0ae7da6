import { checkChaos, type ChaosEvidence } from '../../tools/chaos/check';
import type { Receipt } from '../../stack/demo/receipt';

const patient = { uid: 'patient-1', id: 'p1', searchStatus: 'Completed' };
const requests = ['medicalRecord', 'billing', 'imaging'].map(kind => ({
  uid: `request-${kind}`,
  patientUid: patient.uid,
  kind,
  status: 'Completed',
  deliverables: 1,
}));
const patientNames = [
  'patient.created',
  'siteSonar.started',
  'patientHistories.started',
  'ehrSearch.started',
  'siteSonar.completed',
  'patientHistories.completed',
  'patient.searchStatusChanged',
  'ehrSearch.completed',
  ...['clinicalData.added', 'clinicalData.added', 'clinicalData.added'],
];
const requestNames = ['created', 'statusChanged', 'processing', 'statusChanged', 'completed'];
const events = [
  ...patientNames.map(eventType => ({ eventType, recordUid: patient.uid })),
  ...requests.flatMap(({ uid }) =>
    requestNames.map(name => ({ eventType: `recordRequest.${name}`, recordUid: uid })),
  ),
].map((event, index) => ({ ...event, uid: `event-${index}` }));
const deliveries = events.map(({ uid }, index) => {
  return { uid: `delivery-${index}`, eventUid: uid, status: 'succeeded', attempts: 1, noted: 1 };
});
const receipts = deliveries.map(({ uid }, index): Receipt => {
  const event = events[index] ?? { eventType: '', recordUid: '' };
  const base = 'companies/c/projects/p/patients/p1';
  const ofPatient = event.eventType === 'clinicalData.added' ? 'companies/c' : base;
  const resource = event.recordUid === patient.uid ? ofPatient : `${base}/record-requests/${event.recordUid}`;
  return {
    at: index,
    headerId: uid,
    bodySha256: `body-${index}`,
    isPost: true,
    isFresh: true,
    isGenuine: true,
    envelope: {
      id: uid,
      timestamp: '2026-11-20T12:00:00.000Z',
      version: 'events',
      eventType: event.eventType,
      resource,
      changed: [],
      data: {},
    },
    answered: 204,
  };
});

const flawless: ChaosEvidence = {
  acknowledged: [{ patientId: 'p1', requestIds: requests.map(({ uid }) => uid) }],
  receipts,
  rows: { patients: [patient], requests, events, deliveries, unsentCommands: 0 },
};

const withRows = (rows: Partial<ChaosEvidence['rows']>): ChaosEvidence => ({
  ...flawless,
  rows: { ...flawless.rows, ...rows },
});
/** Returns all elements with a change to the first one. */
const firstBut = <T>([first, ...rest]: readonly T[], change: Partial<T>): T[] =>
  first === undefined ? [] : [{ ...first, ...change }, ...rest];

describe('The checker of a chaos run', () => {
  test('finds no problem in a flawless run', () => {
    expect(checkChaos(flawless)).toEqual([]);
  });

  test('accepts a delivery that came twice with the same ID and bytes only if both attempts are noted', () => {
    const twice = { ...flawless, receipts: [...receipts, ...receipts.slice(0, 1)] };
    const rows = withRows({ deliveries: firstBut(deliveries, { noted: 2 }) }).rows;
    expect(checkChaos({ ...twice, rows })).toEqual([]);
    expect(checkChaos(twice)).toEqual([
      'patient.created of patient-1 was sent 2 times, and 1 attempts are noted',
    ]);
  });

  test('expects one patient and one event of each registration that waited', () => {
    const waiting = { uid: 'patient-2', id: 'waiting-1', searchStatus: 'Inactive' };
    const [event, receipt, delivery] = [events[0], receipts[0], deliveries[0]];
    if (event === undefined || receipt?.envelope === undefined || delivery === undefined) throw new Error();
    const evidence: ChaosEvidence = {
      acknowledged: flawless.acknowledged,
      backlog: ['waiting-1'],
      receipts: [
        ...receipts,
        {
          ...receipt,
          headerId: 'delivery-w',
          envelope: {
            ...receipt.envelope,
            id: 'delivery-w',
            resource: 'companies/c/projects/p/patients/waiting-1',
          },
        },
      ],
      rows: {
        ...flawless.rows,
        patients: [patient, waiting],
        events: [...events, { ...event, uid: 'event-w', recordUid: 'patient-2' }],
        deliveries: [...deliveries, { ...delivery, uid: 'delivery-w', eventUid: 'event-w' }],
      },
    };
    expect(checkChaos(evidence)).toEqual([]);
    expect(checkChaos({ ...evidence, rows: { ...evidence.rows, patients: [patient] } })).toContain(
      'waiting-1 was acknowledged and is there 0 times',
    );
  });

  test.each<[string, ChaosEvidence, string]>([
    ['a lost patient', withRows({ patients: [] }), 'p1 was acknowledged and is not there'],
    ['a duplicate patient', withRows({ patients: [patient, patient] }), 'p1 is there 2 times'],
    [
      'a patient that was never registered',
      withRows({ patients: [patient, { ...patient, uid: 'x', id: 'p2' }] }),
      'p2 was never asked for',
    ],
    [
      'a search that hangs',
      withRows({ patients: [{ ...patient, searchStatus: 'Processing' }] }),
      'p1 is Processing',
    ],
    [
      'a duplicate request',
      withRows({ requests: [...requests, { ...requests[0], uid: 'twin' } as (typeof requests)[0]] }),
      'p1 was acknowledged 3 requests, 4 are there',
    ],
    [
      'a request without its files',
      withRows({ requests: firstBut(requests, { deliverables: 0 }) }),
      'request request-medicalRecord is Completed with 0 deliverables',
    ],
    [
      'a run that starts twice',
      withRows({ events: [...events, { ...events[1], uid: 'again' } as (typeof events)[0]] }),
      'siteSonar.started of patient-1 has no delivery',
    ],
    [
      'an event without a delivery',
      withRows({ deliveries: deliveries.slice(1) }),
      'patient.created of patient-1 has no delivery',
    ],
    [
      'an event with two deliveries',
      withRows({ deliveries: [...deliveries, { ...deliveries[0], uid: 'twin' } as (typeof deliveries)[0]] }),
      'patient.created of patient-1 has 2 deliveries',
    ],
    [
      'a delivery that is still open',
      withRows({ deliveries: firstBut(deliveries, { status: 'pending' }) }),
      'patient.created of patient-1 is pending after 1 attempts',
    ],
    [
      "a success that the receiver didn't see",
      { ...flawless, receipts: firstBut(receipts, { answered: 500 }) },
      'patient.created of patient-1 was never received with success',
    ],
    [
      'a second attempt with other bytes',
      { ...flawless, receipts: [...receipts, ...firstBut(receipts, { bodySha256: 'other' }).slice(0, 1)] },
      'patient.created of patient-1 was sent with two bodies',
    ],
    [
      'a forged delivery',
      { ...flawless, receipts: firstBut(receipts, { isGenuine: false }) },
      'delivery delivery-0 was not genuine, fresh and whole',
    ],
    [
      'the same event under a second ID',
      { ...flawless, receipts: [...receipts, ...firstBut(receipts, { headerId: 'twin' }).slice(0, 1)] },
      'delivery twin is unknown to the service',
    ],
  ])('finds %s', (_name, evidence, problem) => {
    expect(checkChaos(evidence)).toContain(problem);
  });

  test('expects only searches in a live project', () => {
    expect(checkChaos({ ...flawless, isLive: true })).toContain(
      'p1 has the requests billing, imaging, medicalRecord',
    );
    const ofPatient = events.filter(({ recordUid }) => recordUid === patient.uid);
    const isOfPatient = (eventUid: string): boolean => ofPatient.some(({ uid }) => uid === eventUid);
    const evidence: ChaosEvidence = {
      isLive: true,
      acknowledged: [{ patientId: 'p1', requestIds: [] }],
      receipts: receipts.filter((_receipt, index) => isOfPatient(`event-${index}`)),
      rows: {
        ...flawless.rows,
        requests: [],
        events: ofPatient,
        deliveries: deliveries.filter(({ eventUid }) => isOfPatient(eventUid)),
      },
    };
    expect(checkChaos(evidence)).toEqual([]);
  });
});
