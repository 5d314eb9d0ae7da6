'use strict';
const { hash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const compileOptions = require('./compile-options.cjs');

/** Where what was compiled is kept, a file for each source. */
const cache = path.join(__dirname, '../../node_modules/.cache/recordwell/typescript');

/** What was kept of the same source, compiled in the same way. */
function kept(file, mark) {
  try {
    const text = readFileSync(file, 'utf8');
    return text.startsWith(mark) ? text.slice(mark.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Renamed into place: of two processes that start at once, none reads half a file. Where nothing can be kept, each compiles for itself. */
function keep(file, text) {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) throw error;
  }
}

function loaderOf(options) {
  const how = require('@swc/core/package.json').version + JSON.stringify(options);
  return (module, filename) => {
    const source = readFileSync(filename, 'utf8');
    const file = path.join(cache, `${hash('sha256', filename)}.js`);
    // In front of the first line: the lines stay where they are.
    const mark = `/*${hash('sha256', how + source)}*/`;
    let code = kept(file, mark);
    if (code === undefined) {
      // The compiler itself is loaded here alone: most starts have nothing to compile.
      const { transformSync } = require('@swc/core');
      ({ code } = transformSync(source, { ...options, filename, swcrc: false, configFile: false }));
      keep(file, mark + code);
    }
    module._compile(code, filename);
  };
}

/** By ending, what loads TypeScript of this project: compiled when it has changed, else as it was compiled before (docs/decisions/0029). */
module.exports = { '.ts': loaderOf(compileOptions(false)), '.tsx': loaderOf(compileOptions(true)) };
