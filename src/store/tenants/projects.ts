// SQL text: one statement decides which projects a key may see, on every request, and every read of a project
// shares its columns. Objection: changes and counts.
import type { Environment, Project, ProjectPatch, ProjectScope } from '../../domain/projects/project';
import type { Executor } from '../database';
import { PatientModel } from '../models/patient';
import { ProjectModel, type ProjectRow } from '../models/project';
import { MembershipProjectModel } from '../models/tenants';
import { named } from '../named';
import { pageOf, pageParams, type Page, type PageParams } from '../page';
import { insert, namesWithout, pick, selectList } from '../table';

const ofRow = namesWithout(ProjectModel, ['environment']);
const projects = `select ${selectList(ProjectModel, 'p', ofRow)}, c.id as "companyId",
  c.time_zone as "timeZone",
  array(
    select feature from company_feature where company_uid = p.company_uid
    union all
    select method from company_sandbox_method where company_uid = p.company_uid and p.environment = 'sandbox'
  ) as "companyFeatures"
  from project p join company c on c.uid = p.company_uid`;

/**
 * Returns the visibility condition for every read with a key, on the project with this alias: company,
 * environment, membership. It exists only here. Its parameters are a scope's.
 */
export function isVisible(alias: string): string {
  return `${alias}.company_uid = :companyUid
  and ${alias}.environment = :environment
  and (:seesAllProjects or exists (
    select from membership_project mp where mp.membership_uid = :membershipUid
      and mp.project_uid = ${alias}.uid))`;
}

/** Returns the parameters of {@link isVisible}. */
export function scopeParams({
  companyUid,
  environment,
  membershipUid,
  seesAllProjects,
}: ProjectScope): ProjectScope {
  return { companyUid, environment, membershipUid, seesAllProjects };
}

const findVisible = named<Project, ProjectScope & { companyId: string; projectId: string }>(
  `${projects} where ${isVisible('p')} and c.id = :companyId and p.id = :projectId`,
);

/**
 * Returns the project at `companies/{companyId}/projects/{projectId}` if the scope can see it. One statement
 * for every reason not to see it, so that timing doesn't reveal a foreign project.
 */
export async function findVisibleProject(
  executor: Executor,
  scope: ProjectScope,
  companyId: string,
  projectId: string,
): Promise<Project | undefined> {
  return (await findVisible.run(executor, { ...scopeParams(scope), companyId, projectId }))[0];
}

const findVisibleByUid = named<Project, ProjectScope & { uid: string }>(
  `${projects} where ${isVisible('p')} and p.uid = :uid`,
);

/** Returns the project with a uid if the scope can see it. */
export async function findVisibleProjectByUid(
  executor: Executor,
  scope: ProjectScope,
  uid: string,
): Promise<Project | undefined> {
  return (await findVisibleByUid.run(executor, { ...scopeParams(scope), uid }))[0];
}

const findByUid = named<Project, { uid: string }>(`${projects} where p.uid = :uid`);

/** Returns the project with a uid regardless of visibility; for operators. */
export async function findProjectByUid(executor: Executor, uid: string): Promise<Project | undefined> {
  return (await findByUid.run(executor, { uid }))[0];
}

/** Returns the project that a row refers to, regardless of visibility; for the service's own work. */
export async function getProjectByUid(executor: Executor, uid: string): Promise<Project> {
  const project = await findProjectByUid(executor, uid);
  if (project === undefined) throw new Error('a row points at a project that is not there');
  return project;
}

const listVisible = named<Project, ProjectScope & PageParams>(
  `${projects} where ${isVisible('p')} and ${pageOf('p')}`,
);

/** Lists a page of the projects that the scope can see, oldest first. */
export async function listVisibleProjects(
  executor: Executor,
  scope: ProjectScope,
  page: Page,
): Promise<Project[]> {
  return listVisible.run(executor, { ...scopeParams(scope), ...pageParams(page) });
}

