import fc from 'fast-check';
import type { Column } from '../../src/browse/catalogue/column';
import { columnsOf, visitRoute } from '../../src/browse/catalogue/routes';
import { addMember, grantProjectAccess } from '../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { openAsOwner } from '../support/browse/busy-connections';
import { jane } from '../support/patients';
import { readRows } from '../support/records';
import { seededVisits, seedVisits } from '../support/seeded-visits';

type Cell = string | null;
type Row = Readonly<Record<string, Readonly<Record<string, Cell>>>>;
interface Answer {
  readonly table: readonly Row[];
  readonly total: number;
}
interface Query {
  readonly caller: Caller;
  readonly where: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
  readonly orderBy: readonly unknown[];
  readonly select: Readonly<Record<string, Readonly<Record<string, boolean>>>> | undefined;
  readonly page: { readonly take?: number | undefined; readonly skip?: number | undefined };
}

const callers = ['production', 'sandbox', 'limited', 'other'] as const;
/** The API keys: two of an administrator, one of a member with one project, and one of another company. */
type Caller = (typeof callers)[number];

let world: ApiWorld;
const keys = new Map<Caller, string>();
/** The visits of the projects that each key may see, by their ids. */
const visible = new Map<Caller, Set<Cell>>();

async function browse(caller: Caller, body: object): Promise<Answer> {
  const answer = await world.call('POST', '/v0/visits/browse', { key: keys.get(caller), body });
  expect({ status: answer.status, error: answer.json['error'] }).toEqual({ status: 200, error: undefined });
  return answer.json as unknown as Answer;
}

const idsOf = (rows: readonly Row[]): Cell[] => rows.map(row => row['visit']?.['id'] ?? null);

/** Seeds a company with the same patients, projects, visits, sites, and payors as the other. */
async function seed(company: TestCompany): Promise<void> {
  await world.call('PUT', `/v0/companies/${company.id}/projects/second`, {
    key: company.productionKey,
    body: { name: 'Live project', purpose: 'Legal' },
  });
  for (const project of ['live', 'second', 'sandbox'])
    await seedVisits(world, company, { project, patientId: 'jane', form: { ...jane, sex: undefined } });
}

/** Returns the ids of all visits in a company's projects, read from the database. */
async function visitsOf(companyId: string, ...projects: string[]): Promise<Set<Cell>> {
  const rows = await readRows<{ uid: string }>(
    world.db,
    `select v.uid from visit v join project p on p.uid = v.project_uid join company c on c.uid = p.company_uid
     where c.id = ? and p.id = any(?)`,
    [companyId, projects],
  );
  return new Set(rows.map(({ uid }) => uid));
}

beforeAll(async () => {
  world = await startApiWorld();
  const [company, other] = [await world.company('acme'), await world.company('umbrella')];
  await seed(company);
  await seed(other);
  const member = { companyId: 'acme', email: 'limited@acme.example' };
  await world.change(change =>
    addMember(change, { ...member, name: 'Limited', role: 'Administrator', seesAllProjects: false }),
  );
  await world.change(change => grantProjectAccess(change, { ...member, projectId: 'second' }));
  keys.set('production', company.productionKey);
  keys.set('sandbox', company.sandboxKey);
  keys.set('limited', await world.keyFor(member.companyId, member.email, 'production'));
  keys.set('other', other.productionKey);
  visible.set('production', await visitsOf('acme', 'live', 'second'));
  visible.set('sandbox', await visitsOf('acme', 'sandbox'));
  visible.set('limited', await visitsOf('acme', 'second'));
  visible.set('other', await visitsOf('umbrella', 'live', 'second'));
});
afterAll(() => world.close());

test.each(callers)('A key sees every visit of its projects and no other (%s) [PROJECT-1]', async caller => {
  const { table, total } = await browse(caller, {});
  expect(new Set(idsOf(table))).toEqual(visible.get(caller));
  expect(total).toBe(visible.get(caller)?.size);
  expect(total).toBeGreaterThanOrEqual(seededVisits.length);
});

test("Ids of another company's rows find nothing", async () => {
  for (const row of (await browse('other', {})).table) {
    const where = { visit: { id: [{ equals: row['visit']?.['id'] }] } };
    expect(await browse('production', { where })).toMatchObject({ table: [], total: 0 });
  }
  const theirs = { where: { company: { id: [{ equals: 'umbrella' }] } } };
  expect(await browse('production', theirs)).toMatchObject({ table: [], total: 0 });
  const notOurs = { where: { company: { id: [{ notEquals: 'acme' }] } } };
  expect(await browse('production', notOurs)).toMatchObject({ table: [], total: 0 });
});

