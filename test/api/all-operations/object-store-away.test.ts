/**
 * For every operation: what a caller gets while the object store is down, refusing connections or hanging.
 */
import { openObjectStore } from '../../../src/files/object-store';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { testObjectStore } from '../../support/files';
import { eachOperation, prepare, send } from '../../support/operations/requests';
import { startTcpRelay, type TcpRelay } from '../../support/tcp-relay';

/** Operations that need data from the object store. The others don't call it: URLs are signed locally. */
const needStore: ReadonlySet<string> = new Set([
  'getAuthorization',
  'getAuthCheck',
  'headDeliverable',
  'headDocument',
  'headAttachment',
]);

let relay: TcpRelay;
let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  const { hostname: host, port } = new URL(testObjectStore().endpoint);
  relay = await startTcpRelay({ host, port: Number(port) });
  const endpoint = `http://127.0.0.1:${relay.port}`;
  world = await startApiWorld({
    files: openObjectStore({ ...testObjectStore(), endpoint, publicEndpoint: undefined }),
  });
  company = await world.company('acme');
});
afterAll(async () => {
  await world.close();
  await relay.close();
});

describe.each(['refuse', 'swallow'] as const)('Object store that %ss connections', mode => {
  beforeAll(() => relay.set(mode));

  test.each(eachOperation)(
    '%s answers without the object store, or with 503 and `Retry-After` [ERROR-13]',
    async (id, { contract }) => {
      const parts = await prepare(world, company, contract);
      const answer = await send(world, contract, parts, { key: company.sandboxKey });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual(
        needStore.has(id) ? [503, '1'] : [contract.example.response.status, null],
      );
    },
  );
});
