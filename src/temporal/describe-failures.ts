import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import { describeError } from '../platform/describe-error';
import type { Log } from '../platform/log';

/**
 * Lets of an activity's error into the history only what the log may say of it: its type, and its message where that
 * quotes nothing. A database or a partner quotes what it was given; the codec seals that, but an operator who opens the
 * seal is not to read of patients either. The log line has the frames and the causes.
 */
export function describeFailures(log: Log): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: async (input, next) => {
        try {
          return await next(input);
        } catch (error) {
          // Cancellations and failures that were made for Temporal are as they should be.
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
