import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
/** The weights of the networks that read scans. */
const models = 'src/reading/recognition/models';

/** Copies what processes need and the compiler doesn't copy. @param built the folder of the build */
export function copyAssets(built: string): void {
  for (const folder of ['guides', 'rules'])
    cpSync(join(root, 'docs', folder), join(built, 'src/assets/docs', folder), { recursive: true });
  cpSync(join(root, models), join(built, models), { recursive: true });
  copyFileSync(join(root, 'src/reading/rehearsal.pdf'), join(built, 'src/reading/rehearsal.pdf'));
  for (const script of ['search-box.js', 'try-it.js'])
    copyFileSync(join(root, 'src/reference', script), join(built, 'src/reference', script));
}
