'use strict';
const { createRequire } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const loadFirst = require('../../tools/typescript/endings.cjs');

/** What loads the modules of the file that is being run: Jest makes one for each file. */
let current;

/** Compiles a module of ours as Jest would, and tells Jest where its source map is. */
function loadTypeScript(module, filename) {
  const { code, sourceMapPath } = current.transformer.transform(filename, { supportsDynamicImport: true });
  if (sourceMapPath) current.getSourceMaps().set(filename, sourceMapPath);
  module._compile(code, filename);
}

/** While they are watched, our modules change between two runs in one process. */
function forgetOurs() {
  for (const path of Object.keys(require.cache))
    if (!path.includes('node_modules')) delete require.cache[path];
}

loadFirst({ '.ts': loadTypeScript, '.tsx': loadTypeScript });

/**
 * Loads a test file anew, and by Node itself, once for all files of a worker, what it needs. Jest’s own runtime loads
 * everything anew for each file, which was a third of the time that the tests took (docs/decisions/0028).
 */
module.exports = class LoadsOnce extends Runtime {
  constructor(...parts) {
    super(...parts);
    const [, , , transformer, , , , { watch, watchAll }] = parts;
    this.transformer = transformer;
    current = this;
    if (watch || watchAll) forgetOurs();
    // Jest’s own way takes a context, and there is none for the global scope of a process.
    this.executor.compile = (code, filename) =>
      compileFunction(code, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, moduleName) {
    return createRequire(from)(moduleName);
  }
};
module.exports.default = module.exports;
