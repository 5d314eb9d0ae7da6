import { noDetail } from '../domain/audit-events';
import type { Page } from '../store/page';
import { assertPermission, projectScopeOf } from '../access/authorize';
import type { ConsolePrincipal, KeyPrincipal } from '../access/principal';
import { needsDocument } from '../domain/authorizations/authorization-status';
import { Problem, notFound } from '../domain/problem';
import {
  authorizationMethods,
  isSandbox,
  changesBetween,
  changesOf,
  isProvidersToChange,
  newProject,
  type AuthorizationMethod,
  type Project,
  type ProjectForm,
  type ProjectPurpose,
  type ProjectStatus,
} from '../domain/projects/project';
import { attributesOf, signalOf, workflows } from '../domain/workflows';
import {
  countApprovedWithoutDocument,
  findVisibleProject,
  findVisibleProjectByUid,
  grantProject,
  hasPatients,
  insertProject,
  listVisibleProjects,
  lockProject,
  patchProject,
} from '../store/tenants/projects';
import { lockHeldOfProject } from '../store/record-requests/record-requests';
import { listUnfinishedSearches } from '../store/searches/search-runs';
import { getCompanyTimeZone, listCompanyFeatures } from '../store/tenants/tenants';
import type { Executor } from '../store/database';
import { releaseRecordRequests } from './record-requests/moves';
import {
  eventOf,
  newPublicId,
  resource,
  type Change,
  type CustomerChange,
  type OperatorChange,
} from './change';
import { makeOneOnce } from './sent-forms';
import { OperatorError } from './operator-error';
import { lockOperatorsProject, type ProjectRef } from './operators';
import type { Reading } from './reading';
import { sayTracked } from './tracking';
import { assertVersion } from './version-condition';

/** A project change by a customer: with a key, or in the console. */
type ProjectMakersChange = Change<KeyPrincipal | ConsolePrincipal>;

/** Creates a project. @returns undefined if the id is taken in its environment. @throws as `newProject` */
async function tryCreate(
  change: ProjectMakersChange,
  id: string,
  form: ProjectForm,
): Promise<Project | undefined> {
  const { companyUid, companyId, environment, seesAllProjects, membershipUid } = change.principal;
  const companyFeatures = await listCompanyFeatures(change.tx, companyUid, environment);
  const project = newProject({
    uid: change.newUid(),
    id,
    companyUid,
    companyId,
    companyFeatures,
    timeZone: await getCompanyTimeZone(change.tx, companyUid),
    createdAt: change.now,
    form,
    environment,
  });
  if (!(await insertProject(change.tx, project))) return undefined;
  // A member who sees only some projects gets access to the one they create.
  if (!seesAllProjects) await grantProject(change.tx, membershipUid, project.uid);
  // The creator of a project tracks it (HOOK-8).
  await sayTracked(change, change.principal, { kind: 'project', ...project }, true);
  const { purpose, authorizationMethod } = project;
  const event = eventOf(change, ['project.create', 'project.upsert']);
  if (event === 'project.create')
    await change.audit(resource('project', project), event, { purpose, authorizationMethod });
  else await change.audit(resource('project', project), event, noDetail);
  return project;
}

/**
 * Creates a project with the requested status.
 * @throws Problem `project.statusContradicts`, `project.environmentForbidden`,
 * `project.authorizationMethodNotEnabled`, `project.idTaken`
 */
export async function createProject(change: CustomerChange, form: ProjectForm): Promise<Project> {
  const project = await tryCreate(change, form.id ?? newPublicId(), form);
  if (project === undefined) throw new Problem('project.idTaken');
  return project;
}

/** @throws Problem 404 if the id belongs to a project that the key can't see */
async function assertVisible({ tx, principal }: ProjectMakersChange, id: string): Promise<void> {
  if ((await findVisibleProject(tx, projectScopeOf(principal), principal.companyId, id)) === undefined)
    throw notFound("the ID belongs to a project that the key can't see");
}

/**
 * Creates the project with this id, or updates the existing one to match the form. A repeat changes nothing
 * and keeps the version. A form without `status` leaves the status unchanged; one with another status is 401.
 * Outside of sandbox, only the provider can change the purpose and authorization method of a project with
 * patients.
 * @throws Problem as `createProject`; `project.statusFixed`; `project.termsFixed`; `precondition.failed`; 404
 * if the id belongs to a project that the key can't see
 */
