/** The results of sandbox record requests by site name: docs/guides/sandbox.md. */
import { facilityRefusalStatuses } from '../../src/domain/record-requests/record-request';
import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { decideOnSandbox, jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { readEvents } from '../support/records';
import { until } from '../support/until';

let world: FlowWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['documents'] });
  company = await world.company('acme');
});
afterAll(() => world.close());

const call = (method: string, path: string, body?: object): Promise<Answer> =>
  world.call(method, path, { key: company.sandboxKey, ...(body === undefined ? {} : { body }) });

/** Requests a bill from a site with this name. @returns the path and id of the request */
async function ask(siteName: string, patientId = 'case-1'): Promise<{ path: string; id: string }> {
  await putPatient(world, company, 'sandbox', patientId, jane);
  const path = `${patientsPath(company, 'sandbox', patientId)}/record-requests`;
  const made = await call('POST', path, { ...mercyClinic, siteName, billing: true });
  const { requests } = made.json as { requests: Array<{ request: { id: string } }> };
  const id = requests[0]?.request.id ?? '';
  return { path: `${path}/${id}`, id };
}

interface State {
  readonly status: string;
  readonly files: readonly string[];
  readonly folders: ReadonlyArray<string | undefined>;
}

async function stateOf(path: string): Promise<State> {
  const { json } = await call('GET', path);
  const { request, deliverables } = json as unknown as {
    readonly request: { readonly status: string };
    readonly deliverables: ReadonlyArray<{ readonly fileName: string; readonly folder?: string }>;
  };
  return {
    status: request.status,
    files: deliverables.map(({ fileName }) => fileName),
    folders: deliverables.map(({ folder }) => folder),
  };
}

const untilStatus = (path: string, status: string): Promise<State> =>
  until(
    `the request to be ${status}`,
    () => stateOf(path),
    state => state.status === status,
    { shown: ({ status: last }) => last },
  );

async function eventsOf(id: string): Promise<string[]> {
  const events = await readEvents(world.db, id);
  return events.map(({ eventType }) => eventType.replace('recordRequest.', ''));
}

test.each(facilityRefusalStatuses.filter(status => status !== 'AuthDenied'))(
  'A site called %s ends a request in that status, without a file [REQUEST-20] [REQUEST-25]',
  async status => {
    const { path, id } = await ask(status);
    expect(await untilStatus(path, status)).toEqual({ status, files: [], folders: [] });
    await world.detailsWhen(`record-request/${id}`, details => details === `Done: ${status}.`);
  },
);

test('A site called Partial returns a file and ends in Partial [REQUEST-18] [REQUEST-25]', async () => {
  const { path } = await ask('Partial');
  expect(await untilStatus(path, 'Partial')).toMatchObject({ files: ['Billing Ledger.pdf'] });
});

test('A site with any other name returns everything and completes at once [REQUEST-17]', async () => {
  const { path, id } = await ask('Mercy Clinic');
  expect(await untilStatus(path, 'Completed')).toMatchObject({ files: ['Billing Ledger.pdf'] });
  expect(await eventsOf(id)).toEqual([
    'created',
    'statusChanged',
    'processing',
    'statusChanged',
    'completed',
  ]);
});

test('A site called Need To Review Results returns in two parts, and the request completes with both [REQUEST-18] [REQUEST-25]', async () => {
  const { path, id } = await ask('Need To Review Results');
  expect(await untilStatus(path, 'NeedToReviewResults')).toMatchObject({ files: ['Billing Ledger.pdf'] });
  expect(await untilStatus(path, 'Completed')).toEqual({
    status: 'Completed',
    files: ['Billing Ledger.pdf', 'Billing Ledger (2).pdf'],
    folders: [undefined, undefined],
  });
  expect(await eventsOf(id)).toEqual([
    ...['created', 'statusChanged', 'processing'],
    ...['statusChanged', 'needsResolution', 'statusChanged', 'completed'],
  ]);
}, 60_000);

test('A site called Slow leaves the request in Processing before it completes [REQUEST-25]', async () => {
  const { path } = await ask('Slow');
  expect(await untilStatus(path, 'Processing')).toMatchObject({ files: [] });
  expect(await untilStatus(path, 'Completed')).toMatchObject({ files: ['Billing Ledger.pdf'] });
}, 60_000);

test('A site called Auth Denied is requested again once another authorization is approved [REQUEST-16] [REQUEST-25]', async () => {
  const { path, id } = await ask('Auth Denied', 'denied');
  await untilStatus(path, 'AuthDenied');
  await world.detailsWhen(`record-request/${id}`, details => details.startsWith('Denied'));
  await decideOnSandbox(world, company, 'denied', 'MissingSignature');
  await decideOnSandbox(world, company, 'denied', 'Approved');
  expect(await untilStatus(path, 'Completed')).toMatchObject({ files: ['Billing Ledger.pdf'] });
});
