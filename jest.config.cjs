'use strict';

const compileOptions = require('./tools/typescript/compile-options.cjs');

/** @type {import('jest').Config} */
module.exports = {
  // Each worker loads a module once, in place of once for each file.
  runtime: '<rootDir>/test/support/jest-runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest-environment.cjs',
  rootDir: __dirname,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Leaves out what this machine cannot run; the last lines of a run say what that was.
  filter: '<rootDir>/test/support/jest-filter.cjs',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.recordwell/'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', compileOptions(false)],
    '^.+\\.tsx$': ['@swc/jest', compileOptions(true)],
  },
  // One set of real services for the whole run: PostgreSQL with a migrated template database, Temporal, S3.
  globalSetup: '<rootDir>/test/support/jest-global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest-global-teardown.ts',
  reporters: ['default', '<rootDir>/test/support/jest-summary-reporter.cjs'],
  testSequencer: '<rootDir>/test/support/jest-sequencer.cjs',
  // One more than the cores of a small machine: much of what a suite does is to wait for a process, a poll or a browser.
  maxWorkers: 3,
  // A worker keeps what its files have loaded: without an end each grows to 1.9 GB, 0.2 of it the young generation. To begin anew costs it seconds.
  workerIdleMemoryLimit: '1536MB',
  // Longer than any wait (test/support/until.ts): a wait says what it waited for, this bound does not. Hooks start whole worlds.
  testTimeout: 60_000,
};
