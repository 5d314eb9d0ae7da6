import { join } from 'node:path';

/** The Node arguments before a TypeScript file of this project, for any working directory. */
export const typescriptArguments: readonly string[] = ['--require', join(__dirname, '../../tools/tsx.cjs')];
