import { once } from 'node:events';
import { request } from 'node:http';
import { DnsFailure, type Resolve } from '../../../src/webhooks/egress/resolver';
import { closeAll, egress, post, receiver, resolvesTo, strict } from '../../support/posting';

afterEach(closeAll);

describe('A strict request to a loopback address [HOOK-2]', () => {
  const spellings = [
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'a.localhost',
    'user@127.0.0.1',
    'example.com\\@127.0.0.1',
  ];

  test.each(spellings)('opens no connection to the spelling %s', async spelling => {
    const canary = await receiver(undefined, { host: '::' });
    const through = strict();
    for (const scheme of ['https', 'http']) {
      const result = await post(through, `${scheme}://${spelling}:${canary.port}/`);
      expect(result.outcome).toBe('failed');
    }
    expect(canary.connections()).toBe(0);
  });

  test.each(spellings.slice(0, 18))(
    'opens no connection to the spelling %s even without the URL rules',
    async spelling => {
      const canary = await receiver(undefined, { host: '::' });
      const sent = request(`http://${spelling}:${canary.port}/`, { agent: strict().agents['http:'] }).end();
      await expect(once(sent, 'response')).rejects.toThrow('not publicly reachable');
      expect(canary.connections()).toBe(0);
    },
  );

  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    'fe80::1%lo',
    '10.0.0.1',
    '169.254.169.254',
    'not-an-address',
  ])('opens no connection to a name that resolves to %s', async address => {
    const canary = await receiver(undefined, { host: '::' });
    await expect(
      post(strict(resolvesTo(address)), `https://receiver.example.com:${canary.port}/`),
    ).resolves.toMatchObject({ outcome: 'failed', reason: 'blocked_address' });
    expect(canary.connections()).toBe(0);
  });

  test('opens no connection to a name that was public when the endpoint was saved (rebinding)', async () => {
    const canary = await receiver();
    const answers = ['8.8.8.8', '127.0.0.1'];
    const through = strict(async () => [{ address: answers.shift() ?? '', family: 4 }]);
    const url = `https://receiver.example.com:${canary.port}/`;
    await expect(through.checkReceiver(url)).resolves.toMatchObject({ ok: true });
    await expect(post(through, url)).resolves.toMatchObject({
      reason: 'blocked_address',
      detail: 'loopback',
    });
    expect(canary.connections()).toBe(0);
    expect(answers).toEqual([]);
  });

  test('reports the class of the address to the customer, not the address', async () => {
    const result = await post(strict(resolvesTo('10.20.30.40')), 'https://receiver.example.com/');
    expect(result).toMatchObject({ outcome: 'failed', reason: 'blocked_address', detail: 'private' });
    expect(JSON.stringify(result)).not.toContain('10.20');
  });
});

describe('The addresses that are dialed', () => {
  test('are the ones that were checked: an unresolvable name goes where the resolver says', async () => {
    const target = await receiver();
    await expect(
      post(egress({ resolve: resolvesTo('127.0.0.1') }), `http://nowhere.example.com:${target.port}/`),
    ).resolves.toMatchObject({ outcome: 'answered', status: 200 });
    expect(target.received().toString()).toContain(`Host: nowhere.example.com:${target.port}`);
  });

  test('are the allowed ones of a mixed answer', async () => {
    const target = await receiver(undefined, { host: '::' });
    const mixed = resolvesTo('127.0.0.2', '::1', '10.0.0.1', '127.0.0.1', '169.254.169.254');
    await expect(
      post(egress({ resolve: mixed }), `http://receiver.example.com:${target.port}/`),
    ).resolves.toMatchObject({ outcome: 'answered' });
    expect(target.dialled()).toEqual(['::ffff:127.0.0.1']);
  });

  test('are tried one after the other', async () => {
    const target = await receiver(undefined, { host: '127.0.0.2' });
    const through = egress({
      allowCidrs: ['127.0.0.0/8'],
      resolve: resolvesTo('127.0.0.1', '127.0.0.3', '127.0.0.2'),
    });
    await expect(post(through, `http://receiver.example.com:${target.port}/`)).resolves.toMatchObject({
      outcome: 'answered',
    });
  });

  test("come from the system's resolver in development", async () => {
    const target = await receiver();
    await expect(post(egress(), `http://localhost:${target.port}/`)).resolves.toMatchObject({
      outcome: 'answered',
    });
  });
});

describe('checkReceiver', () => {
  test.each([
    ['a name that resolves to a public address', resolvesTo('8.8.8.8'), { ok: true }],
    [
      'a name that resolves only to private addresses',
      resolvesTo('10.0.0.1', '127.0.0.1'),
      { ok: false, rule: 'blocked_address', addressRule: 'private' },
    ],
    [
      'a name that does not resolve',
      async () => {
        throw new DnsFailure('ENOTFOUND');
      },
      { ok: false, rule: 'unresolvable' },
    ],
  ] as Array<[string, Resolve, object]>)('returns the right verdict for %s', async (_, resolve, expected) => {
    await expect(strict(resolve).checkReceiver('https://receiver.example.com/')).resolves.toMatchObject(
      expected,
    );
  });

  test('opens no connection', async () => {
    const canary = await receiver();
    await egress({ resolve: resolvesTo('127.0.0.1') }).checkReceiver(
      `http://receiver.example.com:${canary.port}/`,
    );
    expect(canary.connections()).toBe(0);
  });
});