export async function upsertProject(
  change: CustomerChange,
  projectId: string,
  form: ProjectForm,
): Promise<Project> {
  const { companyUid, environment } = change.principal;
  const lock = (): Promise<Project | undefined> =>
    lockProject(change.tx, { companyUid, environment, projectId });
  const found = await lock();
  if (found === undefined) {
    assertVersion(change.condition, undefined);
    const project = await tryCreate(change, projectId, form);
    if (project !== undefined) return project;
  }
  // If two callers create the project at once, the second one continues with the first one's project.
  const existing = found ?? (await lock());
  if (existing === undefined)
    throw new Problem('service.unavailable', { internal: 'the project vanished between two statements' });
  await assertVisible(change, projectId);
  assertVersion(change.condition, existing.version);
  return bringTo(change, existing, form);
}

/** Updates an existing, locked project to match a form. @throws as `upsertProject` */
async function bringTo(change: ProjectMakersChange, existing: Project, form: ProjectForm): Promise<Project> {
  const patch = changesOf(existing, form);
  if (patch === undefined) {
    await change.audit(resource('project', existing), 'project.upsert', noDetail);
    return existing;
  }
  if (isProvidersToChange(existing, patch) && (await hasPatients(change.tx, existing.uid)))
    throw new Problem('project.termsFixed');
  const project = await patchProject(change.tx, existing, patch, change.now);
  await change.audit(resource('project', project), 'project.upsert', changesBetween(existing, project));
  return project;
}

/**
 * Creates a project in the console, in the member's current environment. Submitting a form twice creates one.
 * @param formKey the key that the page put into the form
 * @returns its uid
 * @throws Problem `permission.missing` without `ManageProjects`; as `createProject` and `makeOnce`
 * @throws OperatorError if the id is taken
 */
export async function createOwnProject(
  change: Change<ConsolePrincipal>,
  form: ProjectForm,
  formKey: string,
): Promise<string> {
  assertPermission(change.principal, 'ManageProjects');
  return makeOneOnce(change, formKey, async () => {
    const project = await tryCreate(change, form.id ?? newPublicId(), form);
    if (project === undefined) throw new OperatorError('A project with this ID already exists.');
    return project.uid;
  });
}

/** A member's edit of a project; omitted terms stay unchanged. */
interface OwnProjectEdit {
  readonly name: string;
  readonly purpose: ProjectPurpose | undefined;
  readonly authorizationMethod: AuthorizationMethod | undefined;
}

/** Whether only the provider can change purpose and authorization method now (DECISION-17). */
async function areTermsFixed(executor: Executor, project: Project): Promise<boolean> {
  return !isSandbox(project) && (await hasPatients(executor, project.uid));
}

/**
 * Edits a project in the console (CONSOLE-29). Terms that only the provider can change stay unchanged.
 * @param shown the project that the form showed, and its version
 * @throws Problem `permission.missing` without `ManageProjects`, 404 for a project that the member doesn't
 * see, `console.formStale` if it changed since; as `upsertProject`
 */
export async function editOwnProject(
  change: Change<ConsolePrincipal>,
  shown: { readonly projectUid: string; readonly version: number },
  { name, ...wanted }: OwnProjectEdit,
): Promise<Project> {
  const { tx, principal } = change;
  assertPermission(principal, 'ManageProjects');
  const visible = await findVisibleProjectByUid(tx, projectScopeOf(principal), shown.projectUid);
  if (visible === undefined) throw notFound('the member sees no such project');
  const { companyUid, environment } = principal;
  const project = await lockProject(tx, { companyUid, environment, projectId: visible.id });
  if (project?.version !== shown.version) throw new Problem('console.formStale');
  const terms = (await areTermsFixed(tx, project)) ? project : wanted;
  const { purpose = project.purpose, authorizationMethod } = terms;
  return bringTo(change, project, { name, purpose, authorizationMethod });
}

/**
 * Returns a page of the projects that a member sees in the current environment. @throws Problem
 * `permission.missing` without `ViewProjects`
 */
export async function inspectOwnProjects(
  executor: Executor,
  principal: ConsolePrincipal,
  { afterUid, limit }: { readonly afterUid: string | undefined; readonly limit: number },
): Promise<Project[]> {
  assertPermission(principal, 'ViewProjects');
  const scope = projectScopeOf(principal);
  const last = afterUid === undefined ? undefined : await findVisibleProjectByUid(executor, scope, afterUid);
  return listVisibleProjects(executor, scope, { after: last, limit });
}

/** A project, and whether its terms are fixed. */
export interface InspectedProject extends Project {
  /** Whether only the provider can change purpose and authorization method now (DECISION-17). */
  readonly areTermsFixed: boolean;
}

/**
 * Returns a project that a member sees. @throws Problem 404 for one that they don't see, `permission.missing`
 * without `ViewProjects`
 */
export async function inspectOwnProject(
  executor: Executor,
  principal: ConsolePrincipal,
  projectUid: string,
): Promise<InspectedProject> {
  assertPermission(principal, 'ViewProjects');
  const project = await findVisibleProjectByUid(executor, projectScopeOf(principal), projectUid);
  if (project === undefined) throw notFound('the member sees no such project');
  return { ...project, areTermsFixed: await areTermsFixed(executor, project) };
}

