/** A site belongs to one company and environment: no other tenant reads what one tenant wrote. */
import { randomUUID } from 'node:crypto';
import type { TestCompany, ApiWorld } from '../support/api-world';
import { startApiWorld } from '../support/api-world';
import { jane, patientsPath, putPatient } from '../support/patients';
import { seedVisits } from '../support/seeded-visits';

const projects = { production: 'live', sandbox: 'sandbox' } as const;
type Environment = keyof typeof projects;
interface Tenant {
  readonly company: TestCompany;
  readonly environment: Environment;
}

/** One facility, in each tenant's spelling. */
const spellings = [
  { siteName: 'St. Mary’s Hospital, Inc.', siteAddressLine1: '100 N. Main Street', siteZip: '01970' },
  { siteName: 'SAINT MARYS HOSPITAL', siteAddressLine1: '100 North Main St Suite 4', siteZip: '01970-1234' },
  { siteName: 'Saint Márys Hosp', siteAddressLine1: '100 N Main St.', siteZip: '01970' },
  { siteName: 'ST MARYS HOSPITAL LLC', siteAddressLine1: '100 N MAIN ST', siteZip: '01970-0001' },
] as const;

let world: ApiWorld;
let tenants: readonly Tenant[];

beforeAll(async () => {
  world = await startApiWorld();
  const companies = [await world.company('acme'), await world.company('umbrella')];
  tenants = companies.flatMap(company =>
    (['production', 'sandbox'] as const).map(environment => ({ company, environment })),
  );
  for (const { company, environment } of tenants)
    await putPatient(world, company, projects[environment], 'jane', jane);
});
afterAll(() => world.close());

const keyOf = ({ company, environment }: Tenant): string =>
  environment === 'sandbox' ? company.sandboxKey : company.productionKey;

interface CreatedRequest {
  readonly siteId: string;
  readonly submittedSiteName: string;
}

async function ask(
  tenant: Tenant,
  site: object,
): Promise<{ status: number; body: string; made: CreatedRequest | undefined }> {
  const path = `${patientsPath(tenant.company, projects[tenant.environment], 'jane')}/record-requests`;
  const body = { ...site, medicalRecord: true };
  const { status, json } = await world.call('POST', path, { key: keyOf(tenant), body });
  const [first] = (json['requests'] ?? []) as ReadonlyArray<{ request: CreatedRequest }>;
  const { errorId: _errorId, ...comparable } = json;
  return { status, body: JSON.stringify(comparable), made: first?.request };
}

const named = (index: number): object => ({ siteCity: 'Salem', siteState: 'MA', ...spellings[index] });

test('Tenants who spell one facility differently each get their own site with their spelling [DECISION-43] [REQUEST-3]', async () => {
  const made: CreatedRequest[] = [];
  for (const [index, tenant] of tenants.entries()) {
    const answer = await ask(tenant, named(index));
    expect(answer.status).toBe(201);
    if (answer.made !== undefined) made.push(answer.made);
  }
  expect(made.map(({ submittedSiteName }) => submittedSiteName)).toEqual(
    spellings.map(({ siteName }) => siteName),
  );
  expect(new Set(made.map(({ siteId }) => siteId)).size).toBe(tenants.length);
  const rows: ReadonlyArray<{ company_uid: string; environment: string; name: string }> = await world
    .db('site')
    .whereIn(
      'uid',
      made.map(({ siteId }) => siteId),
    );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    spellings.map(({ siteName }) => siteName).toSorted(),
  );
  expect(new Set(rows.map(row => `${row.company_uid} ${row.environment}`)).size).toBe(tenants.length);
});

test("A tenant's other spellings find its own site, and the submitted names stay unchanged [REQUEST-3] [DECISION-43]", async () => {
  const [tenant] = tenants;
  if (tenant === undefined) throw new Error('there are no tenants');
  const answers = [await ask(tenant, named(0)), await ask(tenant, named(1)), await ask(tenant, named(2))];
  expect(new Set(answers.map(({ made }) => made?.siteId)).size).toBe(1);
  expect(answers.map(({ made }) => made?.submittedSiteName)).toEqual(
    spellings.slice(0, 3).map(({ siteName }) => siteName),
  );
  const { made: first } = answers[0] ?? {};
  const rows: unknown = await world
    .db('site')
    .where({ uid: first?.siteId ?? '' })
    .pluck('name');
  expect(rows).toEqual([spellings[0].siteName]);
});

test("The id of another tenant's site gets the same error as an id that doesn't exist [REQUEST-2] [DECISION-43]", async () => {
  for (const owner of tenants) {
    const siteId = (await ask(owner, named(0))).made?.siteId;
    expect((await ask(owner, { siteId })).status).toBe(201);
    for (const other of tenants.filter(tenant => tenant !== owner)) {
      const theirs = await ask(other, { siteId });
      const nobodys = await ask(other, { siteId: randomUUID() });
      expect(theirs).toEqual(nobodys);
      expect(theirs.status).toBe(400);
    }
  }
});

test("A browse with a search finds only the tenant's own site [DECISION-43]", async () => {
  const found: string[][] = [];
  for (const tenant of tenants) {
    const { company, environment } = tenant;
    await seedVisits(world, company, { project: projects[environment], patientId: 'jane' });
    const { json } = await world.call('POST', '/v0/visits/browse', {
      key: keyOf(tenant),
      body: { search: 'harbor', where: {} },
    });
    const table = json['table'] as ReadonlyArray<{ site: { id: string } }>;
    expect(table).toHaveLength(3);
    found.push([...new Set(table.map(({ site }) => site.id))]);
  }
  expect(found.map(ids => ids.length)).toEqual([1, 1, 1, 1]);
  expect(new Set(found.flat()).size).toBe(tenants.length);
});

const rowOf = `update visit set site_uid = (select s.uid from site s where s.company_uid = ?
  and s.environment = ? limit 1)
  where uid = (select v.uid from visit v join project p on p.uid = v.project_uid
    where v.company_uid = ? and p.environment = ? limit 1)`;

test('PostgreSQL refuses a row with a site of another company or environment [DECISION-43]', async () => {
  const uidOf = async (id: string): Promise<string> =>
    String((await world.db('company').where({ id }).pluck('uid'))[0]);
  const [acme, umbrella] = [await uidOf('acme'), await uidOf('umbrella')];
  await expect(world.db.raw(rowOf, [umbrella, 'production', acme, 'production'])).rejects.toMatchObject({
    constraint: 'visit_site_fk',
  });
  await expect(world.db.raw(rowOf, [acme, 'sandbox', acme, 'production'])).rejects.toMatchObject({
    constraint: 'site_environment_of_project_check',
  });
  await expect(
    world.db.raw(rowOf.replaceAll('visit', 'record_request'), [acme, 'sandbox', acme, 'production']),
  ).rejects.toMatchObject({ constraint: 'site_environment_of_project_check' });
  await expect(world.db.raw(rowOf, [acme, 'production', acme, 'production'])).resolves.toBeDefined();
});