test('A key whose member has no project sees nothing', async () => {
  const member = { companyId: 'acme', email: 'nobody@acme.example' };
  await world.change(change =>
    addMember(change, { ...member, name: 'Nobody', role: 'Administrator', seesAllProjects: false }),
  );
  for (const environment of ['production', 'sandbox'] as const) {
    const key = await world.keyFor(member.companyId, member.email, environment);
    const { json } = await world.call('POST', '/v0/visits/browse', { key, body: {} });
    expect(json).toMatchObject({ table: [], total: 0 });
  }
});

/** Filters with values of both companies' rows, and with some that no row has. */
function valueOf({ type, isNullable }: Column, known: readonly string[]): fc.Arbitrary<unknown> {
  const strange = type === 'text' ? ['', '%', '_', '\\', "'", ') or true --', 'a'] : [];
  const value = fc.constantFrom(...known, ...strange);
  const operators =
    type === 'text'
      ? ['equals', 'notEquals', 'contains', 'startsWith', 'endsWith']
      : ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte'];
  return fc.oneof(
    fc.tuple(fc.constantFrom(...operators), value).map(([operator, one]) => ({ [operator]: one })),
    fc
      .tuple(fc.constantFrom('in', 'notIn'), fc.array(value, { maxLength: 3 }))
      .map(([operator, list]) => ({ [operator]: list })),
    ...(isNullable ? [fc.constantFrom('isNull', 'isNotNull')] : []),
  );
}

/** Any request that the catalogue allows, with values of these rows. */
function queries(rows: readonly Row[]): fc.Arbitrary<Query> {
  const anyColumn = fc.constantFrom(...columnsOf(visitRoute));
  const filter = anyColumn.chain(({ entity, field, column }) => {
    const known = rows.flatMap(row => row[entity]?.[field] ?? []);
    // A column that is NULL in every row has no value to compare with.
    return valueOf(column, known.length > 0 ? known : ['x']).map(one => ({ entity, field, one }));
  });
  const where = fc.array(filter, { maxLength: 3 }).map(filters => {
    const asked: Record<string, Record<string, unknown[]>> = {};
    for (const { entity, field, one } of filters) ((asked[entity] ??= {})[field] ??= []).push(one);
    return asked;
  });
  const orderBy = fc.array(
    fc
      .tuple(anyColumn, fc.constantFrom('asc', 'desc'))
      .map(([{ entity, field }, direction]) => ({ [entity]: { [field]: direction } })),
    { maxLength: 3 },
  );
  const select = fc.array(anyColumn, { maxLength: 4 }).map(shown => {
    const asked: Record<string, Record<string, boolean>> = {};
    for (const { entity, field } of shown) (asked[entity] ??= {})[field] = true;
    return { ...asked, visit: { ...asked['visit'], id: true } };
  });
  return fc.record({
    caller: fc.constantFrom(...callers),
    where,
    orderBy,
    select: fc.option(select, { nil: undefined }),
    page: fc.record({ take: fc.nat(12), skip: fc.nat(12) }, { requiredKeys: [] }),
  });
}

test('No request returns or counts a row of another company, environment, or project [PROJECT-1] [KEY-4]', async () => {
  const [ours, theirs] = [await browse('production', {}), await browse('other', {})];
  await fc.assert(
    fc.asyncProperty(
      queries([...ours.table, ...theirs.table]),
      async ({ caller, where, orderBy, select, page }) => {
        const body = { where, orderBy, ...(select === undefined ? {} : { select }) };
        const [whole, part] = [await browse(caller, body), await browse(caller, { ...body, ...page })];
        const ids = idsOf(whole.table);
        expect(ids.filter(id => visible.get(caller)?.has(id) !== true)).toEqual([]);
        // The count equals the number of rows, so it reveals no others.
        expect([whole.total, part.total]).toEqual([ids.length, ids.length]);
        expect(new Set(ids).size).toBe(ids.length);
        // A page is a part of the complete answer in its order.
        const { skip = 0, take = ids.length } = page;
        expect(idsOf(part.table)).toEqual(ids.slice(skip, skip + take));
      },
    ),
    { numRuns: 300 },
  );
}, 120_000);

test('A request for a patient of a project never returns or counts rows of another project', async () => {
  const where = { patient: { id: [{ equals: 'jane' }] }, project: { id: [{ equals: 'live' }] } };
  const before = await browse('production', { where });
  const [moved, ...left] = idsOf(before.table);
  const owner = openAsOwner(world.database);
  // No use case creates this state: a row that isn't in its patient's project.
  await owner.raw(
    `update visit set project_uid = p.uid from project p
     where visit.uid = ? and p.company_uid = visit.company_uid and p.id = 'second'`,
    [moved ?? null],
  );
  await owner.destroy();
  const rows = await browse('production', { where });
  expect([idsOf(rows.table), rows.total]).toEqual([left, left.length]);
  const aggregate = { visit: { count: true } };
  for (const asked of [{ take: 0 }, { take: 1 }, { take: 0, aggregate }, { take: 1, aggregate }])
    expect(await browse('production', { where, ...asked })).toMatchObject({ total: left.length });
});
