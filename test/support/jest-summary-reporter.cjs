'use strict';
/** Closes a run: what was not run here and why, then one plain line, `N passed, N failed`, that any machine can read. */
module.exports = class SummaryReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const leftOut = process.env.TEST_LEFT_OUT ? `\n${process.env.TEST_LEFT_OUT}\n` : '';
    // At exit: the default reporter's own summary comes later than this call.
    process.once('exit', () =>
      process.stdout.write(`${leftOut}\n${results.numPassedTests} passed, ${failed} failed\n`),
    );
  }
};
