'use strict';
const { existsSync } = require('node:fs');

// A fresh machine has no browser and must be green all the same: without one the tests of pages are left out, aloud.
const hasBrowser = existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium');
if (!hasBrowser)
  process.stderr.write(
    'No Chromium, so test/browser is left out: install one, or set CHROMIUM to its path.\n',
  );

/** How a file is compiled for the tests. */
const compiled = jsc => [
  '@swc/jest',
  { jsc: { target: 'es2024', ...jsc }, module: { type: 'commonjs' }, sourceMaps: 'inline' },
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  rootDir: __dirname,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(hasBrowser ? [] : ['<rootDir>/test/browser/'])],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.recordwell/'],
  transform: {
    '^.+\\.ts$': compiled({ parser: { syntax: 'typescript' } }),
    '^.+\\.tsx$': compiled({
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    }),
    // Node requires its ES modules as they are; Jest would have to run under an experimental flag for that.
    '/node_modules/preact/.+\\.mjs$': compiled({}),
  },
  transformIgnorePatterns: ['/node_modules/(?!preact/)'],
  // One set of real services for the whole run: PostgreSQL with a migrated template database, Temporal, S3.
  globalSetup: '<rootDir>/test/support/jest-global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest-global-teardown.ts',
  reporters: ['default', '<rootDir>/test/support/jest-summary-reporter.cjs'],
  maxWorkers: 2,
  // A worker keeps what its files have loaded: without an end each grows to 1.9 GB.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
};
