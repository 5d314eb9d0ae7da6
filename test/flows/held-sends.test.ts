import type { AuthorizationStatus } from '../../src/domain/authorizations/authorization-status';
import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import {
  decideOnSandbox,
  jane,
  mercyClinic,
  patientsPath,
  putPatient,
  storedPatient,
} from '../support/patients';
import { readEvents, readRows } from '../support/records';
import { until } from '../support/until';

describe('Sandbox searches and record requests', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({ alsoServes: ['documents'] });
    company = await world.company('acme');
  });
  afterAll(() => world.close());

  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    world.call(method, path, { key: company.sandboxKey, ...(body === undefined ? {} : { body }) });

  /** Registers a patient with this status, a search, and a record request. @returns the ids */
  async function ask(id: string, status: AuthorizationStatus): Promise<{ uid: string; requestId: string }> {
    expect((await putPatient(world, company, 'sandbox', id, jane)).status).toBe(200);
    await decideOnSandbox(world, company, id, status);
    const path = patientsPath(company, 'sandbox', id);
    const armed = await call('PATCH', `${path}/search-level`, { siteSonar: true });
    expect(armed.json).toMatchObject({ authorizationStatus: status });
    const made = await call('POST', `${path}/record-requests`, { ...mercyClinic, medicalRecord: true });
    const { requests } = made.json as { requests: Array<{ request: { id: string } }> };
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    return { uid, requestId: requests[0]?.request.id ?? '' };
  }

  async function statusesOf(id: string, requestId: string): Promise<unknown> {
    const path = patientsPath(company, 'sandbox', id);
    const [patient, request] = await Promise.all([
      call('GET', path),
      call('GET', `${path}/record-requests/${requestId}`),
    ]);
    return [patient.json['searchStatus'], (request.json as { request: { status: string } }).request.status];
  }

  const untilStatuses = (id: string, requestId: string, expected: unknown): Promise<unknown> =>
    until(
      'the search and the request to have the expected statuses',
      () => statusesOf(id, requestId),
      current => JSON.stringify(current) === JSON.stringify(expected),
    );

  test.each(['WrongPatientName', 'MissingSignature'] as const)(
    'are held and denied by the fault %s until the approval [AUTH-7] [DECISION-14] [REQUEST-16]',
    async status => {
      const id = `held-${status}`;
      const { uid, requestId } = await ask(id, status);
      await world.sent();
      await world.detailsWhen(`patient-search/${uid}`, details => details.includes('approval'));
      await world.detailsWhen(`record-request/${requestId}`, details => details.includes('authorization'));
      expect(await statusesOf(id, requestId)).toEqual(['Processing', 'AuthDenied']);
      const runs = await readRows(world.db, 'select uid from search_run where patient_uid = ?', [uid]);
      expect(runs).toEqual([]);

      await decideOnSandbox(world, company, id, 'Approved');
      await untilStatuses(id, requestId, ['Completed', 'Completed']);
    },
  );

  test('are held by a fault until an edit fixes it, because NeedsApproval holds nothing [AUTH-7]', async () => {
    const { requestId } = await ask('mended', 'WrongPatientName');
    await call('PATCH', patientsPath(company, 'sandbox', 'mended'), { firstName: 'Joan' });
    await untilStatuses('mended', requestId, ['Completed', 'Completed']);
  });

  test('are denied with one event, stay denied by another fault, and resume after the approval [REQUEST-16]', async () => {
    const { requestId } = await ask('denied', 'MissingSignature');
    await world.sent();
    await world.detailsWhen(`record-request/${requestId}`, details => details.includes('authorization'));
    const events = await readEvents(world.db, requestId);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'recordRequest.created',
      'recordRequest.statusChanged',
      'recordRequest.needsResolution',
    ]);
    // Another fault changes nothing, but an approval does.
    await decideOnSandbox(world, company, 'denied', 'WrongDateOfBirth');
    expect(await statusesOf('denied', requestId)).toEqual(['Processing', 'AuthDenied']);
    await decideOnSandbox(world, company, 'denied', 'Approved');
    await untilStatuses('denied', requestId, ['Completed', 'Completed']);
  });

  test('can be canceled while they wait, which ends the workflow, and get 400 once they have ended [REQUEST-24]', async () => {
    const { requestId } = await ask('canceled', 'MissingSignature');
    await world.sent();
    await world.detailsWhen(`record-request/${requestId}`, details => details.includes('authorization'));
    const path = `${patientsPath(company, 'sandbox', 'canceled')}/record-requests/${requestId}/cancel`;
    const first = await call('POST', path);
    expect(first).toMatchObject({ status: 200, json: { request: { id: requestId, status: 'Canceled' } } });
    expect((await call('POST', path)).json).toEqual(first.json);
    await world.detailsWhen(`record-request/${requestId}`, details => details === 'Done: Canceled.');
    // A later approval sends nothing.
    await decideOnSandbox(world, company, 'canceled', 'Approved');
    await until(
      'the search to complete',
      () => statusesOf('canceled', requestId),
      current => (current as string[])[0] === 'Completed',
    );
    expect(await statusesOf('canceled', requestId)).toEqual(['Completed', 'Canceled']);
    const events = await readEvents(world.db, requestId);
    expect(events.slice(-2).map(({ eventType }) => eventType)).toEqual([
      'recordRequest.statusChanged',
      'recordRequest.canceled',
    ]);
    const { requestId: done } = await ask('done', 'NeedsApproval');
    await untilStatuses('done', done, ['Completed', 'Completed']);
    const late = await call(
      'POST',
      `${patientsPath(company, 'sandbox', 'done')}/record-requests/${done}/cancel`,
    );
    expect(late.status).toBe(400);
  });

  test("aren't held while a patient waits for review [AUTH-7]", async () => {
    const { requestId } = await ask('reviewed', 'NeedsApproval');
    await untilStatuses('reviewed', requestId, ['Completed', 'Completed']);
  });
});
