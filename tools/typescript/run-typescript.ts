import { join } from 'node:path';

/** What Node is told before a TypeScript file of this project, wherever it is started. */
export const typescriptArguments: readonly string[] = ['--require', join(__dirname, 'register.cjs')];
