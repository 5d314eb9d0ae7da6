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

describe('on sandbox', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({ alsoServes: ['documents'] });
    company = await world.company('acme');
  });
  afterAll(() => world.close());

  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    world.call(method, path, { key: company.sandboxKey, ...(body === undefined ? {} : { body }) });

  /** A patient at a status, with a search and a record request. @returns the request's path */
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

  async function standing(id: string, requestId: string): Promise<unknown> {
    const path = patientsPath(company, 'sandbox', id);
    const [patient, request] = await Promise.all([
      call('GET', path),
      call('GET', `${path}/record-requests/${requestId}`),
    ]);
    return [patient.json['searchStatus'], (request.json as { request: { status: string } }).request.status];
  }

  const comesTo = (id: string, requestId: string, expected: unknown): Promise<unknown> =>
    until(
      'the search and the request to stand as expected',
      () => standing(id, requestId),
      seen => JSON.stringify(seen) === JSON.stringify(expected),
    );

  test.each(['WrongPatientName', 'MissingSignature'] as const)(
    'the fault %s holds searches and denies record requests until it is approved [AUTH-7] ' +
      '[DECISION-14] [REQUEST-16]',
    async status => {
      const id = `held-${status}`;
      const { uid, requestId } = await ask(id, status);
      await world.sent();
      await world.detailsWhen(`patient-search/${uid}`, details => details.includes('approval'));
      await world.detailsWhen(`record-request/${requestId}`, details => details.includes('authorization'));
      expect(await standing(id, requestId)).toEqual(['Processing', 'AuthDenied']);
      const runs = await readRows(world.db, 'select uid from search_run where patient_uid = ?', [uid]);
      expect(runs).toEqual([]);

      await decideOnSandbox(world, company, id, 'Approved');
      await comesTo(id, requestId, ['Completed', 'Completed']);
    },
  );

  test('a fault that an edit mends holds them until the edit, since NeedsApproval holds nothing [AUTH-7]', async () => {
    const { requestId } = await ask('mended', 'WrongPatientName');
    await call('PATCH', patientsPath(company, 'sandbox', 'mended'), { firstName: 'Joan' });
    await comesTo('mended', requestId, ['Completed', 'Completed']);
  });

  test('a denied request is told, stays so by another fault, and goes again by itself once it is approved [REQUEST-16]', async () => {
    const { requestId } = await ask('denied', 'MissingSignature');
    await world.sent();
    await world.detailsWhen(`record-request/${requestId}`, details => details.includes('authorization'));
    const told = await readEvents(world.db, requestId);
    expect(told.map(({ eventType }) => eventType)).toEqual([
      'recordRequest.created',
      'recordRequest.statusChanged',
      'recordRequest.needsResolution',
    ]);
    // Another fault changes nothing; an approval does.
    await decideOnSandbox(world, company, 'denied', 'WrongDateOfBirth');
    expect(await standing('denied', requestId)).toEqual(['Processing', 'AuthDenied']);
    await decideOnSandbox(world, company, 'denied', 'Approved');
    await comesTo('denied', requestId, ['Completed', 'Completed']);
  });

  test('a request that waits is canceled, with its event, and its workflow ends; at its end it is 400 [REQUEST-24]', async () => {
    const { requestId } = await ask('canceled', 'MissingSignature');
    await world.sent();
    await world.detailsWhen(`record-request/${requestId}`, details => details.includes('authorization'));
    const path = `${patientsPath(company, 'sandbox', 'canceled')}/record-requests/${requestId}/cancel`;
    const first = await call('POST', path);
    expect(first).toMatchObject({ status: 200, json: { request: { id: requestId, status: 'Canceled' } } });
    expect((await call('POST', path)).json).toEqual(first.json);
    await world.detailsWhen(`record-request/${requestId}`, details => details === 'Done: Canceled.');
    // The approval that comes too late sends nothing.
    await decideOnSandbox(world, company, 'canceled', 'Approved');
    await until(
      'the search to complete',
      () => standing('canceled', requestId),
      seen => (seen as string[])[0] === 'Completed',
    );
    expect(await standing('canceled', requestId)).toEqual(['Completed', 'Canceled']);
    const told = await readEvents(world.db, requestId);
    expect(told.slice(-2).map(({ eventType }) => eventType)).toEqual([
      'recordRequest.statusChanged',
      'recordRequest.canceled',
    ]);
    const { requestId: done } = await ask('done', 'NeedsApproval');
    await comesTo('done', done, ['Completed', 'Completed']);
    const late = await call(
      'POST',
      `${patientsPath(company, 'sandbox', 'done')}/record-requests/${done}/cancel`,
    );
    expect(late.status).toBe(400);
  });

  test('a patient who waits for review is held back in nothing [AUTH-7]', async () => {
    const { requestId } = await ask('reviewed', 'NeedsApproval');
    await comesTo('reviewed', requestId, ['Completed', 'Completed']);
  });
});
