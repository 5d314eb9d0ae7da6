import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import { describeError } from '../platform/describe-error';
import type { Log } from '../platform/log';

/**
 * Limits an activity's error in the history to what the log may contain: its type, and its message if that
 * can't quote anything. Databases and partners quote their input. The codec encrypts the history, but even
 * operators who may decrypt it must not read about patients. Frames and causes are in the log line.
 */
export function describeFailures(log: Log): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: async (input, next) => {
        try {
          return await next(input);
        } catch (error) {
          // Cancellations, and failures made for Temporal, pass unchanged.
          if (error instanceof TemporalFailure) throw error;
          log.warn('An activity failed.', {
            activity: info.activityType,
            attempt: info.attempt,
            workflowId: info.workflowExecution?.workflowId ?? '',
            error,
          });
          const { type, message = 'The log of the worker tells what went wrong.' } = describeError(error);
          throw ApplicationFailure.create({ type, message });
        }
      },
    },
  });
}
