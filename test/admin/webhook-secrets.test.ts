/** The stored secrets of endpoints: they are always encrypted, and re-encrypted after a key is replaced. */
import { resealAtStart } from '../../src/main/reseal-at-start';
import type { Log } from '../../src/platform/log';
import { runOwnChange } from '../../src/usecases/change';
import { resealEndpoints, type ResealedEndpoints } from '../../src/usecases/webhooks/endpoint-secrets';
import { createEndpointSealer, type EndpointSealer } from '../../src/webhooks/endpoint-sealer';
import { standardSecretOf } from '../../src/webhooks/signature';
import { admin, type AdminResult } from '../support/admin-shell';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { testEndpointSealer } from '../support/endpoint-sealer';
import { readRows } from '../support/records';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const acme = ['--company', 'acme'];
const owner = ['--owner', 'admin@acme.example'];
const k0 = { id: 'k0', key: Buffer.alloc(32, 1) };
const k1 = { id: 'k1', key: Buffer.alloc(32, 9) };
const k2 = { id: 'k2', key: Buffer.alloc(32, 10) };

let world: ApiWorld;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await startApiWorld();
  await world.company('acme');
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});
// Each test starts with everything encrypted with the command's key.
afterEach(async () => {
  expect(await reseal(createEndpointSealer([k1, k2, k0]))).toMatchObject({ unopened: 0 });
});

const run = (...words: string[]): Promise<AdminResult> => admin(world, ['webhook', ...words]);

async function done(...words: string[]): Promise<Record<string, string>> {
  const result = await run(...words, '--json');
  expect({ words, exitCode: result.exitCode, stderr: result.stderr }).toEqual({
    words,
    exitCode: 0,
    stderr: '',
  });
  return result.json() as Record<string, string>;
}

async function create(path = '/hooks', ...more: string[]): Promise<{ uid: string; secret: string }> {
  const words = ['create', receiver.url(path), ...acme, '--environment', 'sandbox', ...owner];
  const made = await done(...words, '--event', 'patient', ...more);
  return { uid: made['endpoint'] ?? '', secret: made['secret'] ?? '' };
}

/** Returns every value of every table as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await readRows<{ name: string }>(
    world.db,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')
       and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    for (const { row } of await readRows<{ row: string }>(world.db, `select t::text as row from ${name} t`))
      texts.push(row);
  return texts.join('\n');
}

/** Returns a secret in every form in which it could be stored or shown. */
function formsOf(secret: string): string[] {
  const hex = secret.replaceAll('-', '');
  const bytes = Buffer.from(hex, 'hex');
  return [secret, hex, bytes.toString('base64url'), standardSecretOf(secret).slice('whsec_'.length, -2)];
}

async function storedPlain(): Promise<unknown[]> {
  return readRows(world.db, 'select uid from webhook_endpoint where secret is not null');
}

/** Stores an endpoint as the previous release did: its current and previous secret unencrypted. */
async function asBefore(uid: string, secret: string, replaced: string): Promise<void> {
  const [from, until] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
  await world
    .db('webhook_endpoint')
    .where({ uid })
    .update({
      secret,
      sealed_secret: null,
      replaced_secrets: JSON.stringify([{ secret: replaced, from, until }]),
    });
}

async function reseal(sealer: EndpointSealer): Promise<ResealedEndpoints> {
  let result: ResealedEndpoints = { sealed: 0, unopened: 0, problems: [] };
  for await (result of resealEndpoints(
    work => runOwnChange(world.services, 'webhook delivery', 'webhookEndpoint.reseal', work),
    sealer,
  ));
  return result;
}

/** Sends the samples of an endpoint. Returns for each secret whether it signed them. */
async function signedWith(uid: string, path: string, secrets: readonly string[]): Promise<boolean[]> {
  await done('test', uid, ...acme);
  const sample = receiver.at(path).at(-1);
  if (sample === undefined) throw new Error('no sample was sent');
  return Promise.all(secrets.map(secret => verifyWebhookSignature(sample, secret, Date.now() / 1_000)));
}

test('No table has a secret that was ever shown, however it was created [HOOK-10] [DECISION-80]', async () => {
  const made = await create();
  const rotated = await done('rotate', made.uid, ...acme);
  const inbox = await done('create-inbox', ...acme, ...owner, '--event', 'patient');
  const brought = '0f8c2a4e-6b1d-4f3a-9c5e-7d2b8a6f4e10';
  const line = [
    'webhook',
    'import-classic',
    receiver.url('/old'),
    ...acme,
    '--environment',
    'sandbox',
    ...owner,
  ];
  const subscription = ['--subscription', 'clinicalDataAdded:companyWide', '--keep-secret'];
  expect((await admin(world, [...line, ...subscription], brought)).exitCode).toBe(0);
  const secrets = [made.secret, rotated['secret'] ?? '', inbox['secret'] ?? '', brought];
  const texts = await wholeDatabase();
  expect(texts).toContain(made.uid);
  for (const secret of secrets) for (const form of formsOf(secret)) expect(texts).not.toContain(form);
  // The stored secret decrypts to the one that was shown.
  expect((await done('show', made.uid, ...acme, '--secret'))['secret']).toBe(rotated['secret']);
});