const listVisibleOpen = named<Project, ProjectScope & PageParams>(
  `${projects} where ${isVisible('p')} and p.status <> 'Closed' and ${pageOf('p')}`,
);

/** Lists those of them that aren't closed. */
export async function listVisibleOpenProjects(
  executor: Executor,
  scope: ProjectScope,
  page: Page,
): Promise<Project[]> {
  return listVisibleOpen.run(executor, { ...scopeParams(scope), ...pageParams(page) });
}

/** A project's id and name. */
export interface NamedProject {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
}

/** Returns the names of the existing ones of these projects. */
export async function listProjectNames(executor: Executor, uids: readonly string[]): Promise<NamedProject[]> {
  return ProjectModel.query(executor)
    .select('uid', 'id', 'name')
    .whereIn('uid', [...uids]);
}

const listInCompany = named<Project, { companyUid: string }>(
  `${projects} where p.company_uid = :companyUid order by p.created_at, p.uid`,
);

/** Lists every project of a company regardless of visibility, oldest first; for operators. */
export async function listCompanyProjects(executor: Executor, companyUid: string): Promise<Project[]> {
  return listInCompany.run(executor, { companyUid });
}

/** The place of a project, in which its id is unique (DECISION-2). */
export interface PlaceOfProject {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly projectId: string;
}

const byId = named<Project, Omit<PlaceOfProject, 'environment'>>(
  `${projects} where p.company_uid = :companyUid and p.id = :projectId order by p.environment`,
);

/**
 * Lists the projects of a company with this id regardless of visibility, at most one per environment; for
 * operators.
 */
export async function listProjectsWithId(
  executor: Executor,
  companyUid: string,
  projectId: string,
): Promise<Project[]> {
  return byId.run(executor, { companyUid, projectId });
}

// Others can insert rows that refer to a locked project: one who holds a record request in it does, and the
// holder of the project may wait for that request. A patient is inserted with its own lock on the project.
const lockAtPlace = named<Project, PlaceOfProject>(
  `${projects} where p.company_uid = :companyUid and p.environment = :environment and p.id = ` +
    ':projectId for no key update of p',
);

/**
 * Locks the project at a place regardless of visibility until the transaction ends; for use cases that decide
 * about visibility themselves.
 */
export async function lockProject(
  executor: Executor,
  { companyUid, environment, projectId }: PlaceOfProject,
): Promise<Project | undefined> {
  return (await lockAtPlace.run(executor, { companyUid, environment, projectId }))[0];
}

/** Whether a project has a patient. */
export async function hasPatients(executor: Executor, uid: string): Promise<boolean> {
  const patient = await PatientModel.query(executor)
    .select('uid')
    .where({ project_uid: uid })
    .limit(1)
    .first();
  return patient !== undefined;
}

/** Counts the patients of a project that are approved without a document on file. */
export async function countApprovedWithoutDocument(executor: Executor, uid: string): Promise<number> {
  return PatientModel.query(executor)
    .where({ project_uid: uid, authorization_status: 'Approved' })
    .whereNull('authorization_etag')
    .resultSize();
}

const insertRow = named<{ uid: string }, ProjectRow>(
  insert(ProjectModel, {
    only: ofRow,
    onConflict: 'on conflict on constraint project_company_id_key do nothing',
    returning: 'uid',
  }),
);

/** Stores a new project. @returns false if the id is taken in its company and environment */
export async function insertProject(executor: Executor, project: ProjectRow): Promise<boolean> {
  return (await insertRow.run(executor, pick(project, ofRow))).length > 0;
}

/** Changes a project and increases its version. */
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

/** Gives a member who doesn't see every project access to this one. */
export async function grantProject(
  executor: Executor,
  membershipUid: string,
  projectUid: string,
): Promise<void> {
  await MembershipProjectModel.query(executor)
    .insert({ membershipUid, projectUid })
    .onConflict(['membership_uid', 'project_uid'])
    .ignore();
}
