import type { ActivityInterceptorsFactory } from '@temporalio/worker';

/** Number of heartbeats per heartbeat timeout; the SDK sends at most one in 5 s to the server. */
const beatsPerTimeout = 4;

/**
 * Sends a heartbeat for every running activity with a heartbeat timeout. A missed heartbeat then means that
 * the worker is gone, which is noticed in seconds, however long a partner may take. It doesn't show progress:
 * an activity that hangs in a living worker is ended by its start-to-close timeout.
 */
export const keepAlive: ActivityInterceptorsFactory = context => ({
  inbound: {
    execute: async (input, next) => {
      const { heartbeatTimeoutMs } = context.info;
      // The server sends 0 for no timeout; as a timeout, it would mean a heartbeat every millisecond.
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
