import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
/** What recognises pages: weights. */
const models = 'src/reading/recognition/models';

/**
 * Copies what the processes need at run time and the compiler leaves where it is. @param built where the
 * compiled code lies
 */
export function copyAssets(built: string): void {
  cpSync(join(root, 'docs/guides'), join(built, 'src/assets/guides'), { recursive: true });
  cpSync(join(root, models), join(built, models), { recursive: true });
  copyFileSync(join(root, 'src/reading/rehearsal.pdf'), join(built, 'src/reading/rehearsal.pdf'));
  copyFileSync(join(root, 'src/reference/try-it.js'), join(built, 'src/reference/try-it.js'));
}
