import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the folder of the guides and rules: beside the build in production, else `docs` of the project. */
export function findDocs(): string {
  const built = join(__dirname, '../assets/docs');
  return existsSync(built) ? built : join(__dirname, '../../docs');
}
