import type { ActivityInterceptorsFactory } from '@temporalio/worker';

/** Beats within a heartbeat timeout; the SDK sends at most one in 10 s of them to the server. */
const beatsPerTimeout = 4;

/**
 * Beats for every activity that has a heartbeat timeout for as long as it runs: what the timeout then tells is that
 * the worker is gone, in seconds instead of at the end of the longest time that a partner may take. Progress is not
 * part of it; an activity that hangs in a living worker is ended by its start-to-close timeout.
 */
export const keepAlive: ActivityInterceptorsFactory = context => ({
  inbound: {
    execute: async (input, next) => {
      const { heartbeatTimeoutMs } = context.info;
      // The server sends 0 for none: a beat in each millisecond, of which the first costs it a write.
      if (heartbeatTimeoutMs === undefined || heartbeatTimeoutMs === 0) return next(input);
      const timer = setInterval(() => context.heartbeat(), heartbeatTimeoutMs / beatsPerTimeout);
      try {
        return await next(input);
      } finally {
        clearInterval(timer);
      }
    },
  },
});
