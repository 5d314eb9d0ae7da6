import type { Project } from '../../../domain/projects/project';

/** Returns a project as the API shows it. */
export function presentProject(project: Project) {
  return {
    id: project.id,
    companyId: project.companyId,
    name: project.name,
    status: project.status,
    isSandbox: project.status === 'Sandbox',
    purpose: project.purpose,
    authorizationMethod: project.authorizationMethod,
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
  };
}