test(
  'Unencrypted secrets of the previous release still sign; `webhook reseal` encrypts and audits them ' +
    '[DECISION-80]',
  async () => {
    const { uid } = await create('/before');
    const [secret, replaced] = [crypto.randomUUID(), crypto.randomUUID()];
    await asBefore(uid, secret, replaced);
    expect(await signedWith(uid, '/before', [secret, replaced])).toEqual([true, true]);
    expect(await storedPlain()).toHaveLength(1);

    expect(await done('reseal')).toEqual({ sealed: 1 });
    const texts = await wholeDatabase();
    for (const plain of [secret, replaced])
      for (const form of formsOf(plain)) expect(texts).not.toContain(form);
    expect(await signedWith(uid, '/before', [secret, replaced])).toEqual([true, true]);
    expect((await done('show', uid, ...acme, '--secret'))['secret']).toBe(secret);

    // A repeat finds nothing to do and writes no audit row.
    expect(await done('reseal')).toEqual({ sealed: 0 });
    expect(await world.audits({ event: 'webhookEndpoint.reseal' })).toMatchObject([
      { actorKind: 'operator', outcome: 'success' },
    ]);
  },
);

test('Rotating an unencrypted secret leaves nothing unencrypted [DECISION-80]', async () => {
  const { uid } = await create();
  const [secret, replaced] = [crypto.randomUUID(), crypto.randomUUID()];
  await asBefore(uid, secret, replaced);
  await done('rotate', uid, ...acme);
  const texts = await wholeDatabase();
  for (const plain of [secret, replaced]) expect(texts).not.toContain(plain);
});

test('After a key is replaced, secrets and headers are re-encrypted with the first key alone [DECISION-80]', async () => {
  const made = await create();
  const { secret } = await done('rotate', made.uid, ...acme);
  const headers = [{ name: 'Authorization', value: 'Bearer of-the-receiver' }];
  await world
    .db('webhook_endpoint')
    .where({ uid: made.uid })
    .update({ sealed_headers: testEndpointSealer.sealHeaders(made.uid, headers) });
  expect(await reseal(createEndpointSealer([k2, k1]))).toMatchObject({ unopened: 0, problems: [] });
  const [row] = await readRows<{ sealed: string; headers: string; replaced: Array<{ secret: string }> }>(
    world.db,
    'select sealed_secret as sealed, sealed_headers as headers, replaced_secrets as replaced from ' +
      'webhook_endpoint where uid = ?',
    [made.uid],
  );
  for (const sealed of [row?.sealed, row?.headers, row?.replaced[0]?.secret]) expect(sealed).toMatch(/^k2\./);
  const alone = createEndpointSealer([k2]);
  expect(alone.openSecret(made.uid, row?.sealed ?? '')).toBe(secret);
  expect(row?.replaced.map(one => alone.openSecret(made.uid, one.secret))).toEqual([made.secret]);
  expect(alone.openHeaders(made.uid, row?.headers ?? '')).toEqual(headers);
});

test(
  "A secret that can't be decrypted stays unchanged, is reported with its key, and blocks no others " +
    '[DECISION-80]',
  async () => {
    const lost = await create();
    const fine = await create();
    const sealedSecret = createEndpointSealer([k0]).sealSecret(lost.uid, lost.secret);
    await world.db('webhook_endpoint').where({ uid: lost.uid }).update({ sealed_secret: sealedSecret });
    await asBefore(fine.uid, fine.secret, crypto.randomUUID());
    const result = await run('reseal');
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain(
      "Re-encrypted endpoints: 1. Could not decrypt, unchanged: 1. A signing secret can't be " +
        'decrypted without the key `k0`',
    );
    expect(await storedPlain()).toEqual([]);
    expect(
      await readRows(world.db, 'select sealed_secret from webhook_endpoint where uid = ?', [lost.uid]),
    ).toEqual([{ sealed_secret: sealedSecret }]);
  },
);

describe('A starting worker', () => {
  function recorder(): { readonly log: Log; readonly lines: string[] } {
    const lines: string[] = [];
    const at =
      (level: string): Log['info'] =>
      (message, fields) =>
        void lines.push(`${level}: ${message} ${String(fields?.count ?? '')}`.trim());
    return { log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }, lines };
  }

  test('encrypts unencrypted secrets, and logs the number of endpoints [DECISION-80]', async () => {
    const { uid, secret } = await create();
    await asBefore(uid, secret, crypto.randomUUID());
    const { log, lines } = recorder();
    await resealAtStart(world.services, testEndpointSealer, log);
    expect(await storedPlain()).toEqual([]);
    await resealAtStart(world.services, testEndpointSealer, log);
    expect(lines).toEqual([
      'info: Encrypted the credentials of webhook endpoints with the first key of WEBHOOK_KEYS. 1',
    ]);
  });

  test('continues and logs an error if a key is missing', async () => {
    await create();
    const { log, lines } = recorder();
    await resealAtStart(world.services, createEndpointSealer([k2]), log);
    expect(lines).toEqual([
      expect.stringMatching(
        /^error: Could not decrypt credentials of webhook endpoints. Run `webhook reseal` to see which key is missing. \d+$/,
      ),
    ]);
  });
});

test(
  'E-mail notifications and deleted endpoints have no secret, and lose one from the previous release ' +
    '[DECISION-80]',
  async () => {
    const { uid, secret } = await create();
    await done('delete', uid, ...acme, '--yes');
    const set = ['notification', 'set', 'admin@acme.example', ...acme, '--environment', 'sandbox'];
    expect((await admin(world, [...set, '--event', 'recordRequest.completed'])).exitCode).toBe(0);
    const ofNobody = `channel = 'email' or deleted_at is not null`;
    const columns = 'secret, sealed_secret, sealed_headers';
    const credentials = `select ${columns} from webhook_endpoint where ${ofNobody}`;
    const none = { secret: null, sealed_secret: null, sealed_headers: null };
    expect(await readRows(world.db, credentials)).toEqual([none, none]);
    await world.db('webhook_endpoint').whereRaw(ofNobody).update({ secret });
    expect(await done('reseal')).toEqual({ sealed: 2 });
    expect(await readRows(world.db, credentials)).toEqual([none, none]);
  },
);
