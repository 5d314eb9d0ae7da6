import { join } from 'node:path';

/** What Node is given before a TypeScript file of this project, whatever the working directory. */
export const typescriptArguments: readonly string[] = ['--require', join(__dirname, '../../tools/tsx.cjs')];
