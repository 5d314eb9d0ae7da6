import { projectScopeOf } from '../../access/authorize';
import type { KeyPrincipal } from '../../access/principal';
import type { Executor } from '../../store/database';
import type { PagePosition } from '../../store/page';
import { listVisibleProjects } from '../../store/projects';
import type { Project } from '../../domain/projects/project';

/** The projects a key can see, oldest first, from a position on. */
export async function listProjects(
  executor: Executor,
  principal: KeyPrincipal,
  page: { readonly after: PagePosition | undefined; readonly limit: number },
): Promise<Project[]> {
  return listVisibleProjects(executor, projectScopeOf(principal), page);
}
