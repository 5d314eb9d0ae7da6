/** Record requests of a live project, from the gate of the authorization to the channel. */
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { changeRecordRequestStatus } from '../../src/usecases/record-requests/operate-record-requests';
import type { TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath, putPatient, review, storedPatient } from '../support/patients';
import { readEvents } from '../support/records';

let world: FlowWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

/** Asks for the bill of a patient of this id, who is registered with it. */
async function ask(id: string): Promise<string> {
  await putPatient(world, company, 'live', id, jane);
  const path = `${patientsPath(company, 'live', id)}/record-requests`;
  const key = company.productionKey;
  const { json } = await world.call('POST', path, { key, body: { ...mercyClinic, billing: true } });
  const { requests } = json as { requests: Array<{ request: { id: string } }> };
  return requests[0]?.request.id ?? '';
}

const decide = async (id: string, authorizationStatus: 'Approved' | 'MissingSignature') =>
  review(world, await storedPatient(world, company, 'live', id), { authorizationStatus });

async function statusOf(id: string, requestId: string): Promise<unknown> {
  const path = `${patientsPath(company, 'live', id)}/record-requests/${requestId}`;
  const { json } = await world.call('GET', path, { key: company.productionKey });
  return (json['request'] as { status: string }).status;
}

const detailsWith = (requestId: string, words: string) =>
  world.detailsWhen(`record-request/${requestId}`, details => details.includes(words));

test('a request waits for the approval before anybody is to send it, and goes on by itself once it is there [REQUEST-29]', async () => {
  const requestId = await ask('waiting');
  await world.sent();
  await detailsWith(requestId, 'Waiting for the approval');
  expect(await statusOf('waiting', requestId)).toBe('Submitted');
  await decide('waiting', 'Approved');
  await world.sent();
  await detailsWith(requestId, 'Waiting for the delivery team');
  expect(await statusOf('waiting', requestId)).toBe('Submitted');
});

test('a fault of the authorization denies it, told once, until the authorization is approved [REQUEST-16] [REQUEST-29]', async () => {
  const requestId = await ask('denied');
  await decide('denied', 'MissingSignature');
  await world.sent();
  await detailsWith(requestId, 'Denied');
  expect(await statusOf('denied', requestId)).toBe('AuthDenied');
  await decide('denied', 'Approved');
  await world.sent();
  await detailsWith(requestId, 'Waiting for the delivery team');
  const told = await readEvents(world.db, requestId);
  expect(told.map(({ eventType }) => eventType)).toEqual([
    'recordRequest.created',
    'recordRequest.statusChanged',
    'recordRequest.needsResolution',
    'recordRequest.statusChanged',
  ]);
});

test('any status can be set by hand, after the workflow has ended too: it looks again, or ends again [REQUEST-19]', async () => {
  const requestId = await ask('by-hand');
  const move = (status: 'NoRecordFound' | 'Submitted' | 'Canceled') =>
    world.change(change => changeRecordRequestStatus(change, { recordRequestUid: requestId, status }));
  await move('NoRecordFound');
  await world.sent();
  await detailsWith(requestId, 'Done: NoRecordFound');
  await move('Submitted');
  await world.sent();
  await detailsWith(requestId, 'Waiting for the approval');
  await move('Canceled');
  await world.sent();
  await detailsWith(requestId, 'Done: Canceled');
});
