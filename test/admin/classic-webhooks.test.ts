/** Classic endpoints in the operators' commands: import, show, test, and upgrade. */
import { admin, type AdminResult } from '../support/admin-shell';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { readRows } from '../support/records';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const acme = ['--company', 'acme'];
const secret = '0f8c2a4e-6b1d-4f3a-9c5e-7d2b8a6f4e10';

let world: ApiWorld;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await startApiWorld();
  receiver = await startWebhookReceiver();
  await world.company('acme');
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

function importing(path: string, subscriptions: readonly string[], ...more: string[]): string[] {
  return [
    ...['webhook', 'import-classic', receiver.url(path), ...acme, '--environment', 'sandbox'],
    ...['--owner', 'admin@acme.example', '--json', ...more],
    ...subscriptions.flatMap(subscription => ['--subscription', subscription]),
  ];
}

async function imported(path: string, ...subscriptions: string[]): Promise<string> {
  const line = importing(path, subscriptions, '--keep-secret', '--header', 'X-Team');
  const result = await admin(world, line, `${secret}\nintake`);
  expect(result.exitCode).toBe(0);
  expect(result.stdout).not.toContain(secret);
  return String((result.json() as Record<string, unknown>)['endpoint']);
}

const run = (...words: string[]): Promise<AdminResult> =>
  admin(world, ['webhook', ...words, ...acme, '--json']);

test("A Classic endpoint is imported with its receiver's secret, and shown with its subscriptions [HOOK-26]", async () => {
  const uid = await imported(
    '/over',
    'patient.columnChanged:tracked:id,email',
    'clinicalDataAdded:companyWide',
  );
  const shown = await run('show', uid, '--secret');
  expect(shown.json()).toMatchObject({
    kind: 'classic',
    eventTypes: ['clinicalDataAdded:companyWide', 'patient.columnChanged:tracked:id,email'],
    headerNames: ['X-Team'],
    standardHeaders: 'off',
    secret,
  });
});

test.each([
  ['no subscription', [], 'at least one subscription'],
  ['an unknown column', ['note.rowCreated:tracked:name'], 'note.rowCreated has no column name'],
  ['another scope', ['note.rowCreated:mine:id'], 'EVENT:SCOPE:COLUMN'],
  ['a named event', ['patient.created:tracked:id'], 'EVENT:SCOPE:COLUMN'],
])('An import with %s is rejected [HOOK-28]', async (_what, subscriptions, sentence) => {
  const refused = await admin(world, importing('/refused', subscriptions));
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain(sentence);
});

test('Samples use the Classic envelope, and events that are sent once have no delivery ID [HOOK-24] [HOOK-29]', async () => {
  const uid = await imported(
    '/samples',
    'patient.rowCreated:companyWide:id,siteSonar',
    'patient.columnChanged:companyWide:email',
    'clinicalDataAdded:companyWide',
  );
  const tested = await run('test', uid);
  expect(tested.json()).toMatchObject([
    { event: 'clinicalDataAdded', isSuccess: true, delivery: null },
    { event: 'patient.columnChanged', isSuccess: true },
  ]);
  const [once, row] = receiver.at('/samples');
  expect(once?.headers).not.toHaveProperty('x-webhook-id');
  expect(row?.envelope.data).toEqual({ email: 'sample.patient@example.com' });
});

test(
  "A Classic endpoint rejects named events until it's upgraded, and the upgrade needs confirmation " +
    '[HOOK-27]',
  async () => {
    const uid = await imported(
      '/upgrade',
      'patient.columnChanged:tracked:email',
      'patient.rowCreated:companyWide:id',
    );
    const edited = await run('edit', uid, '--event', 'note');
    expect(edited.stderr).toContain('webhook upgrade');
    expect((await run('edit', uid, '--url', receiver.url('/moved'))).exitCode).toBe(0);
    expect((await run('upgrade', uid)).exitCode).not.toBe(0);
    const upgraded = await run('upgrade', uid, '--yes');
    expect(upgraded.json()).toMatchObject({
      events: ['patient.updated', 'patient.created'],
      records: 'visible',
    });
    const shown = (await run('show', uid, '--secret')).json();
    expect(shown).toMatchObject({
      kind: 'events',
      url: receiver.url('/moved'),
      headerNames: ['X-Team'],
      secret,
    });
    const audits = await readRows<{ event: string }>(
      world.db,
      `select event from audit_event where resource_uid = ? and event like '%pgrade' or event like ` +
        `'%importClassic' and resource_uid = ?`,
      [uid, uid],
    );
    expect(audits.map(({ event }) => event).sort()).toEqual([
      'webhookEndpoint.importClassic',
      'webhookEndpoint.upgrade',
    ]);
  },
);
