import type { Environment } from '../../domain/projects/project';
import { sitePath } from '../paths';

export { withQuery } from '../paths';

/** Where a page is: in which company, in which environment. */
export interface Place {
  readonly companyId: string;
  readonly environment: Environment;
}

/** A path of the console; what stands between its slashes is encoded. */
export function consolePath(...segments: readonly string[]): string {
  return sitePath('/console', ...segments);
}

/** A path within a place. */
export function pathIn({ companyId, environment }: Place, ...segments: readonly string[]): string {
  return consolePath('companies', companyId, environment, ...segments);
}
