import { findVisibleProject, lockProject, patchProject } from '../../store/projects';
import { type Project, statedStatus } from '../../domain/projects/project';
import { projectScopeOf } from '../../access/authorize';
import type { KeyPrincipal } from '../../access/principal';
import { Problem, notFound } from '../../domain/problem';
import type { AuditedResource, Change } from '../change';
import { assertVersion, type VersionCondition } from '../version-condition';
import { assertMethodEnabled, tryCreateProject, type ProjectForm } from './create-project';

/** Whether an upsert made the project or found it. */
export interface UpsertedProject {
  readonly project: Project;
  readonly isNew: boolean;
}

function auditedProject({ uid, companyUid }: Project): AuditedResource {
  return { kind: 'project', uid, companyUid };
}

/**
 * Creates the project at this id, or brings the one that is there to the form. A repeat changes nothing and leaves
 * the version as it is. A form without `status` leaves the status untouched; one that names another status is 401
 * (specification, Project status).
 * @throws Problem as `createProject`; `project.statusFixed`; `precondition.failed`; 404 when the id belongs to a
 *   project that the key cannot see
 */
export async function upsertProject(
  change: Change,
  principal: KeyPrincipal,
  projectId: string,
  form: ProjectForm,
  condition: VersionCondition,
): Promise<UpsertedProject> {
  const found = await lockProject(change.tx, principal.companyUid, projectId);
  if (found === undefined) {
    assertVersion(condition, undefined);
    const project = await tryCreateProject(change, principal, { ...form, id: projectId });
    if (project !== undefined) {
      await change.audit('project.upsert', auditedProject(project));
      return { project, isNew: true };
    }
  }
  // Two first upserts at once: the one that lost the insert goes on with the project of the other.
  const existing = found ?? (await lockProject(change.tx, principal.companyUid, projectId));
  if (existing === undefined)
    throw new Problem('service.unavailable', { internal: 'the project vanished between two statements' });
  const scope = projectScopeOf(principal);
  if ((await findVisibleProject(change.tx, scope, principal.companyId, projectId)) === undefined) {
    throw notFound('the id belongs to a project the key cannot see');
  }
  assertVersion(condition, existing.version);
  const status = statedStatus(form);
  if (status === 'contradiction') throw new Problem('project.statusContradicts');
  if (status !== undefined && status !== existing.status) throw new Problem('project.statusFixed');
  const authorizationMethod = form.authorizationMethod ?? existing.authorizationMethod;
  if (authorizationMethod !== existing.authorizationMethod) {
    assertMethodEnabled(existing.companyFeatures, authorizationMethod);
  }
  const isSame =
    form.name === existing.name &&
    form.purpose === existing.purpose &&
    authorizationMethod === existing.authorizationMethod;
  const project = isSame
    ? existing
    : await patchProject(
        change.tx,
        existing,
        { name: form.name, purpose: form.purpose, authorizationMethod },
        change.now,
      );
  await change.audit('project.upsert', auditedProject(project));
  return { project, isNew: false };
}
