/** Webhook endpoints, their secrets, and who may see them, in the operators' commands. */
import { admin, operatorEvents, type AdminResult } from '../support/admin-shell';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { readRows } from '../support/records';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { addMember } from '../../src/usecases/tenants/members';
import { defineRole } from '../../src/usecases/tenants/companies';
import { endpointsMax } from '../../src/usecases/webhooks/new-endpoints';

const acme = ['--company', 'acme'];
const receiver = 'http://127.0.0.1:9/hooks';

let world: ApiWorld;
beforeAll(async () => {
  world = await startApiWorld();
  await world.company('acme');
  await world.company('other');
  await member('ana', 'Member');
  await member('vic', 'Viewer');
  await world.change(change =>
    defineRole(change, {
      companyId: 'acme',
      name: 'Narrow',
      permissions: ['ManageWebhooks', 'ViewPatients'],
    }),
  );
  await member('nora', 'Narrow');
});
afterAll(() => world.close());

async function member(name: string, role: string): Promise<void> {
  const email = `${name}@acme.example`;
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name, role, seesAllProjects: true }),
  );
}

const run = (...words: string[]): Promise<AdminResult> => admin(world, ['webhook', ...words]);

async function done(...words: string[]): Promise<Record<string, unknown>> {
  const result = await run(...words, '--json');
  expect({ words, exitCode: result.exitCode, stderr: result.stderr }).toEqual({
    words,
    exitCode: 0,
    stderr: '',
  });
  return result.json() as Record<string, unknown>;
}

const creation = (owner: string, ...events: string[]): string[] => [
  ...['create', receiver, ...acme, '--environment', 'sandbox', '--owner', `${owner}@acme.example`],
  ...events.flatMap(event => ['--event', event]),
];

async function create(owner = 'ana', ...more: string[]): Promise<string> {
  return String((await done(...creation(owner, 'patient'), ...more))['endpoint']);
}

async function stored(uid: string): Promise<Record<string, unknown>> {
  const [row] = await readRows<Record<string, unknown>>(
    world.db,
    'select * from webhook_endpoint where uid = ?',
    [uid],
  );
  return row ?? {};
}

test("An endpoint's owner needs ManageWebhooks [KEY-11]", async () => {
  const refused = await run(...creation('vic', 'patient'));
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('needs a role with ManageWebhooks');
  await expect(create()).resolves.toMatch(/^[0-9a-f-]{36}$/);
});

test("A follow-up endpoint needs ConfigureFollowUpNotifications when it's created and edited [KEY-13]", async () => {
  for (const events of [['recordRequest.followUpDue'], ['recordRequest'], ['all']]) {
    const refused = await run(...creation('nora', ...events));
    expect(refused.stderr).toContain(
      'recordRequest.followUpDue requires the ConfigureFollowUpNotifications permission',
    );
  }
  const uid = await create('nora');
  const edited = await run('edit', uid, ...acme, '--event', 'recordRequest');
  expect(edited.stderr).toContain('ConfigureFollowUpNotifications');
  expect(await stored(uid)).toMatchObject({
    event_types: expect.arrayContaining(['patient.created']) as unknown,
  });
});

test("An endpoint can't subscribe to an unknown event [HOOK-4]", async () => {
  const refused = await run(...creation('ana', 'patient.deleted'));
  expect(refused.exitCode).not.toBe(0);
});

test('An edit changes only the named settings, and its audit row lists them', async () => {
  const uid = await create('ana', '--project', 'sandbox');
  const before = await stored(uid);
  await done('edit', uid, ...acme, '--event', 'siteSonar', '--records', 'tracked');
  const after = await stored(uid);
  expect(after).toEqual({
    ...before,
    event_types: ['siteSonar.started', 'siteSonar.completed'],
    is_tracked_only: true,
    updated_at: after['updated_at'],
  });
  const audits = await readRows<{ changes: unknown }>(
    world.db,
    `select changes from audit_event where resource_uid = ? and event = 'webhookEndpoint.edit'`,
    [uid],
  );
  expect(audits).toEqual([{ changes: { events: null, isTrackedOnly: null } }]);
  expect(await done('show', uid, ...acme)).toMatchObject({ projects: ['sandbox'], records: 'tracked' });

  await done('edit', uid, ...acme, '--all-projects');
  expect(await done('show', uid, ...acme)).toMatchObject({ projects: 'all' });
});

test.each([
  ['nothing', [], 'Nothing to change. Pass at least one option.'],
  ['a project of the other environment', ['--project', 'live'], 'The company has no sandbox project live.'],
  ['a private address', ['--url', 'http://10.0.0.1/'], 'address'],
  ['both --project and --all-projects', ['--project', 'sandbox', '--all-projects'], 'not both'],
])('An edit with %s is rejected', async (_what, words, sentence) => {
  const uid = await create();
  const { exitCode, stderr } = await run('edit', uid, ...acme, ...words);
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain(sentence);
});

