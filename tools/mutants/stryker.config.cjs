'use strict';

/**
 * `npm run mutants -- PATH`: changes a file bit by bit, runs the tests that import it after each change, and
 * lists the changes that no test notices. For files of `src/domain`, `src/forms` and `src/platform`, whose
 * tests need no services.
 */
module.exports = {
  testRunner: 'jest',
  jest: { configFile: 'tools/mutants/jest.config.cjs' },
  coverageAnalysis: 'perTest',
  reporters: ['clear-text'],
  clearTextReporter: { reportTests: false },
  disableTypeChecks: false,
  // Jest and the checks ignore this folder.
  tempDirName: '.recordwell/mutants',
  ignorePatterns: ['/bench', '/deploy', '/docs', '/evaluation', '/migrations', '/stack', '/test/histories'],
};
