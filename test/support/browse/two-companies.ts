/** Two identical companies with the same rows in the same projects; those of the second are marked. */
import type { Knex } from 'knex';
import type { ProjectScope } from '../../../src/domain/projects/project';
import { insertProject } from '../../../src/store/tenants/projects';
import { addMember, grantProjectAccess } from '../../../src/usecases/tenants/members';
import type { ApiWorld, TestCompany } from '../api-world';
import { readRows } from '../records';
import type { OracleCaller } from './oracle-row';
import { payorRows, projectRows, siteRows, type SeededProject, type SeedTables } from './seed-rows';

/** A caller: with a key for the product, and as the oracle knows them. */
export interface SeededCaller {
  readonly name: string;
  readonly key: string;
  readonly scope: ProjectScope;
  readonly sees: OracleCaller;
}

type Count = SeededProject['count'];
const large: Count = { visits: 110, procedures: 150, diagnoses: 110, fills: 110, labs: 640 };
const medium: Count = { visits: 80, procedures: 90, diagnoses: 80, fills: 80, labs: 480 };
const small: Count = { visits: 30, procedures: 40, diagnoses: 30, fills: 30, labs: 40 };

/** A second live project and a sandbox project may have the same id. */
async function addTwins(world: ApiWorld, { uid: companyUid }: TestCompany): Promise<void> {
  for (const status of ['Live', 'Sandbox'] as const)
    await world.change(change => {
      change.unaudited("the tests' own project");
      return insertProject(change.tx, {
        uid: change.newUid(),
        companyUid,
        id: 'second',
        name: 'Second project',
        status,
        purpose: 'Legal',
        authorizationMethod: 'authorizationPdf',
        version: 1,
        createdAt: change.now,
        updatedAt: change.now,
      });
    });
}

async function insert(db: Knex, tables: SeedTables): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await db.batchInsert(table, [...rows], 1_000);
}

interface ProjectPlace {
  readonly uid: string;
  readonly id: string;
  readonly status: string;
}

function projectsOf(db: Knex, company: TestCompany): Promise<ProjectPlace[]> {
  return readRows(db, 'select uid, id, status from project where company_uid = ?', [company.uid]);
}

/** How many rows each project has, and which are the same in both companies. */
const plan: ReadonlyArray<readonly [id: string, status: string, count: Count]> = [
  ['live', 'Live', large],
  ['second', 'Live', medium],
  ['sandbox', 'Sandbox', medium],
  ['second', 'Sandbox', small],
  ['closed', 'Closed', small],
];

async function seed(db: Knex, company: TestCompany, payors: SeedTables, isMarked: boolean): Promise<void> {
  const projects = await projectsOf(db, company);
  const sites = {
    production: siteRows({ companyUid: company.uid, environment: 'production', isMarked }),
    sandbox: siteRows({ companyUid: company.uid, environment: 'sandbox', isMarked }),
  };
  for (const rows of Object.values(sites)) await insert(db, rows);
  for (const [number, [id, status, count]] of plan.entries()) {
    const project = projects.find(one => one.id === id && one.status === status);
    if (project === undefined) throw new TypeError(`there is no project ${id}`);
    const place = { uid: project.uid, companyUid: company.uid, number: number + 1, isMarked, count };
    const ofTenant = sites[status === 'Sandbox' ? 'sandbox' : 'production'];
    await insert(db, projectRows(place, { ...payors, ...ofTenant }));
  }
}

async function membershipOf(db: Knex, company: TestCompany, email: string): Promise<string> {
  const [found] = await readRows<{ uid: string }>(
    db,
    'select m.uid from membership m join app_user u on u.uid = m.user_uid where m.company_uid = ? ' +
      'and u.email = ?',
    [company.uid, email],
  );
  if (found === undefined) throw new TypeError('there is no such member');
  return found.uid;
}

async function adminOf(
  db: Knex,
  company: TestCompany,
  environment: 'production' | 'sandbox',
): Promise<SeededCaller> {
  const membershipUid = await membershipOf(db, company, company.email);
  return {
    name: `${company.id} ${environment}`,
    key: environment === 'production' ? company.productionKey : company.sandboxKey,
    scope: { companyUid: company.uid, environment, membershipUid, seesAllProjects: true },
    sees: { companyUid: company.uid, environment },
  };
}

/** Returns a member who sees the second live project, and nothing in the sandbox project with the same id. */
async function limitedOf(world: ApiWorld, company: TestCompany): Promise<SeededCaller[]> {
  const member = { companyId: company.id, email: 'limited@acme.example' };
  await world.change(change =>
    addMember(change, { ...member, name: 'Limited', role: 'Administrator', seesAllProjects: false }),
  );
  await world.change(change =>
    grantProjectAccess(change, { ...member, projectId: 'second', environment: 'production' }),
  );
  const membershipUid = await membershipOf(world.db, company, member.email);
  const granted = (await projectsOf(world.db, company)).find(
    ({ id, status }) => id === 'second' && status === 'Live',
  );
  const callers: SeededCaller[] = [];
  for (const environment of ['production', 'sandbox'] as const)
    callers.push({
      name: `limited ${environment}`,
      key: await world.keyFor(member.companyId, member.email, environment),
      scope: { companyUid: company.uid, environment, membershipUid, seesAllProjects: false },
      sees: { companyUid: company.uid, environment, projectUids: new Set([granted?.uid ?? '']) },
    });
  return callers;
}

/** Stores both companies with their rows, and returns the callers. */
export async function seedTwoCompanies(world: ApiWorld): Promise<SeededCaller[]> {
  const [acme, umbrella] = [await world.company('acme'), await world.company('umbrella')];
  const payors = payorRows();
  await insert(world.db, payors);
  for (const company of [acme, umbrella]) {
    await addTwins(world, company);
    await seed(world.db, company, payors, company === umbrella);
  }
  await world.db.raw('analyze');
  return [
    await adminOf(world.db, acme, 'production'),
    await adminOf(world.db, acme, 'sandbox'),
    ...(await limitedOf(world, acme)),
    await adminOf(world.db, umbrella, 'production'),
  ];
}
