'use strict';
const { existsSync } = require('node:fs');

// A fresh machine has no browser and must be green all the same: without one the tests of pages are left out, aloud.
const hasBrowser = existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium');
if (!hasBrowser)
  process.stderr.write(
    'No Chromium, so test/browser is left out: install one, or set CHROMIUM to its path.\n',
  );

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  rootDir: __dirname,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(hasBrowser ? [] : ['<rootDir>/test/browser/'])],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.recordwell/'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript', tsx: false } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // One set of real services for the whole run: PostgreSQL with a migrated template database, Temporal, S3.
  globalSetup: '<rootDir>/test/support/jest-global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest-global-teardown.ts',
  reporters: ['default', '<rootDir>/test/support/jest-summary-reporter.cjs'],
  maxWorkers: 2,
  testTimeout: 30_000,
};
