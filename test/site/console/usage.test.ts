import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn } from '../../support/console-visitor';

let world: ApiWorld;
let company: TestCompany;
const usage = '/console/companies/acme/sandbox/usage';

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date('2026-11-27T12:00:00Z') } });
  company = await world.company('acme');
  const rival = await world.company('rival');
  const add = async (companyUid: string, environment: string, units: number, at: string): Promise<void> => {
    await world.db.raw(
      `insert into ledger_entry (uid, company_uid, environment, action, project_uid, search_run_uid,
         last_names, units, occurred_at)
       values (gen_random_uuid(), ?, ?, 'search.siteSonar', gen_random_uuid(), gen_random_uuid(), ?, ?, ?)`,
      [companyUid, environment, units, units, at],
    );
  };
  await add(company.uid, 'sandbox', 2, '2026-11-01T00:00:00Z');
  await add(company.uid, 'sandbox', 3, '2026-11-26T00:00:00Z');
  await add(company.uid, 'sandbox', 7, '2026-10-31T23:59:59Z');
  await add(company.uid, 'production', 50, '2026-11-02T00:00:00Z');
  await add(company.uid, 'sandbox', 90, '2025-11-30T23:59:59Z');
  await add(rival.uid, 'sandbox', 400, '2026-11-02T00:00:00Z');
});
afterAll(() => world.close());

test('Units are summed up by month for the last 12, in one environment and company [KEY-32]', async () => {
  const admin = await signedIn(world, company.email);
  const lines = (await admin.get(`${usage}/export`)).html.trim().split('\r\n');
  expect(lines).toHaveLength(13);
  expect(lines[0]).toContain('Month,Site Sonar,Patient Histories,EHR Search');
  expect(lines.slice(1, 3)).toEqual(['2026-11,5,0,0,0,0,0', '2026-10,7,0,0,0,0,0']);
  expect(lines.slice(3).every(line => /^20\d\d-\d\d(?:,0){6}$/.test(line))).toBe(true);
  expect(lines.at(-1)).toContain('2025-12');
});

test('The page shows the months in words, and needs the permission [KEY-32]', async () => {
  const admin = await signedIn(world, company.email);
  const { html } = await admin.get(usage);
  for (const shown of ['November 2026', 'December 2025', 'Site Sonar']) expect(html).toContain(shown);
  await world.change(change =>
    addMember(change, {
      companyId: 'acme',
      email: 'member@acme.example',
      name: 'Mo',
      role: 'Member',
      seesAllProjects: true,
    }),
  );
  const member = await signedIn(world, 'member@acme.example');
  expect([(await member.get(usage)).status, (await member.get(`${usage}/export`)).status]).toEqual([
    403, 403,
  ]);
});
