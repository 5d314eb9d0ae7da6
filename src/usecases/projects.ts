import type { Page } from '../store/page';
import { projectScopeOf } from '../access/authorize';
import { Problem, notFound } from '../domain/problem';
import {
  isClosed,
  isSandbox,
  changesOf,
  newProject,
  type Project,
  type ProjectForm,
  type ProjectStatus,
} from '../domain/projects/project';
import { attributesOf, signalOf, workflows } from '../domain/workflows';
import {
  findVisibleProject,
  grantProject,
  insertProject,
  listVisibleProjects,
  lockProject,
  patchProject,
} from '../store/projects';
import { listUnfinishedSearches } from '../store/search-runs';
import { listCompanyFeatures } from '../store/tenants';
import { newPublicId, resource, type CustomerChange, type OperatorChange } from './change';
import { OperatorError } from './operator-error';
import { lockOperatorsProject } from './operators';
import type { Reading } from './reading';
import { assertVersion } from './version-condition';

/** Makes a project. @returns undefined when the id is taken in the company. @throws as `newProject` */
async function tryCreate(
  change: CustomerChange,
  id: string,
  form: ProjectForm,
): Promise<Project | undefined> {
  const { companyUid, companyId, environment, seesAllProjects, membershipUid } = change.principal;
  const companyFeatures = await listCompanyFeatures(change.tx, companyUid);
  const project = newProject({
    uid: change.newUid(),
    id,
    companyUid,
    companyId,
    companyFeatures,
    createdAt: change.now,
    form,
    environment,
  });
  if (!(await insertProject(change.tx, project))) return undefined;
  // A member who sees only some projects is let see the one they make.
  if (!seesAllProjects) await grantProject(change.tx, membershipUid, project.uid);
  await change.audit(resource('project', project));
  return project;
}

/**
 * Creates a project at the wanted status.
 * @throws Problem `project.statusContradicts`, `project.environmentForbidden`,
 *   `project.authorizationMethodNotEnabled`, `project.idTaken`
 */
export async function createProject(change: CustomerChange, form: ProjectForm): Promise<Project> {
  const project = await tryCreate(change, form.id ?? newPublicId(), form);
  if (project === undefined) throw new Problem('project.idTaken');
  return project;
}

/** @throws Problem 404 when the id belongs to a project that the key cannot see */
async function assertVisible({ tx, principal }: CustomerChange, id: string): Promise<void> {
  if ((await findVisibleProject(tx, projectScopeOf(principal), principal.companyId, id)) === undefined)
    throw notFound('the id belongs to a project the key cannot see');
}

/**
 * Creates the project at this id, or brings the one that is there to the form. A repeat changes nothing and leaves
 * the version as it is. A form without `status` leaves the status untouched; one that names another status is 401.
 * @throws Problem as `createProject`; `project.statusFixed`; `precondition.failed`; 404 when the id belongs to a
 *   project that the key cannot see
 */
export async function upsertProject(
  change: CustomerChange,
  projectId: string,
  form: ProjectForm,
): Promise<Project> {
  const lock = (): Promise<Project | undefined> =>
    lockProject(change.tx, change.principal.companyUid, projectId);
  const found = await lock();
  if (found === undefined) {
    assertVersion(change.condition, undefined);
    const project = await tryCreate(change, projectId, form);
    if (project !== undefined) return project;
  }
  // When two callers create the project at once, the one whose insert comes second goes on with the project
  // of the first.
  const existing = found ?? (await lock());
  if (existing === undefined)
    throw new Problem('service.unavailable', { internal: 'the project vanished between two statements' });
  await assertVisible(change, projectId);
  assertVersion(change.condition, existing.version);
  const patch = changesOf(existing, form);
  const project = patch === undefined ? existing : await patchProject(change.tx, existing, patch, change.now);
  await change.audit(resource('project', project));
  return project;
}

/** The projects a key can see, oldest first, from a position on. */
export async function listProjects({ db, principal }: Reading, page: Page): Promise<Project[]> {
  return listVisibleProjects(db, projectScopeOf(principal), page);
}

/** Tells the workflows of a project's patients to look at their searches again, starting those that do not run. */
async function signalSearches(change: OperatorChange, project: Project): Promise<void> {
  const unfinished = await listUnfinishedSearches(change.tx, project.uid);
  await change.send(
    unfinished.map(({ patientUid, searchStatus: status }) =>
      signalOf(workflows.patientSearch, 'searchesChanged', { patientUid }, attributesOf(project, { status })),
    ),
  );
}

/**
 * Changes a project's status, which only the provider can. Stub data and real data must never meet, so a
 * project neither becomes nor stops being `Sandbox`. The searches that a closed project held go on when it is
 * live again.
 * @throws OperatorError for an unknown project or a move into or out of `Sandbox`
 */
export async function changeProjectStatus(
  change: OperatorChange,
  form: { readonly companyId: string; readonly projectId: string; readonly status: ProjectStatus },
): Promise<Project> {
  const { status } = form;
  const project = await lockOperatorsProject(change.tx, form);
  if (isSandbox(project) !== isSandbox({ status })) {
    throw new OperatorError(
      'A project neither becomes nor stops being Sandbox: stub data and real data must not meet.',
    );
  }
  await change.audit(resource('project', project));
  if (project.status === status) return project;
  const changed = await patchProject(change.tx, project, { status }, change.now);
  if (isClosed(project)) await signalSearches(change, changed);
  return changed;
}
