import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The script of the reference page: copied beside the build in production, where the package with its hundreds of
 * dependencies is not installed, else the package's own file.
 */
export function findReferenceScript(): string {
  const built = join(__dirname, '../assets/reference.js');
  if (existsSync(built)) return built;
  const entry = createRequire(__filename).resolve('@scalar/api-reference');
  return join(dirname(entry), 'browser/standalone.js');
}
