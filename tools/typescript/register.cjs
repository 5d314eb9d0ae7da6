'use strict';
/** `node --require ./tools/typescript/register.cjs FILE.ts`: runs TypeScript of this project (docs/decisions/0029). */
const loadFirst = require('./endings.cjs');

try {
  require.resolve('@swc/core');
} catch {
  console.error('The packages of this project are not here: run `npm ci` in this folder first.');
  process.exit(1);
}
// An error names the line of the source.
process.setSourceMapsEnabled(true);
loadFirst(require('./loaders.cjs'));
