import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCustomer, patientWaitsMs, type Customer } from '../../stack/demo/customer';

/** The status codes of the API's next responses; the last one repeats. */
let statuses: number[] = [];
let calls: string[] = [];
const server = createServer((request: IncomingMessage, response) => {
  calls.push(`${request.method ?? ''} ${request.url?.split('/').at(-1) ?? ''}`);
  const [status = 500] = statuses.length > 1 ? statuses.splice(0, 1) : statuses;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(status === 200 ? { downloadUrl: null, verdictCounts: null } : { error: 'busy' }),
  );
});
let customer: Customer;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const api = `http://127.0.0.1:${port}`;
  const account = { api, key: 'a key', companyId: 'demo', projectId: 'demo-sandbox' };
  customer = createCustomer(account, patientWaitsMs);
});
beforeEach(() => {
  calls = [];
});
afterAll(() => server.close());

test.each([503, 504])('The demo makes a call again that a busy API answers with %d', async status => {
  statuses = [status, status, 200];
  expect(await customer.getAuthorization('p-1')).toEqual({ downloadUrl: null });
  expect(calls).toEqual(['GET authorization', 'GET authorization', 'GET authorization']);
});

test('The demo shows the answer of an API that stays busy', async () => {
  statuses = [503];
  await expect(customer.getAuthorization('p-1')).rejects.toThrow(/authorization returned 503: .*busy/);
  expect(calls).toHaveLength(5);
}, 30_000);

test.each([
  ['a call that was refused', 404, async () => customer.getAuthorization('p-1')],
  ['a POST that may have been carried out', 504, async () => customer.askNamedSite('p-1')],
])("The demo doesn't repeat %s", async (_what, status, call) => {
  statuses = [status];
  await expect(call()).rejects.toThrow(` returned ${status}: `);
  expect(calls).toHaveLength(1);
});
