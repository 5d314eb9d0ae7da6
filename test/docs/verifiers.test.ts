/** The guide's verifiers, each run unchanged against vectors that openssl confirms. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '../../src/webhooks/verify';

const examples = join(__dirname, '../../docs/guides/examples');
const secret = '0f4d7a1e-93b2-4c6e-8a57-2e1f60c9d4b8';
const other = '6b1f0c52-7f3a-4d0e-9c41-d5a2b8e07713';
const at = 1_700_000_000;

/** Computed once with openssl, and again by the first test. */
const golden = {
  json: {
    body: '{"id":"evt_1","eventType":"patient.created"}',
    signature: '5c389bac2d402e319c6112bafafd1256d4f06b70e385d64c68ebc2bb1503b32f',
  },
  empty: { body: '', signature: 'fb63bff82341b601204fd05fda266448b670f98f21e176fdbb130807189b759f' },
  unicode: {
    body: '{"n":"Zoë – 名前"}',
    signature: '99d8ceceabafbad87bdff163f1c0c9a8dcc2193b627dcfb4be93384a81489519',
  },
  lineEnd: {
    body: '{"a":1}\r\n',
    signature: '03557abe080cb0c51e9ebdbc43bfafb1f697fe90675cd5d7d9c8145b8137fffe',
  },
} as const;

interface Vector {
  readonly secret: string;
  readonly timestamp: string;
  readonly signatures: string;
  readonly body: string;
  readonly now: number;
}

const genuine: Vector = {
  secret,
  timestamp: String(at),
  signatures: golden.json.signature,
  body: golden.json.body,
  now: at,
};
const wrong = '0'.repeat(64);

const vectors: ReadonlyArray<readonly [name: string, vector: Vector, isGenuine: boolean]> = [
  ...Object.entries(golden).map(
    ([name, { body, signature }]) =>
      [`a body: ${name}`, { ...genuine, body, signatures: signature }, true] as const,
  ),
  ['the second of two signatures', { ...genuine, signatures: `${wrong},${genuine.signatures}` }, true],
  ['a space after the comma', { ...genuine, signatures: `${wrong}, ${genuine.signatures}` }, true],
  ['exactly five minutes old', { ...genuine, now: at + 300 }, true],
  ['more than five minutes old', { ...genuine, now: at + 301 }, false],
  ['more than five minutes ahead', { ...genuine, now: at - 301 }, false],
  ['another secret', { ...genuine, secret: other }, false],
  ['another body', { ...genuine, body: `${genuine.body} ` }, false],
  ['another timestamp', { ...genuine, timestamp: String(at + 1) }, false],
  ["a timestamp that isn't a number", { ...genuine, timestamp: '0x65' }, false],
  ['no timestamp', { ...genuine, timestamp: '' }, false],
  ['no signature', { ...genuine, signatures: '' }, false],
  ['half a signature', { ...genuine, signatures: genuine.signatures.slice(0, 32) }, false],
  ['no valid signature', { ...genuine, signatures: `${wrong},${wrong}` }, false],
];

const folder = mkdtempSync(join(tmpdir(), 'recordwell-verifiers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Verify = (vector: Vector) => boolean;

/** Returns a verifier that runs a program; exit code 0 means a genuine delivery, and 1 any other. */
function program(command: string, ...args: string[]): Verify {
  return ({ secret: WEBHOOK_SECRET, timestamp, signatures, body, now }) => {
    const { status, stderr } = spawnSync(command, [...args, timestamp, signatures, String(now)], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], WEBHOOK_SECRET },
      input: body,
    });
    if (status !== 0 && status !== 1)
      throw new Error(`${command} ended with ${status}: ${stderr.toString()}`);
    return status === 0;
  };
}

function build(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: folder });
  if (status !== 0) throw new Error(`${command} could not build the verifier: ${stderr.toString()}`);
}

const openssl = 'openssl';

interface Language {
  readonly name: string;
  /** The required command, and the argument that shows its version. */
  readonly tool: readonly [command: string, version: string];
  readonly prepare: () => Verify;
}

const languages: readonly Language[] = [
  {
    name: 'verify_webhook.py',
    tool: ['python3', '--version'],
    prepare: () => program('python3', join(examples, 'verify_webhook.py')),
  },
  {
    name: 'verify_webhook.go',
    tool: ['go', 'version'],
    prepare: () => {
      build('go', 'build', '-o', 'verify', join(examples, 'verify_webhook.go'));
      return program(join(folder, 'verify'));
    },
  },
  {
    name: 'VerifyWebhook.java',
    tool: ['javac', '-version'],
    prepare: () => {
      copyFileSync(join(examples, 'VerifyWebhook.java'), join(folder, 'VerifyWebhook.java'));
      build('javac', 'VerifyWebhook.java');
      return program('java', '-XX:TieredStopAtLevel=1', '-Xshare:auto', '-cp', folder, 'VerifyWebhook');
    },
  },
  {
    name: 'verify-webhook.sh',
    tool: [openssl, 'version'],
    prepare: () => program('sh', join(examples, 'verify-webhook.sh')),
  },
];

const isThere = ({ tool: [command, version] }: Language): boolean =>
  spawnSync(command, [version]).status === 0;
const present = languages.filter(isThere);
const absent = languages
  .filter(language => !present.includes(language))
  .map(({ tool: [command] }) => command);

test('Continuous integration runs every language, and other machines those they have', () => {
  if (absent.length > 0)
    process.stderr.write(`Verifiers left out, not on this machine: ${absent.join(', ')}.\n`);
  expect(process.env['CI'] === undefined ? [] : absent).toEqual([]);
});

test.each(Object.entries(golden))(
  'openssl confirms the golden vector %s [HOOK-14]',
  (_name, { body, signature }) => {
    const { stdout } = spawnSync(
      'openssl',
      ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${secret.replaceAll('-', '')}`],
      { input: `${at}.${body}` },
    );
    expect(stdout.toString().trim().split(' ').at(-1)).toBe(signature);
  },
);

describe('verifyWebhook', () => {
  const verify: Verify = ({ secret: of, timestamp, signatures, body, now: nowSeconds }) =>
    verifyWebhook(
      {
        headers: { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signatures },
        body: Buffer.from(body),
      },
      of,
      { nowSeconds },
    );

  test.each(vectors)('judges %s [HOOK-14] [HOOK-15]', (_name, vector, isGenuine) => {
    expect(verify(vector)).toBe(isGenuine);
  });

  test("accepts the receiver's own tolerance", () => {
    const received = {
      headers: { 'x-webhook-timestamp': genuine.timestamp, 'x-webhook-signature': genuine.signatures },
      body: Buffer.from(genuine.body),
    };
    expect(verifyWebhook(received, secret, { nowSeconds: at + 20, toleranceSeconds: 10 })).toBe(false);
    expect(verifyWebhook(received, secret, { nowSeconds: at + 900, toleranceSeconds: 900 })).toBe(true);
  });

  test("refuses a secret that isn't a UUID without repeating it", () => {
    expect(() => verify({ ...genuine, secret: 'whsec_x' })).toThrow(
      'A signing secret is a UUID in its text form with hyphens.',
    );
  });
});

describe.each(present)('$name', ({ prepare }) => {
  let verify: Verify;
  beforeAll(() => {
    verify = prepare();
  }, 120_000);

  test.each(vectors)('judges %s [HOOK-14] [HOOK-15]', (_name, vector, isGenuine) => {
    expect(verify(vector)).toBe(isGenuine);
  });
});
