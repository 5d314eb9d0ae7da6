/** The example receivers for customers accept each genuine delivery once, and nothing else. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { randomUUID } from 'node:crypto';
import { sign, signAttempt } from '../../src/webhooks/signature';
import { until } from '../support/until';

const examples = join(__dirname, '../../docs/guides/examples');
const secret = randomUUID();
const earlierSecret = randomUUID();

const programs: ReadonlyArray<readonly [string, string, string]> = [
  ['receiver.mjs', process.execPath, 'receiver.mjs'],
  // The tests need only Node; continuous integration also has Python.
  ...(spawnSync('python3', ['--version']).status === 0
    ? [['receiver.py', 'python3', 'receiver.py'] as const]
    : []),
];

describe.each(programs)('The example %s', (_name, command, file) => {
  let child: ChildProcess;
  let url: string;
  const lines: string[] = [];

  beforeAll(async () => {
    const receiver = spawn(command, [join(examples, file), '0'], {
      env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = receiver;
    const reader = createInterface(receiver.stdout);
    const [first] = (await once(reader, 'line')) as [string];
    url = `http://127.0.0.1:${/\d+/.exec(first)?.[0]}/`;
    reader.on('line', line => lines.push(line));
  });

  afterAll(async () => {
    child.kill();
    await once(child, 'exit');
  });

  const event = (changed: readonly string[]): { readonly id: string; readonly body: Buffer } => {
    const id = randomUUID();
    const text = JSON.stringify({ id, eventType: 'patient.updated', changed, data: { firstName: 'Zoë' } });
    return { id, body: Buffer.from(text) };
  };

  async function send(
    { id, body }: ReturnType<typeof event>,
    {
      uuids = [secret],
      ageSeconds = 0,
      sent = body,
    }: { uuids?: readonly string[]; ageSeconds?: number; sent?: Buffer } = {},
  ): Promise<number> {
    const at = new Date(Date.now() - 1_000 * ageSeconds);
    const secrets = uuids.map((uuid, age) => ({
      uuid,
      createdAt: new Date(at.getTime() - 1_000 * (age + 1)),
    }));
    const headers = { ...signAttempt({ withStandardHeaders: false, deliveryId: id, body, secrets, at }) };
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(sent) });
    return response.status;
  }

  test('accepts a signed delivery, and processes it once however often it comes', async () => {
    const delivery = event(['email']);
    expect([await send(delivery), await send(delivery)]).toEqual([204, 204]);
    expect(await send(event(['mobile']))).toBe(204);
    expect(await send(event([]), { uuids: [earlierSecret] })).toBe(401);
    // A receiver answers first and works afterward, so a line may come after the answer to its delivery, or
    // to the next one.
    await until(
      'a line of each',
      () => lines.length,
      count => count >= 2,
    );
    expect(lines.toSorted()).toEqual(['patient.updated email', 'patient.updated mobile']);
  });

  test('accepts a delivery that is also signed with another secret, as in a rotation', async () => {
    expect(await send(event([]), { uuids: [earlierSecret, secret] })).toBe(204);
  });

  test.each([
    ['signed with another secret', { uuids: [earlierSecret] }],
    ['with another body', { sent: Buffer.from('{}') }],
    ['signed more than five minutes ago', { ageSeconds: 302 }],
    ['signed more than five minutes ahead', { ageSeconds: -320 }],
  ])('refuses a delivery %s', async (_case, how) => {
    expect(await send(event([]), how)).toBe(401);
  });

  test('refuses a delivery without a signature', async () => {
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  });
});

test('The signature in the guide matches its secret, timestamp, and body', () => {
  const guide = readFileSync(join(__dirname, '../../docs/guides/webhooks.md'), 'utf8');
  const shown = (name: string): string =>
    new RegExp(`^\\| ${name} \\| \`(.+)\` \\|$`, 'm').exec(guide)?.[1] ?? '';
  const signature = sign(shown('secret'), Number(shown('timestamp')), Buffer.from(shown('body')));
  expect(shown('signature')).toBe(signature);
});
