'use strict';
/**
 * `node --require ./tools/tsx.cjs FILE.ts`: runs TypeScript of this project with tsx (docs/decisions/0029).
 */
const path = require('node:path');

try {
  require.resolve('tsx/cjs');
} catch {
  console.error("This project's packages aren't installed. Run `npm ci` in this folder first.");
  process.exit(1);
}
// tsx looks for tsconfig.json, which says how JSX is compiled, in the working directory.
process.env.TSX_TSCONFIG_PATH ??= path.join(__dirname, '../tsconfig.json');
require('tsx/cjs');
