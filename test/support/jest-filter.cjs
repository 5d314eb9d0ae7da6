'use strict';
const { register } = require('tsx/cjs/api');

// Jest loads its filter as it is, so tsx reads the TypeScript; for no longer than that, since Jest compiles in its own way.
const typescript = register({ namespace: 'jest-filter' });
const { runnableTests } = typescript.require('./runnable-tests.ts', __filename);
typescript.unregister();

module.exports = async paths => {
  try {
    return { filtered: await runnableTests(paths) };
  } catch (error) {
    // Jest shows the stack, and a person wants the sentence.
    error.stack = error.message;
    throw error;
  }
};