/** Returns the authorization methods that a member's company can use in the environment that they are in. */
export async function inspectMethods(
  executor: Executor,
  { companyUid, environment }: Pick<ConsolePrincipal, 'companyUid' | 'environment'>,
): Promise<AuthorizationMethod[]> {
  const features = await listCompanyFeatures(executor, companyUid, environment);
  return authorizationMethods.filter(method => features.includes(method));
}

/** Returns a project that a caller created. @throws Problem 404 if the key can't see it (anymore) */
export async function getOwnProject({ db, principal, saw }: Reading, uid: string): Promise<Project> {
  const project = await findVisibleProjectByUid(db, projectScopeOf(principal), uid);
  if (project === undefined) throw notFound('the key no longer sees the project');
  saw(resource('project', project));
  return project;
}

/** Lists the projects that a key can see, oldest first, from a position on. */
export async function listProjects({ db, principal }: Reading, page: Page): Promise<Project[]> {
  return listVisibleProjects(db, projectScopeOf(principal), page);
}

/**
 * Signals the workflows of a project's patients to review their searches, starting those that aren't running.
 */
async function signalSearches(change: OperatorChange, project: Project): Promise<void> {
  const unfinished = await listUnfinishedSearches(change.tx, project.uid);
  await change.send(
    unfinished.map(({ patientUid, searchStatus: status }) =>
      signalOf(
        workflows.patientSearch,
        'searchesChanged',
        { patientUid },
        attributesOf(project, { patient: patientUid, status }),
      ),
    ),
  );
}

/**
 * Changes a project's status, which only the provider can do. Stub data and real data must never mix, so a
 * project can't become or stop being `Sandbox`. Searches stop when it is closed, and continue when it is live
 * again.
 * @throws OperatorError for an unknown project or a move into or out of `Sandbox`
 */
export async function changeProjectStatus(
  change: OperatorChange,
  { status, ...place }: ProjectRef & { readonly status: ProjectStatus },
): Promise<Project> {
  const project = await lockOperatorsProject(change.tx, place);
  if (isSandbox(project) !== isSandbox({ status })) {
    throw new OperatorError(
      "You can't change a project's status to or from Sandbox, because stub data and real data " +
        'must not mix.',
    );
  }
  await change.audit(
    resource('project', project),
    'project.changeStatus',
    changesBetween(project, { ...project, status }),
  );
  if (project.status === status) return project;
  const changed = await patchProject(change.tx, project, { status }, change.now);
  await signalSearches(change, changed);
  return changed;
}

/**
 * The provider's change to the terms that decide whether patients need a document; omitted ones stay
 * unchanged.
 */
export interface ChangedTerms {
  readonly purpose?: ProjectPurpose | undefined;
  readonly authorizationMethod?: AuthorizationMethod | undefined;
}

/**
 * Changes the purpose or the authorization method of a project. Outside of sandbox, only the provider can do
 * that once the project has patients (DECISION-17). Searches that waited for an approval that is no longer
 * needed start right away. The audit row has the old and new terms.
 * @throws OperatorError for an unknown project, a method that the company may not use, and for terms that
 * need a document if patients are approved without one
 */
export async function changeProjectTerms(
  change: OperatorChange,
  { purpose, authorizationMethod, ...place }: ProjectRef & ChangedTerms,
): Promise<Project> {
  const before = await lockOperatorsProject(change.tx, place);
  const terms = {
    purpose: purpose ?? before.purpose,
    authorizationMethod: authorizationMethod ?? before.authorizationMethod,
  };
  if (!before.companyFeatures.includes(terms.authorizationMethod))
    throw new OperatorError(
      `${terms.authorizationMethod} isn't approved for this company. Run \`feature approve\` to approve it.`,
    );
  if (needsDocument(terms) && !needsDocument(before)) {
    const unsigned = await countApprovedWithoutDocument(change.tx, before.uid);
    if (unsigned > 0)
      throw new OperatorError(
        `Patients approved without a document: ${unsigned}. These terms require a signed document. ` +
          "Create another project, or change these patients' status with `patient review` first.",
      );
  }
  const differs = changesBetween(before, { ...before, ...terms });
  await change.audit(resource('project', before), 'project.changeTerms', differs);
  if (Object.keys(differs).length === 0) return before;
  const changed = await patchProject(change.tx, before, terms, change.now);
  if (needsDocument(before) && !needsDocument(changed)) {
    await signalSearches(change, changed);
    await releaseRecordRequests(change, changed, await lockHeldOfProject(change.tx, changed.uid));
  }
  return changed;
}
