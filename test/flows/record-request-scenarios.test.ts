/** How record requests of a sandbox project end, by the names of their sites: docs/guides/sandbox.md. */
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

/** Asks a site of this name for a bill. @returns the path of the request */
async function ask(siteName: string, patientId = 'case-1'): Promise<{ path: string; id: string }> {
  await putPatient(world, company, 'sandbox', patientId, jane);
  const path = `${patientsPath(company, 'sandbox', patientId)}/record-requests`;
  const made = await call('POST', path, { ...mercyClinic, siteName, billing: true });
  const { requests } = made.json as { requests: Array<{ request: { id: string } }> };
  const id = requests[0]?.request.id ?? '';
  return { path: `${path}/${id}`, id };
}

interface Standing {
  readonly status: string;
  readonly files: readonly string[];
  readonly folders: ReadonlyArray<string | undefined>;
}

async function standing(path: string): Promise<Standing> {
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

const comesTo = (path: string, status: string): Promise<Standing> =>
  until(
    `the request to be ${status}`,
    () => standing(path),
    seen => seen.status === status,
    { shown: ({ status: last }) => last },
  );

async function told(id: string): Promise<string[]> {
  const events = await readEvents(world.db, id);
  return events.map(({ eventType }) => eventType.replace('recordRequest.', ''));
}

test.each(facilityRefusalStatuses.filter(status => status !== 'AuthDenied'))(
  'a site called %s ends a request in that status, without a file [REQUEST-20] [REQUEST-25]',
  async status => {
    const { path, id } = await ask(status);
    expect(await comesTo(path, status)).toEqual({ status, files: [], folders: [] });
    await world.detailsWhen(`record-request/${id}`, details => details === `Done: ${status}.`);
  },
);

test('one that returns some and no more is Partial, with its file [REQUEST-18] [REQUEST-25]', async () => {
  const { path } = await ask('Partial');
  expect(await comesTo(path, 'Partial')).toMatchObject({ files: ['Billing Ledger.pdf'] });
});

test('one that returns all completes at once [REQUEST-17]', async () => {
  const { path, id } = await ask('Mercy Clinic');
  expect(await comesTo(path, 'Completed')).toMatchObject({ files: ['Billing Ledger.pdf'] });
  expect(await told(id)).toEqual(['created', 'statusChanged', 'processing', 'statusChanged', 'completed']);
});

test('one that returns in two parts is to be reviewed, is asked again, and completes with both in one return [REQUEST-18] [REQUEST-25]', async () => {
  const { path, id } = await ask('Need To Review Results');
  expect(await comesTo(path, 'NeedToReviewResults')).toMatchObject({ files: ['Billing Ledger.pdf'] });
  expect(await comesTo(path, 'Completed')).toEqual({
    status: 'Completed',
    files: ['Billing Ledger (2).pdf', 'Billing Ledger.pdf'],
    folders: [undefined, undefined],
  });
  expect(await told(id)).toEqual([
    ...['created', 'statusChanged', 'processing'],
    ...['statusChanged', 'needsResolution', 'statusChanged', 'completed'],
  ]);
}, 60_000);

test('a slow one is on its way meanwhile [REQUEST-25]', async () => {
  const { path } = await ask('Slow');
  expect(await comesTo(path, 'Processing')).toMatchObject({ files: [] });
  expect(await comesTo(path, 'Completed')).toMatchObject({ files: ['Billing Ledger.pdf'] });
}, 60_000);

test('one that does not accept the authorization is asked again once another is approved [REQUEST-16] [REQUEST-25]', async () => {
  const { path, id } = await ask('Auth Denied', 'denied');
  await comesTo(path, 'AuthDenied');
  await world.detailsWhen(`record-request/${id}`, details => details.startsWith('Denied'));
  await decideOnSandbox(world, company, 'denied', 'MissingSignature');
  await decideOnSandbox(world, company, 'denied', 'Approved');
  expect(await comesTo(path, 'Completed')).toMatchObject({ files: ['Billing Ledger.pdf'] });
});
