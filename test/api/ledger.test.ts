/** Billable actions in the site finder, and their export for invoices. */
import { stubFacilities } from '../../src/sandbox/stub-facilities';
import { importStubFacilities } from '../../src/usecases/sites/directory-imports';
import { admin } from '../support/admin-shell';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';

const [facility] = stubFacilities();
if (facility === undefined) throw new Error('the sandbox has no facility');
const { zip } = facility;
const pier = { name: 'Pier Clinic', addressLine1: '9 Pier Road', city: 'Salem', state: 'MA', zip: '01970' };

let world: ApiWorld;
let acme: TestCompany;
let birch: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  [acme, birch] = [await world.company('acme'), await world.company('birch')];
  await world.change(change => importStubFacilities(change, stubFacilities()));
});
afterAll(() => world.close());

async function minted(key: string): Promise<string> {
  const { json } = await world.call('POST', '/v0/site-finder/embed-token', { key, body: {} });
  return String(json['token']);
}

const page = (token: string, query: Readonly<Record<string, string>> = {}): string =>
  `/ui/site-finder/embed?${new URLSearchParams({ token, ...query }).toString()}`;

function post(token: string, form: Readonly<Record<string, string>>): Promise<Answer> {
  return world.call('POST', page(token), {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    rawBody: new URLSearchParams(form).toString(),
  });
}

interface Entry {
  readonly uid: string;
  readonly companyId: string;
  readonly userEmail: string;
  readonly environment: string;
  readonly action: string;
  readonly siteUid: string | null;
}

async function ledger(...options: readonly string[]): Promise<Entry[]> {
  const { stdout, exitCode } = await admin(world, ['ledger', 'export', '--from', '2026-01-01', ...options]);
  expect(exitCode).toBe(0);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Entry);
}

test('The ledger has an entry per search and per new site for the user who minted the token, and no other [EMBED-21]', async () => {
  const token = await minted(acme.sandboxKey);
  await world.call('GET', page(token));
  await world.call('GET', page(token, { do: 'search', zip: 'x' }));
  await post(token, { do: 'create', ...pier, zip: '1' });
  expect(await ledger()).toEqual([]);

  const found = await world.call('GET', page(token, { do: 'search', zip }));
  await post(token, {
    do: 'choose',
    facility: /name="facility" value="([^"]+)"/.exec(found.text)?.[1] ?? '',
  });
  // The second form names the same site.
  for (let turn = 0; turn < 2; turn += 1)
    expect((await post(token, { do: 'create', ...pier })).status).toBe(200);
  await world.call('GET', page(await minted(birch.productionKey), { do: 'search', zip }));

  const shared = { companyId: 'acme', userEmail: acme.email, environment: 'sandbox' };
  const entries = await ledger();
  expect(entries).toMatchObject([
    { ...shared, action: 'siteFinder.search', siteUid: null },
    { ...shared, action: 'siteFinder.create', siteUid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    { companyId: 'birch', environment: 'production', action: 'siteFinder.search' },
  ]);
  expect(await ledger('--company', 'birch')).toEqual(entries.slice(2));
  expect(await ledger('--until', '2026-01-02')).toEqual([]);
});

test('Simultaneous creations of the same new site are billed once [EMBED-21]', async () => {
  const before = (await ledger()).length;
  const token = await minted(acme.sandboxKey);
  const form = { do: 'create', ...pier, name: 'Quay Clinic' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(token, form)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await ledger()).slice(before)).toMatchObject([{ action: 'siteFinder.create' }]);
});

test('The ledger export writes an audit row, and can be CSV', async () => {
  const line = ['ledger', 'export', '--from', '2026-01-01', '--company', 'birch', '--format', 'csv'];
  const { stdout } = await admin(world, line);
  expect(stdout.split('\n')[0]).toBe(
    'uid,occurredAt,companyId,companyUid,environment,action,siteUid,userEmail,userUid,' +
      'projectId,projectUid,searchRunUid,searchOutcome,lastNames,units',
  );
  const audits = await world.audits({ event: 'ledger.export' });
  expect(audits.at(-1)).toMatchObject({ resourceUid: birch.uid, outcome: 'success', actorKind: 'operator' });
});

test("The application's database role can't change or remove ledger entries", async () => {
  for (const statement of [`update ledger_entry set action = 'x'`, 'delete from ledger_entry'])
    await expect(
      world.db.transaction(async tx => {
        await tx.raw('set local role recordwell_app');
        await tx.raw(statement);
      }),
    ).rejects.toThrow(/permission denied/);
});
