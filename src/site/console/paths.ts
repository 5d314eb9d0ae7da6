import type { Environment } from '../../domain/projects/project';
import { sitePath } from '../paths';

export { withQuery } from '../paths';

/** The company and environment of a page. */
export interface Place {
  readonly companyId: string;
  readonly environment: Environment;
}

/** Returns a path of the console. Segments are encoded. */
export function consolePath(...segments: readonly string[]): string {
  return sitePath('/console', ...segments);
}

/** Returns a path within a company and environment. */
export function pathIn({ companyId, environment }: Place, ...segments: readonly string[]): string {
  return consolePath('companies', companyId, environment, ...segments);
}
