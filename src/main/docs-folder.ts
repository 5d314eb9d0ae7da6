import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the folder of the guides and rules: next to the build in production, otherwise the project's
 * `docs`.
 */
export function findDocs(): string {
  const built = join(__dirname, '../assets/docs');
  return existsSync(built) ? built : join(__dirname, '../../docs');
}
