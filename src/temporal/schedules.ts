import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type ScheduleDescription,
  type ScheduleOptions,
} from '@temporalio/client';
import { periodicWork, type PeriodicWorkName } from '../domain/periodic-work';
import type { Log } from '../platform/log';
import type { TemporalClient } from './client';
import { sealingKeyIdOf } from './payload-codec';
import { typedSearchAttributes } from './search-attributes';
import { taskQueues } from './task-queues';

const retryMs = 5_000;
/**
 * How long the calls about one schedule may take: one that another worker is creating responds after seconds.
 */
const callTimeoutMs = 10_000;

/** Returns the schedule as the code defines it; its state (paused, with whose note) belongs to operators. */
function wanted(name: PeriodicWorkName, prefix: string) {
  const { scheduleId, summary, everySeconds, jitterSeconds, catchUpSeconds } = periodicWork[name];
  return {
    scheduleId: prefix + scheduleId,
    spec: { intervals: [{ every: everySeconds * 1_000 }], jitter: jitterSeconds * 1_000 },
    policies: {
      overlap: ScheduleOverlapPolicy.SKIP,
      catchupWindow: catchUpSeconds * 1_000,
      pauseOnFailure: false,
    },
    action: {
      type: 'startWorkflow',
      workflowType: name,
      workflowId: prefix + scheduleId,
      taskQueue: prefix + taskQueues.core,
      args: [],
      typedSearchAttributes: typedSearchAttributes({ kind: name }),
      staticSummary: summary,
    },
  } satisfies ScheduleOptions;
}

/** Whether a schedule matches everything that the code defines. */
function isAsWanted(
  found: ScheduleDescription,
  { spec, policies, action }: ReturnType<typeof wanted>,
): boolean {
  const { workflowType, workflowId, taskQueue, staticSummary } = found.action;
  return isDeepStrictEqual(
    [
      found.spec.intervals?.map(({ every }) => every),
      found.spec.jitter,
      found.policies,
      { workflowType, workflowId, taskQueue, staticSummary },
    ],
    [
      spec.intervals.map(({ every }) => every),
      spec.jitter,
      policies,
      {
        workflowType: action.workflowType,
        workflowId: action.workflowId,
        taskQueue: action.taskQueue,
        staticSummary: action.staticSummary,
      },
    ],
  );
}

/**
 * Whether a schedule's content is sealed with this key: its runs start with it, so an older key could never
 * be removed.
 */
function isSealedWith({ raw }: ScheduleDescription, keyId: string | undefined): boolean {
  const summary = raw.schedule?.action?.startWorkflow?.userMetadata?.summary;
  return summary != null && sealingKeyIdOf(summary) === keyId;
}

async function putSchedule(
  { client, sealingKeyId }: TemporalClient,
  definition: ReturnType<typeof wanted>,
): Promise<void> {
  try {
    await client.schedule.create({ ...definition, state: { note: definition.action.staticSummary } });
    return;
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
  const schedule = client.schedule.getHandle(definition.scheduleId);
  const found = await schedule.describe();
  if (isAsWanted(found, definition) && isSealedWith(found, sealingKeyId)) return;
  await schedule.update(({ state }) => ({ ...definition, state }));
}

/**
 * Creates the missing schedules of periodic work, and updates the others. Whether one is paused, and why,
 * stays as operators left it. Several processes may run this at once.
 * @param queuePrefix set by tests, so that parallel runs don't serve each other
 * @throws if Temporal can't be reached or refuses
 */
export async function putSchedules(
  temporal: TemporalClient,
  names: readonly PeriodicWorkName[],
  queuePrefix = '',
): Promise<void> {
  for (const name of names)
    await temporal.connection.withDeadline(Date.now() + callTimeoutMs, () =>
      putSchedule(temporal, wanted(name, queuePrefix)),
    );
}

/** Like {@link putSchedules}, repeated until it succeeds or the process stops. */
export async function keepPuttingSchedules(
  temporal: TemporalClient,
  names: readonly PeriodicWorkName[],
  { log, isStopping }: { readonly log: Pick<Log, 'warn'>; readonly isStopping: () => boolean },
): Promise<void> {
  while (!isStopping()) {
    try {
      await putSchedules(temporal, names);
      return;
    } catch (error) {
      // A stopping process closes its connection during the call.
      if (!isStopping())
        log.warn('Could not update the schedules of periodic work yet; retrying.', { error });
      await setTimeout(retryMs, undefined, { ref: false });
    }
  }
}
