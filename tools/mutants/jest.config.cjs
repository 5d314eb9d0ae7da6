'use strict';
const { globalSetup: _setup, globalTeardown: _teardown, ...base } = require('../../jest.config.cjs');

/** Selects the tests that need no services, so that `npm run mutants` takes seconds. */
module.exports = { ...base, testMatch: ['<rootDir>/test/{domain,forms,platform}/**/*.test.ts'] };
