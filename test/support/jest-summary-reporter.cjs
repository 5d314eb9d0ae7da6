'use strict';
/** Closes a run with one plain line, `N passed, N failed`, that any machine can read. */
module.exports = class SummaryReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    // At exit: the default reporter's own summary comes later than this call.
    process.once('exit', () =>
      process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed\n`),
    );
  }
};
