import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the guides: copied beside the build in production, else the project's own. */
export function findGuides(): string {
  const built = join(__dirname, '../assets/guides');
  return existsSync(built) ? built : join(__dirname, '../../docs/guides');
}
