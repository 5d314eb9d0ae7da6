import type { KeyPrincipal } from '../../access/principal';
import {
  type AuthorizationMethod,
  type CompanyFeature,
  type Project,
  type ProjectPurpose,
  type ProjectStatus,
  type StatedStatus,
  environmentOf,
  statedStatus,
} from '../../domain/projects/project';
import { Problem } from '../../domain/problem';
import { grantProject, insertProject } from '../../store/projects';
import { listCompanyFeatures } from '../../store/tenants';
import { newPublicId, type Change } from '../change';

/** What a caller says of a new project. */
export interface ProjectForm extends StatedStatus {
  readonly id?: string | undefined;
  readonly name: string;
  readonly purpose: ProjectPurpose;
  readonly authorizationMethod?: AuthorizationMethod | undefined;
}

/**
 * The status a caller states; what is not stated is the key's own world: `Sandbox` for a sandbox key, else `Live`.
 * @throws Problem `project.statusContradicts`; `project.environmentForbidden` when the key does not see that status
 */
export function decideNewStatus(principal: KeyPrincipal, stated: StatedStatus): ProjectStatus {
  const status = statedStatus(stated) ?? (principal.environment === 'sandbox' ? 'Sandbox' : 'Live');
  if (status === 'contradiction') throw new Problem('project.statusContradicts');
  if (environmentOf(status) !== principal.environment) throw new Problem('project.environmentForbidden');
  return status;
}

/** @throws Problem `project.authorizationMethodNotEnabled` unless the provider approved the method for the company */
export function assertMethodEnabled(
  companyFeatures: readonly CompanyFeature[],
  method: AuthorizationMethod,
): void {
  if (!companyFeatures.includes(method)) throw new Problem('project.authorizationMethodNotEnabled');
}

/**
 * As `createProject`, but tells a taken id by `undefined`, for a caller that goes on with the project that is there,
 * and leaves the audit row to the caller, whose event it is.
 */
export async function tryCreateProject(
  change: Change,
  principal: KeyPrincipal,
  form: ProjectForm,
): Promise<Project | undefined> {
  const status = decideNewStatus(principal, form);
  const authorizationMethod = form.authorizationMethod ?? 'authorizationPdf';
  const companyFeatures = await listCompanyFeatures(change.tx, principal.companyUid);
  assertMethodEnabled(companyFeatures, authorizationMethod);
  const project: Project = {
    uid: change.newUid(),
    companyUid: principal.companyUid,
    companyId: principal.companyId,
    companyFeatures,
    id: form.id ?? newPublicId(),
    name: form.name,
    status,
    purpose: form.purpose,
    authorizationMethod,
    version: 1,
    createdAt: change.now,
    updatedAt: change.now,
  };
  if (!(await insertProject(change.tx, project))) return undefined;
  // Who sees only some projects sees the ones they make.
  if (!principal.seesAllProjects) await grantProject(change.tx, principal.membershipUid, project.uid);
  return project;
}

/**
 * Creates a project at the wanted status (specification, Project status).
 * @throws Problem `project.statusContradicts`, `project.environmentForbidden`,
 *   `project.authorizationMethodNotEnabled`, `project.idTaken`
 */
export async function createProject(
  change: Change,
  principal: KeyPrincipal,
  form: ProjectForm,
): Promise<Project> {
  const project = await tryCreateProject(change, principal, form);
  if (project === undefined) throw new Problem('project.idTaken');
  await change.audit('project.create', { kind: 'project', uid: project.uid, companyUid: project.companyUid });
  return project;
}
