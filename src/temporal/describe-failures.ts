import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import { describeError } from '../platform/describe-error';
import type { Log } from '../platform/log';

/**
 * Lets into the history only what the log may hold of an activity's error: its type, and its message where
 * that quotes nothing. Databases and partners quote what they were given. The codec seals the history, but
 * the operators who may open it are not to read of patients either. Frames and causes are in the log line.
 */
export function describeFailures(log: Log): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: async (input, next) => {
        try {
          return await next(input);
        } catch (error) {
          // Cancellations, and failures that were made for Temporal, go through as they are.
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
