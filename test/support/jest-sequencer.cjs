'use strict';
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
/** Some seconds that each suite takes, of those that take long. Their order is what counts, not the numbers. */
const longSuites = require('./long-suites.json');

/** Of a suite that nothing is known of; most take less. */
const unknownSeconds = 5;

/**
 * Begins with the suites that take longest. Jest knows how long each took in the run before; in a clone without one it goes by the
 * size of the files, and would begin some of the longest at the very end, where the other workers have nothing left to do.
 */
module.exports = class LongestFirst extends Sequencer {
  /** In milliseconds. */
  time(test) {
    const name = path.relative(test.context.config.rootDir, test.path).replaceAll('\\', '/');
    return super.time(test) ?? (longSuites[name] ?? unknownSeconds) * 1_000;
  }
};
