'use strict';
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Where Jest keeps who is told of the events of a file; what follows would be told to the file before, too. */
const eventHandlers = Symbol.for('EVENT_HANDLERS');

/**
 * Runs the files of a worker in its own global scope, one after the other, and puts back what a file has changed there.
 * Jest’s own environment makes a new one for each file, with other classes: what a module has once loaded could not be
 * used in the next file (docs/decisions/0028).
 */
module.exports = class SharedGlobals {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    // The old kind is for `jest.useFakeTimers({ legacyFakeTimers: true })`, which no test says.
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = {
      console: globalThis.console,
      exit: Object.getOwnPropertyDescriptor(process, 'exit'),
      exitCode: process.exitCode,
      variables: { ...process.env },
    };
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, exit, exitCode, variables } = this.before;
    globalThis.console = console;
    // Jest puts its own in place of it, which tells who called it.
    Object.defineProperty(process, 'exit', exit);
    process.exitCode = exitCode;
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    delete globalThis[eventHandlers];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest asks whether there is still a context; the modules are compiled in the worker’s own (jest-runtime.cjs). */
  getVmContext() {
    return globalThis;
  }
};
