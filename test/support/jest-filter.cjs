'use strict';
const { register } = require('tsx/cjs/api');

// Jest loads its filter as it is, so tsx reads the TypeScript; for no longer than that, since Jest compiles in its own way.
const unregister = register();
const { runnableTests } = require('./runnable-tests.ts');
unregister();

module.exports = async paths => {
  try {
    return { filtered: await runnableTests(paths) };
  } catch (error) {
    // Jest shows the stack, and a person wants the sentence.
    error.stack = error.message;
    throw error;
  }
};
