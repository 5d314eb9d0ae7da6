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

/** Resolves names at the same time. @returns the one that is done first */
async function firstOf(...names: readonly string[]): Promise<string> {
  return Promise.race(
    names.map(async name => {
      await Promise.allSettled([resolve(name)]);
      return name;
    }),
  );
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
    expect(await elapsedMs(resolve('silent.example.com'))).toBeGreaterThanOrEqual(limits.totalMs - 5);
    const patient = createDnsResolve({
      servers: [server.address],
      limits: { ...limits, totalMs: 10 * limits.totalMs },
    });
    const [hasty, slow] = [resolve, patient].map(async each => each('silent.example.com'));
    const isFirst = await Promise.race([hasty?.catch(() => true), slow?.catch(() => false)]);
    expect(isFirst).toBe(true);
    await expect(slow).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });

  test('does not wait long for the second family once the first has answered', async () => {
    await expect(resolve('v6-silent.example.com')).resolves.toEqual([{ address: '8.8.8.1', family: 4 }]);
    expect(await firstOf('silent.example.com', 'v6-silent.example.com')).toBe('v6-silent.example.com');
  });

  test('does not delay a name behind silent ones', async () => {
    const silent = Array.from({ length: 50 }, () => resolve('silent.example.com'));
    const both = resolve('both.example.com').then(() => 'both');
    expect(await Promise.race([...silent.map(async each => each.catch(() => 'silent')), both])).toBe('both');
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
