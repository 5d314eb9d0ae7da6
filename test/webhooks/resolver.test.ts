import { createEgress } from '../../src/webhooks/egress/egress';
import { createDnsResolve, DnsFailure, resolveBySystem } from '../../src/webhooks/egress/resolver';
import { type DnsAnswer, type DnsServer, startDnsServer } from '../support/dns-server';

const v4 = (last: number): Uint8Array => Uint8Array.of(8, 8, 8, last);
const v6 = (last: number): Uint8Array =>
  Uint8Array.of(0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last);

const answers: Readonly<Record<string, Partial<Record<4 | 6, DnsAnswer>>>> = {
  'both.example.com': { 4: [v4(1)], 6: [v6(1)] },
  'v4-only.example.com': { 4: [v4(1)], 6: [] },
  'v6-only.example.com': { 4: [], 6: [v6(1)] },
  'v6-silent.example.com': { 4: [v4(1)], 6: 'silence' },
  'v6-broken.example.com': { 4: [v4(1)], 6: 2 },
  'empty.example.com': { 4: [], 6: [] },
  'broken.example.com': { 4: 2, 6: 2 },
  'silent.example.com': { 4: 'silence', 6: 'silence' },
  'many.example.com': {
    4: Array.from({ length: 20 }, (_, i) => v4(i)),
    6: Array.from({ length: 10 }, (_, i) => v6(i)),
  },
};

let server: DnsServer;
beforeAll(async () => {
  server = await startDnsServer((name, family) => answers[name]?.[family] ?? 3);
});
afterAll(() => server.close());

const limits = { totalMs: 600, secondFamilyMs: 50 };
const resolve = (name: string): ReturnType<ReturnType<typeof createDnsResolve>> =>
  createDnsResolve({ servers: [server.address], limits })(name);

async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await Promise.allSettled([work]);
  return performance.now() - startedAt;
}

describe('createDnsResolve', () => {
  test.each([
    ['both.example.com', ['8.8.8.1', '2606:4700::1']],
    ['v4-only.example.com', ['8.8.8.1']],
    ['v6-only.example.com', ['2606:4700::1']],
    ['v6-broken.example.com', ['8.8.8.1']],
  ])('finds the addresses of %s', async (name, expected) => {
    const found = await resolve(name);
    expect(found.map(({ address }) => address)).toEqual(expected);
    expect(found.every(({ address, family }) => family === (address.includes(':') ? 6 : 4))).toBe(true);
  });

  test.each([
    ['nowhere.example.com', 'ENOTFOUND'],
    ['empty.example.com', 'ENODATA'],
    ['broken.example.com', 'ESERVFAIL'],
    ['silent.example.com', 'ETIMEOUT'],
  ])('fails for %s with %s', async (name, code) => {
    await expect(resolve(name)).rejects.toEqual(new DnsFailure(code));
    await expect(resolve(name)).rejects.toMatchObject({ code });
  });

  test('gives up on a silent server after its total time', async () => {
    const tookMs = await elapsedMs(resolve('silent.example.com'));
    expect(tookMs).toBeGreaterThanOrEqual(limits.totalMs - 5);
    expect(tookMs).toBeLessThan(limits.totalMs + 500);
  });

  test('does not wait long for the second family once the first has answered', async () => {
    await expect(resolve('v6-silent.example.com')).resolves.toEqual([{ address: '8.8.8.1', family: 4 }]);
    expect(await elapsedMs(resolve('v6-silent.example.com'))).toBeLessThan(limits.totalMs - 100);
  });

  test('does not delay a name behind silent ones', async () => {
    const silent = Array.from({ length: 50 }, () => resolve('silent.example.com'));
    expect(await elapsedMs(resolve('both.example.com'))).toBeLessThan(limits.totalMs - 100);
    await Promise.allSettled(silent);
  });

  test('keeps four addresses of each family', async () => {
    const found = await resolve('many.example.com');
    expect(found.map(({ family }) => family)).toEqual([4, 4, 4, 4, 6, 6, 6, 6]);
  });
});

describe('resolveBySystem', () => {
  test('resolves the names of this machine', async () => {
    const found = await resolveBySystem('localhost');
    expect(found.some(({ address }) => address === '127.0.0.1' || address === '::1')).toBe(true);
  });

  test('fails with a DNS error code', async () => {
    await expect(resolveBySystem('a..b')).rejects.toBeInstanceOf(DnsFailure);
  });
});

test('Receivers are resolved by the name servers of the deployment and no others', async () => {
  const blocked = createEgress({ allowCidrs: [], dnsServers: [server.address] });
  const { checkReceiver } = createEgress({ allowCidrs: ['127.0.0.0/8'], dnsServers: [server.address] });
  try {
    for (const check of [checkReceiver, blocked.checkReceiver]) {
      await expect(check('https://v4-only.example.com/')).resolves.toMatchObject({ ok: true });
      await expect(check('https://broken.example.com/')).resolves.toEqual({
        ok: false,
        rule: 'unresolvable',
      });
    }
  } finally {
    await blocked.close();
  }
});
