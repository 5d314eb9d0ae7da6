/** Record requests of a live project that a partner's EHR system answers. */
import { dayInUtc } from '../../src/domain/clinical/calendar-date';
import { projectPurposes } from '../../src/domain/projects/project';
import { createHttpEhrChannel } from '../../src/partners/ehr/http-ehr-channel';
import { createPartners, type Partners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import { findQueueItem } from '../../src/store/desk/queue';
import { findRecordRequestByUid } from '../../src/store/record-requests/record-requests';
import { sendRecordRequest } from '../../src/usecases/record-requests/work';
import { chaseRecords } from '../../src/usecases/record-requests/ehr-channel';
import { admin } from '../support/admin-shell';
import type { TestCompany } from '../support/api-world';
import { returned, startEhrSystem, type EhrSystem, type SystemAsk } from '../support/ehr-system';
import { operatorAtDesk } from '../support/desk-work';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { testOutreach } from '../support/outreach';
import { jane, mercyClinic, patientsPath, putPatient, review, storedPatient } from '../support/patients';
import { readEvents } from '../support/records';
import { until } from '../support/until';

let system: EhrSystem;
let world: FlowWorld;
let company: TestCompany;
const partners = () => {
  const channel = createHttpEhrChannel(
    {
      name: 'ehrnet',
      endpoint: system.endpoint,
      credentialsFile: '',
      daysMax: 365,
      requires: 'nothing',
      servesPurposes: projectPurposes.filter(purpose => purpose !== 'Research'),
    },
    system.token,
  );
  return createPartners(undefined, sandbox, {
    outreach: testOutreach,
    channels: [channel],
    routes: [{ channel: 'ehrnet' }],
  });
};
beforeAll(async () => {
  system = await startEhrSystem();
  world = await startFlowWorld({ alsoServes: ['documents'], partners: partners() });
  company = await world.company('acme');
  for (const purpose of ['CoveredTreatment', 'Research'])
    await world.call('PUT', `/v0/companies/acme/projects/${purpose}`, {
      key: company.productionKey,
      body: { name: purpose, purpose },
    });
});
afterAll(async () => {
  await world.close();
  await system.close();
});

const call = (method: string, path: string, body?: unknown) =>
  world.call(method, path, { key: company.productionKey, ...(body === undefined ? {} : { body }) });

/** Requests the records of a patient with this id from 2022 to 2024, which takes several partner requests. */
async function ask(id: string, project = 'CoveredTreatment'): Promise<string> {
  await call('PUT', patientsPath(company, project, id), jane);
  const dates = { startDateOfService: '2022-01-01', endDateOfService: '2024-12-31' };
  const path = `${patientsPath(company, project, id)}/record-requests`;
  const { json } = await call('POST', path, { ...mercyClinic, ...dates, medicalRecord: true });
  const { requests } = json as { requests: Array<{ request: { id: string } }> };
  return requests[0]?.request.id ?? '';
}

const pathOf = (id: string, requestId: string, project = 'CoveredTreatment') =>
  `${patientsPath(company, project, id)}/record-requests/${requestId}`;

async function statusOf(id: string, requestId: string): Promise<string> {
  const { json } = await call('GET', pathOf(id, requestId));
  return (json['request'] as { status: string }).status;
}

const untilStatus = (id: string, requestId: string, status: string) =>
  until(
    `the request to be ${status}`,
    () => statusOf(id, requestId),
    current => current === status,
  );

async function filesOf(id: string, requestId: string): Promise<Array<[string, string | undefined]>> {
  const { json } = await call('GET', `${pathOf(id, requestId)}/deliverables`);
  const files = json['files'] as Array<{ fileName: string; folder?: string }>;
  return files.map(({ fileName, folder }) => [fileName, folder]);
}

const typesOf = async (requestId: string) =>
  (await readEvents(world.db, requestId)).map(({ eventType }) => eventType);

describe('Record request with more dates than the EHR system accepts at once', () => {
  let requestId: string;
  let asked: ReadonlyArray<(typeof system.asks)[number]>;
  beforeAll(async () => {
    const before = system.asks.length;
    requestId = await ask('whole');
    await world.sent();
    await world.result(`record-request/${requestId}`);
    asked = system.asks.slice(before);
  }, 60_000);

  test('becomes one plan of several requests to the EHR system [REQUEST-31] [REQUEST-32]', () => {
    expect(asked.map(({ datesOfService }) => [datesOfService.from, datesOfService.to])).toEqual([
      ['2022-01-01', '2022-12-31'],
      ['2023-01-01', '2023-12-31'],
      ['2024-01-01', '2024-12-30'],
      ['2024-12-31', '2024-12-31'],
    ]);
  });

  test('is completed at once when all records have been returned [REQUEST-17]', async () => {
    expect(await statusOf('whole', requestId)).toBe('Completed');
    expect(await typesOf(requestId)).toEqual([
      'recordRequest.created',
      'recordRequest.statusChanged',
      'recordRequest.processing',
      'recordRequest.statusChanged',
      'recordRequest.completed',
    ]);
  });

  test('has its returned files in one folder [FILE-21]', async () => {
    expect(await filesOf('whole', requestId)).toEqual([
      ['Chart.pdf', 'Chart Documents'],
      ['Chart (2).pdf', 'Chart Documents'],
      ['Chart (3).pdf', 'Chart Documents'],
      ['Chart (4).pdf', 'Chart Documents'],
    ]);
  });

  test('states purpose and basis in every request to the system, and records each as a disclosure [DECISION-56]', async () => {
    expect(asked.length).toBeGreaterThan(0);
    expect(
      asked.every(({ purposeCode, basis }) => purposeCode === 'TREAT' && basis === 'coveredPurpose'),
    ).toBe(true);
    const { uid } = await storedPatient(world, company, 'CoveredTreatment', 'whole');
    const disclosures = (await admin(world, ['patient', 'disclosures', uid, '--json'])).json() as Array<{
      subject: string;
    }>;
    expect(disclosures).toMatchObject(asked.map(() => ({ recipient: 'ehrnet', basis: 'coveredPurpose' })));
    expect(disclosures.map(({ subject }) => subject).toSorted()).toEqual(
      asked.map(({ askUid }) => askUid).toSorted(),
    );
  });
});

test('A partial return is NeedToReviewResults until the rest arrives, and nothing is requested or stored twice [REQUEST-18] [REQUEST-32]', async () => {
  let isRestThere = false;
  const puts = new Map<string, number>();
  system.answer = ({ askUid, datesOfService }: SystemAsk) => {
    puts.set(datesOfService.from, (puts.get(datesOfService.from) ?? 0) + 1);
    if (datesOfService.from === '2023-01-01') {
      if (!isRestThere) return { body: { status: 'pending', askAgainAfterSeconds: 1 } };
      return { body: { status: 'refused', reason: 'ServiceDatesNotFound' } };
    }
    const first = { d1: `bytes of ${askUid}` };
    if (datesOfService.from !== '2024-01-01') return returned('whole', first);
    return isRestThere
      ? returned('whole', { ...first, d2: `bytes of rest ${askUid}` })
      : returned('partToCome', first);
  };
  const requestId = await ask('parts');
  await world.sent();
  await untilStatus('parts', requestId, 'NeedToReviewResults');
  expect(await filesOf('parts', requestId)).toHaveLength(3);
  isRestThere = true;
  await untilStatus('parts', requestId, 'Completed');
  const files = await filesOf('parts', requestId);
  expect(files).toHaveLength(4);
  expect(new Set(files.map(([, folder]) => folder))).toEqual(new Set(['Chart Documents']));
  expect([puts.get('2022-01-01'), puts.get('2024-12-31')]).toEqual([1, 1]);
  expect(await typesOf(requestId)).toEqual([
    'recordRequest.created',
    'recordRequest.statusChanged',
    'recordRequest.processing',
    'recordRequest.statusChanged',
    'recordRequest.needsResolution',
    'recordRequest.statusChanged',
    'recordRequest.completed',
  ]);
});

test('Simultaneous collections store each file once, whether or not the status changes [REQUEST-32]', async () => {
  let there = ['d1'];
  let share: 'partToCome' | 'whole' = 'partToCome';
  system.answer = ({ askUid }) => {
    const documents = Object.fromEntries(there.map(id => [id, `bytes of ${id} ${askUid}`]));
    const { body } = returned(share, documents);
    return { body: { ...body, askAgainAfterSeconds: 3_600 }, documents };
  };
  const requestId = await ask('twice');
  await world.sent();
  await untilStatus('twice', requestId, 'NeedToReviewResults');
  const parts = { ...world.services, partners: partners() };
  const collectAtOnce = async (): Promise<void> => {
    const request = await findRecordRequestByUid(world.db, requestId);
    if (request === undefined) throw new Error('the request');
    await Promise.all([1, 2, 3].map(() => chaseRecords(parts, request, request.sequence)));
  };
  expect(await filesOf('twice', requestId)).toHaveLength(4);
  there = ['d1', 'd2'];
  await collectAtOnce();
  expect(await statusOf('twice', requestId)).toBe('NeedToReviewResults');
  expect(await filesOf('twice', requestId)).toHaveLength(8);
  [there, share] = [['d1', 'd2', 'd3'], 'whole'];
  await collectAtOnce();
  expect(await statusOf('twice', requestId)).toBe('Completed');
  expect(await filesOf('twice', requestId)).toHaveLength(12);
  expect((await typesOf(requestId)).filter(type => type === 'recordRequest.completed')).toHaveLength(1);
});

test('A refusal by the EHR system ends the request, and resubmitting it creates another plan [REQUEST-19] [REQUEST-20]', async () => {
  system.answer = () => ({ body: { status: 'refused', reason: 'PatientNotFound' } });
  const requestId = await ask('refused');
  await world.sent();
  await world.result(`record-request/${requestId}`);
  expect(await statusOf('refused', requestId)).toBe('PatientNotFound');
  const before = new Set(system.asks.map(({ askUid }) => askUid));
  system.answer = ({ askUid }) => returned('whole', { d1: `bytes of ${askUid}` });
  await admin(world, ['record-request', 'set-status', requestId, 'Submitted']);
  await world.sent();
  await untilStatus('refused', requestId, 'Completed');
  expect(system.asks.slice(-4).some(({ askUid }) => before.has(askUid))).toBe(false);
});

test('A purpose that no EHR system serves becomes a packet for operators after the approval [REQUEST-29] [REQUEST-31]', async () => {
  const before = system.asks.length;
  const requestId = await ask('research', 'Research');
  await world.sent();
  await world.detailsWhen(`record-request/${requestId}`, details =>
    details.includes('Waiting for the approval'),
  );
  await review(world, await storedPatient(world, company, 'Research', 'research'), {
    authorizationStatus: 'Approved',
  });
  await world.sent();
  await world.detailsWhen(`record-request/${requestId}`, details =>
    details.includes('an operator to send the packet'),
  );
  expect(system.asks).toHaveLength(before);
});

test('An authorization replaced after sending stops further requests until it is approved again [REQUEST-29]', async () => {
  system.answer = () => ({ body: { status: 'pending', askAgainAfterSeconds: 3_600 } });
  await putPatient(world, company, 'live', 'held', jane);
  const patient = await storedPatient(world, company, 'live', 'held');
  await review(world, patient, { authorizationStatus: 'Approved' });
  const requestId = await ask('held', 'live');
  await world.sent();
  await world.detailsWhen(`record-request/${requestId}`, details => details.includes('Processing'));
  await putPatient(world, company, 'live', 'held', { ...jane, firstName: 'Joan' });
  const before = system.asks.length;
  const request = await findRecordRequestByUid(world.db, requestId);
  if (request === undefined) throw new Error('the request');
  const parts = { ...world.services, partners: partners() };
  expect(await chaseRecords(parts, request, request.sequence)).toMatchObject({ progress: 'Processing' });
  expect(system.asks).toHaveLength(before);
});

test('A channel that is missing or on other terms is asked again hourly, so that a repaired one goes on [REQUEST-50]', async () => {
  system.answer = () => ({ body: { status: 'pending', askAgainAfterSeconds: 3_600 } });
  const requestId = await ask('missing');
  await world.sent();
  await world.detailsWhen(`record-request/${requestId}`, details => details.includes('Processing'));
  const request = await findRecordRequestByUid(world.db, requestId);
  if (request === undefined) throw new Error('the request');
  const without = createPartners(undefined, sandbox, { outreach: testOutreach, channels: [], routes: [] });
  const parts = { ...world.services, partners: without };
  const before = system.asks.length;
  const hourMs = 60 * 60 * 1_000;
  const waits = { progress: 'waitsForOperator', askAgainAfterMs: hourMs };
  expect(await chaseRecords(parts, request, request.sequence)).toEqual(waits);
  const terms = { purpose: 'Research' };
  await world.db('project').where({ uid: request.projectUid }).update(terms);
  const changed = { ...world.services, partners: partners() };
  expect(await chaseRecords(changed, request, request.sequence)).toEqual(waits);
  await world.db('project').where({ uid: request.projectUid }).update({ purpose: 'CoveredTreatment' });
  expect(system.asks).toHaveLength(before);
  system.answer = ({ askUid }) => returned('whole', { d1: `bytes of ${askUid}` });
  await chaseRecords(changed, request, request.sequence);
  expect(system.asks.length).toBeGreaterThan(before);
});

test('A sent request whose channel cannot be asked is in the work queue, until it can be or an operator moves the request [REQUEST-52]', async () => {
  system.answer = () => ({ body: { status: 'pending', askAgainAfterSeconds: 3_600 } });
  const requestId = await ask('queued');
  await world.sent();
  await world.detailsWhen(`record-request/${requestId}`, details => details.includes('Processing'));
  const read = async () => {
    const found = await findRecordRequestByUid(world.db, requestId);
    if (found === undefined) throw new Error('the request');
    return found;
  };
  const look = async (configured: Partners): Promise<void> => {
    const request = await read();
    await chaseRecords({ ...world.services, partners: configured }, request, request.sequence);
  };
  const given = { now: new Date(), today: dayInUtc(new Date()), exchangeTerms: [] };
  const queued = () => findQueueItem(world.db, { kind: 'recordRequest', uid: requestId }, given);
  const without = createPartners(undefined, sandbox, { outreach: testOutreach, channels: [], routes: [] });
  expect(await queued()).toBeUndefined();
  await look(without);
  expect(await queued()).toMatchObject({ detail: 'medicalRecord, Processing, channelFault' });
  // Its workflow still reviews it, so that it continues.
  const parts = { ...world.services, partners: without };
  expect(await sendRecordRequest(parts, { recordRequestUid: requestId })).toMatchObject({
    progress: 'Processing',
  });
  const operator = await operatorAtDesk(world, 'Olga');
  const { html } = await operator.get(`/desk/requests/${requestId}`);
  expect(html).toContain('in the configuration anymore: restore it');
  expect((await operator.get('/desk?kind=recordRequest')).html).toContain('be asked: open it to see why.');
  await look(partners());
  expect([await queued(), (await read()).channelFault]).toEqual([undefined, null]);
  await look(without);
  await admin(world, ['record-request', 'set-status', requestId, 'Submitted']);
  expect(await read()).toMatchObject({ status: 'Submitted', channelFault: null });
});

test('Documents that an interrupted attempt stored are not fetched again, unless they differ [REQUEST-51]', async () => {
  system.answer = () => ({ body: { status: 'pending', askAgainAfterSeconds: 3_600 } });
  const requestId = await ask('interrupted');
  await world.sent();
  await world.detailsWhen(`record-request/${requestId}`, details => details.includes('Processing'));
  const request = await findRecordRequestByUid(world.db, requestId);
  if (request === undefined) throw new Error('the request');
  const parts = { ...world.services, partners: partners() };
  const fetchedBy = async (told: Record<string, string>, sent = told): Promise<string[]> => {
    system.answer = ({ datesOfService: { from } }) =>
      from === '2022-01-01'
        ? { ...returned('whole', told), documents: sent }
        : { body: { status: 'pending', askAgainAfterSeconds: 3_600 } };
    system.fetched.length = 0;
    const isWhole = JSON.stringify(told) === JSON.stringify(sent);
    const chased = chaseRecords(parts, request, request.sequence);
    if (isWhole) await chased;
    else await expect(chased).rejects.toThrow('a document that is not the one');
    return [...system.fetched];
  };
  const told = { d1: 'the first one', d2: 'the second', d3: 'the third one' };
  expect(await fetchedBy(told, { ...told, d3: 'what is else' })).toEqual(['d1', 'd2', 'd3']);
  expect(await fetchedBy({ ...told, d2: 'the record' })).toEqual(['d2', 'd3']);
  expect(await filesOf('interrupted', requestId)).toHaveLength(3);
});
