'use strict';
const { hasChromium, noChromium } = require('./test/support/chromium.ts');

// If nothing else is selected, Jest finds no tests and runs no teardown that could say why.
if (!hasChromium()) process.stderr.write(`Leaving out test/browser. ${noChromium}\n`);

/** Packages of ES modules: Jest loads CommonJS. */
const esModules = [
  'd3-array',
  'd3-geo',
  'hucre',
  'internmap',
  'jose',
  'modern-tar',
  'oauth4webapi',
  'openid-client',
  'preact',
  'sql-template-tag',
].join('|');

/** How swc compiles a file for the tests. */
const swc = jsc => ['@swc/jest', { jsc: { target: 'es2024', ...jsc }, module: { type: 'commonjs' } }];

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Tests that this machine can't run. The last lines of a run name them.
  testPathIgnorePatterns: ['/node_modules/', ...(hasChromium() ? [] : ['<rootDir>/test/browser/'])],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.recordwell/'],
  transform: {
    '^.+\\.ts$': swc({ parser: { syntax: 'typescript' } }),
    '^.+\\.tsx$': swc({
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    }),
    [`/node_modules/(${esModules})/.+\\.m?js$`]: swc({}),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
  // One set of real services for the whole run: PostgreSQL with a migrated template database, Temporal, S3.
  globalSetup: '<rootDir>/test/support/jest-global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest-global-teardown.ts',
  // One more than a small machine's cores, because tests often wait for a process, a poll, or a browser.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
  // Longer than any wait (test/support/until.ts), which fails first and says why. Hooks start whole worlds.
  testTimeout: 60_000,
};