test('Custom headers are encrypted in the database, shown by name only, and removed by an edit [HOOK-9]', async () => {
  const line = [...creation('ana', 'patient'), '--header', 'Authorization', '--header', 'X-Team', '--json'];
  const made = await admin(world, ['webhook', ...line], 'Bearer s3cret\nintake');
  const uid = String((made.json() as Record<string, unknown>)['endpoint']);
  const row = await stored(uid);
  expect(row['sealed_headers']).toMatch(/^k1\./);
  expect(JSON.stringify(row)).not.toContain('s3cret');
  expect(made.stdout + made.stderr).not.toContain('s3cret');
  expect(await done('show', uid, ...acme)).toMatchObject({ headerNames: ['Authorization', 'X-Team'] });
  await done('edit', uid, ...acme, '--without-headers');
  expect(await stored(uid)).toMatchObject({ sealed_headers: null });
});

test.each([
  ['Content-Type', 'text/plain'],
  ['X-Webhook-Id', '1'],
  ['Connection', 'close'],
  ['Transfer-Encoding', 'chunked'],
  ['Authorization', ''],
])(
  'The custom header %s: %j is rejected, with its position and not its value [HOOK-25]',
  async (name, value) => {
    const { exitCode, stderr } = await admin(
      world,
      ['webhook', ...creation('ana', 'patient'), '--header', name],
      value,
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Header 1: ');
  },
);

test('Administrators see all endpoints and can change only their own; members see their own [KEY-16]', async () => {
  await create('ana');
  await create('nora');
  const seenBy = async (email: string): Promise<Array<Record<string, unknown>>> => {
    const { json } = await run('list', ...acme, '--member', email, '--json');
    return json() as Array<Record<string, unknown>>;
  };
  const forAdmin = await seenBy('admin@acme.example');
  expect(new Set(forAdmin.map(({ owner, access }) => `${String(owner)} ${String(access)}`))).toEqual(
    new Set(['ana@acme.example look', 'nora@acme.example look']),
  );
  const forNora = await seenBy('nora@acme.example');
  expect(new Set(forNora.map(({ owner, access }) => `${String(owner)} ${String(access)}`))).toEqual(
    new Set(['nora@acme.example change']),
  );
  expect(await seenBy('vic@acme.example')).toEqual([]);
});

test('A second rotation works immediately, and the previous secrets can be expired', async () => {
  const made = await done(...creation('ana', 'patient'));
  const uid = String(made['endpoint']);
  const second = await done('rotate', uid, ...acme);
  const third = await done('rotate', uid, ...acme);
  expect(new Set([made['secret'], second['secret'], third['secret']]).size).toBe(3);
  expect((await done('show', uid, ...acme))['replacedSecretsUntil']).toHaveLength(2);
  const unconfirmed = await run('expire-old-secret', uid, ...acme);
  expect(unconfirmed.exitCode).toBe(64);
  expect(await done('expire-old-secret', uid, ...acme, '--yes')).toMatchObject({ ended: 2 });
  expect((await done('show', uid, ...acme))['replacedSecretsUntil']).toEqual([]);
});

test('The secret is shown only with --secret, which writes an audit row', async () => {
  const made = await done(...creation('ana', 'patient'));
  const uid = String(made['endpoint']);
  expect((await run('show', uid, ...acme)).stdout).not.toContain(String(made['secret']));
  expect((await run('list', ...acme, '--json')).stdout).not.toContain(String(made['secret']));
  expect(await done('show', uid, ...acme, '--secret')).toMatchObject({ secret: made['secret'] });
  await expect(world.audits({ resourceUid: uid, event: 'webhookEndpoint.showSecret' })).resolves.toHaveLength(
    1,
  );
});

test('Resuming an endpoint keeps its failure count; enabling it resets the count [HOOK-21]', async () => {
  const uid = await create();
  await world.db('webhook_endpoint').where({ uid }).update({ consecutive_failures: 3 });
  await done('pause', uid, ...acme);
  expect(await stored(uid)).toMatchObject({ disabled_by: 'owner' });
  expect((await run('pause', uid, ...acme)).stderr).toContain('already disabled');
  await done('resume', uid, ...acme);
  expect(await stored(uid)).toMatchObject({ disabled_at: null, disabled_by: null, consecutive_failures: 3 });
  expect((await run('resume', uid, ...acme)).stderr).toContain("isn't paused");
  await done('pause', uid, ...acme);
  await done('enable', uid, ...acme);
  expect(await stored(uid)).toMatchObject({ disabled_at: null, consecutive_failures: 0 });
  expect((await run('enable', uid, ...acme)).stderr).toContain("isn't disabled");
});

describe('webhook test', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.close());

  test("posts one signed sample for each event group immediately, and doesn't count failures [HOOK-24]", async () => {
    const made = await done(...creation('ana', 'recordRequest', 'patient', 'siteSonar', 'authorization'));
    const uid = String(made['endpoint']);
    await done('edit', uid, ...acme, '--url', receiver.url('/test'));
    await world.db('webhook_endpoint').where({ uid }).update({ consecutive_failures: 4 });
    const rows = (await run('test', uid, ...acme, '--json')).json() as Array<Record<string, unknown>>;
    expect(rows.map(({ event, isSuccess, httpStatus }) => [event, isSuccess, httpStatus])).toEqual([
      ['recordRequest.created', true, 204],
      ['patient.created', true, 204],
      ['siteSonar.started', true, 204],
      ['authorization.statusChanged', true, 204],
    ]);
    const received = receiver.at('/test');
    expect(received.map(({ envelope }) => envelope.id)).toEqual(rows.map(({ delivery }) => delivery));
    for (const sample of received)
      expect(await verifyWebhookSignature(sample, String(made['secret']), Date.now() / 1000)).toBe(true);
    expect(received[1]?.envelope).toMatchObject({
      version: 'events',
      resource: 'companies/acme/projects/sample/patients/sample-patient',
      data: { id: 'sample-patient', firstName: 'Sample' },
    });

    receiver.respond('/test', () => 500);
    const refused = (await run('test', uid, ...acme, '--json')).json() as Array<Record<string, unknown>>;
    expect(refused.map(({ isSuccess, httpStatus }) => [isSuccess, httpStatus])).toEqual(
      rows.map(() => [false, 500]),
    );
    expect(await stored(uid)).toMatchObject({ consecutive_failures: 4, disabled_at: null });
    expect(await readRows(world.db, 'select uid from webhook_delivery')).toEqual([]);
  });

  test("says why a receiver can't be reached, with one attempt for each sample [HOOK-24]", async () => {
    const rows = (await run('test', await create(), ...acme, '--json')).json();
    expect(rows).toEqual([expect.objectContaining({ isSuccess: false, failure: 'connection_refused' })]);
  });

  test("sends only IDs if the owner's role can't see patients [HOOK-24]", async () => {
    await world.change(change =>
      defineRole(change, { companyId: 'acme', name: 'Blind', permissions: ['ManageWebhooks'] }),
    );
    await member('bea', 'Blind');
    const uid = await create('bea');
    await done('edit', uid, ...acme, '--url', receiver.url('/blind'), '--standard-headers', 'off');
    await run('test', uid, ...acme);
    const [sample] = receiver.at('/blind');
    expect(sample?.envelope.data).toEqual({ id: 'sample-patient', projectId: 'sample', companyId: 'acme' });
    expect(sample?.headers).not.toHaveProperty('webhook-id');
  });
});

