import { projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Executor } from '../../store/database';
import { listVisibleProjects } from '../../store/tenants/projects';

/** The most projects that are listed to be picked. */
const listedMax = 500;

/** The projects of an environment that a member sees, the oldest first. */
export interface PlaceProjects {
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly areMoreProjects: boolean;
}

/** The first 500 projects that a member sees in the environment that they are in. */
export async function listPlaceProjects(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<PlaceProjects> {
  const found = await listVisibleProjects(executor, projectScopeOf(principal), {
    after: undefined,
    limit: listedMax + 1,
  });
  return {
    projects: found.slice(0, listedMax).map(({ id, name }) => ({ id, name })),
    areMoreProjects: found.length > listedMax,
  };
}
