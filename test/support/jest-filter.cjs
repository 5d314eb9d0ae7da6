'use strict';
const loadFirst = require('../../tools/typescript/endings.cjs');
const loaders = require('../../tools/typescript/loaders.cjs');

// Jest loads its filter as it is, so the TypeScript is compiled here; for no longer than that, since Jest compiles in its own way.
const loadAsBefore = loadFirst(loaders);
const { runnableTests } = require('./runnable-tests.ts');
loadAsBefore();

module.exports = async paths => {
  try {
    return { filtered: await runnableTests(paths) };
  } catch (error) {
    // Jest shows the stack, and a person wants the sentence.
    error.stack = error.message;
    throw error;
  }
};