test("A deleted endpoint isn't shown, and its secrets and headers are removed", async () => {
  const made = await done(...creation('ana', 'patient'));
  const uid = String(made['endpoint']);
  await done('rotate', uid, ...acme);
  await done('delete', uid, ...acme, '--yes');
  const row = await stored(uid);
  expect(row).toMatchObject({ disabled_by: 'deletion', sealed_headers: null, replaced_secrets: [] });
  expect(JSON.stringify(row)).not.toContain(String(made['secret']));
  expect((await run('list', ...acme, '--json')).stdout).not.toContain(uid);
  for (const verb of ['show', 'pause', 'rotate'])
    expect((await run(verb, uid, ...acme)).stderr).toContain('The company has no such endpoint');
});

test("An endpoint of another company can't be found", async () => {
  const uid = await create();
  for (const verb of ['show', 'pause', 'resume', 'enable', 'rotate', 'edit'])
    expect(
      (await run(verb, uid, '--company', 'other', ...(verb === 'edit' ? ['--all-projects'] : []))).stderr,
    ).toContain('The company has no such endpoint');
});

test(`A company can have at most ${endpointsMax} endpoints, not counting deleted ones`, async () => {
  const existing = await readRows(world.db, 'select uid from webhook_endpoint where deleted_at is null');
  for (let made = existing.length; made < endpointsMax; made += 1) await create();
  const refused = await run(...creation('ana', 'patient'));
  expect(refused.stderr).toContain(`at most ${endpointsMax} endpoints`);
});

test('Every change writes an audit row with its own event name', async () => {
  const events = (await operatorEvents(world))
    .map(({ event }) => event)
    .filter(event => event.startsWith('webhookEndpoint'));
  expect(new Set(events)).toEqual(
    new Set([
      'webhookEndpoint.create',
      'webhookEndpoint.delete',
      'webhookEndpoint.edit',
      'webhookEndpoint.enable',
      'webhookEndpoint.expireOldSecrets',
      'webhookEndpoint.pause',
      'webhookEndpoint.resume',
      'webhookEndpoint.rotateSecret',
      'webhookEndpoint.showSecret',
      'webhookEndpoint.test',
    ]),
  );
});

test.each([
  ['neither', []],
  ['both', ['--delivery', '01a1fa97-cbfd-72da-9b40-09c034bab473', '--since', '2026-11-01']],
])('A replay with %s of --delivery and --since is an invalid command line', async (_what, words) => {
  const { exitCode, stderr } = await run('replay', '01a1fa97-cbfd-72da-9b40-09c034bab473', ...acme, ...words);
  expect(exitCode).toBe(64);
  expect(stderr).toContain('Pass either --delivery or --since.');
});
