import type { CompanyFeature, Project, ProjectPatch, ProjectScope } from '../domain/projects/project';
import type { Executor } from './database';
import { ProjectModel } from './models/project';
import { named } from './named';

const columns = `
  p.uid, p.company_uid as "companyUid", c.id as "companyId",
  array(select feature from company_feature where company_uid = p.company_uid) as "companyFeatures", p.id, p.name, p.status, p.purpose,
  p.authorization_method as "authorizationMethod", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt"`;

// The predicate every read of a project carries: company, environment, membership.
const visible = `
  p.company_uid = ?
  and (p.status = 'Sandbox') = (? = 'sandbox')
  and (? or exists (select from membership_project mp where mp.membership_uid = ? and mp.project_uid = p.uid))`;

function scopeBindings(scope: ProjectScope): [string, string, boolean, string] {
  return [scope.companyUid, scope.environment, scope.seesAllProjects, scope.membershipUid];
}

const findVisible = named<Project>(`
  select ${columns} from project p join company c on c.uid = p.company_uid
  where ${visible} and c.id = ? and p.id = ?
`);

/**
 * The project at `companies/{companyId}/projects/{projectId}` if the scope can see it. One statement whatever the
 * reason for not seeing it, so that time does not tell a foreign project from none.
 */
export async function findVisibleProject(
  executor: Executor,
  scope: ProjectScope,
  companyId: string,
  projectId: string,
): Promise<Project | undefined> {
  return (await findVisible.run(executor, [...scopeBindings(scope), companyId, projectId]))[0];
}

const findByUid = named<Project>(`
  select ${columns} from project p join company c on c.uid = p.company_uid where p.uid = ?
`);

/** The project of a row that points at it; for the service's own work, not for a caller's eyes. */
export async function getProjectByUid(executor: Executor, uid: string): Promise<Project> {
  const [project] = await findByUid.run(executor, [uid]);
  if (project === undefined) throw new Error('a row points at a project that is not there');
  return project;
}

const listVisible = named<Project>(`
  select ${columns} from project p join company c on c.uid = p.company_uid
  where ${visible} and (p.created_at, p.uid) > (?::timestamptz, ?::uuid)
  order by p.created_at, p.uid
  limit ?
`);

/** Where a page begins: after this row. */
export interface PagePosition {
  readonly createdAt: Date;
  readonly uid: string;
}

/** The position before every row. */
export const beforeAll: PagePosition = {
  createdAt: new Date(0),
  uid: '00000000-0000-0000-0000-000000000000',
};

/** A page of the projects the scope can see, oldest first. */
export async function listVisibleProjects(
  executor: Executor,
  scope: ProjectScope,
  page: { readonly after: PagePosition | undefined; readonly limit: number },
): Promise<Project[]> {
  const after = page.after ?? beforeAll;
  return listVisible.run(executor, [...scopeBindings(scope), after.createdAt, after.uid, page.limit]);
}

const listInCompany = named<Project>(`
  select ${columns} from project p join company c on c.uid = p.company_uid
  where p.company_uid = ?
  order by p.created_at, p.uid
`);

/** Every project of a company whoever may see it, oldest first; for operators. */
export async function listCompanyProjects(executor: Executor, companyUid: string): Promise<Project[]> {
  return listInCompany.run(executor, [companyUid]);
}

const inCompany = `select ${columns} from project p join company c on c.uid = p.company_uid where p.company_uid = ? and p.id = ?`;
const findInCompany = named<Project>(inCompany);
const lockInCompany = named<Project>(`${inCompany} for update of p`);

/** A project by id whoever may see it; for operators. */
export async function findCompanyProject(
  executor: Executor,
  companyUid: string,
  projectId: string,
): Promise<Project | undefined> {
  return (await findInCompany.run(executor, [companyUid, projectId]))[0];
}

/** A project by id whoever may see it, locked until the transaction ends; for use cases that decide on visibility themselves. */
export async function lockProject(
  executor: Executor,
  companyUid: string,
  projectId: string,
): Promise<Project | undefined> {
  return (await lockInCompany.run(executor, [companyUid, projectId]))[0];
}

const insert = named<{ uid: string }>(`
  insert into project (uid, company_uid, id, name, status, purpose, authorization_method, version, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict on constraint project_company_id_key do nothing
  returning uid
`);

/** Stores a new project. @returns false when the id is taken in the company */
export async function insertProject(
  executor: Executor,
  project: Omit<Project, 'companyId' | 'companyFeatures'>,
): Promise<boolean> {
  const { uid, companyUid, id, name, status, purpose, authorizationMethod, version, createdAt, updatedAt } =
    project;
  const rows = await insert.run(executor, [
    uid,
    companyUid,
    id,
    name,
    status,
    purpose,
    authorizationMethod,
    version,
    createdAt,
    updatedAt,
  ]);
  return rows.length > 0;
}

/** Changes a project and counts its version up. */
export async function patchProject(
  executor: Executor,
  project: Project,
  patch: ProjectPatch,
  at: Date,
): Promise<Project> {
  const version = project.version + 1;
  await ProjectModel.query(executor)
    .findById(project.uid)
    .patch({ ...patch, version, updatedAt: at });
  return { ...project, ...patch, version, updatedAt: at };
}

const grant = named(`
  insert into membership_project (membership_uid, project_uid) values (?, ?) on conflict do nothing
`);

/** Lets a member who does not see every project see this one. */
export async function grantProject(
  executor: Executor,
  membershipUid: string,
  projectUid: string,
): Promise<void> {
  await grant.run(executor, [membershipUid, projectUid]);
}
const features = named<{ feature: CompanyFeature }>(
  'select feature from company_feature where company_uid = ?',
);

/** The features that are approved for a company. */
export async function listCompanyFeatures(executor: Executor, companyUid: string): Promise<CompanyFeature[]> {
  return (await features.run(executor, [companyUid])).map(row => row.feature);
}
