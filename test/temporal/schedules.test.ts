/** Periodic work by Temporal Schedules, on a real server with real workers. */
import { randomBytes } from 'node:crypto';
import type { ScheduleHandle, WorkflowHandle } from '@temporalio/client';
import { periodicWork, periodicWorkOf, type PeriodicWorkName } from '../../src/domain/periodic-work';
import { openTemporal } from '../../src/temporal/client';
import { isSealed, type PayloadKey } from '../../src/temporal/payload-codec';
import { keepPuttingSchedules, putSchedules } from '../../src/temporal/schedules';
import { findSweepPosition, moveSweepPosition } from '../../src/store/periodic-work/sweep-positions';
import { sweepNextExchanged } from '../../src/usecases/housekeeping';
import { systemClock } from '../../src/platform/clock';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { readRows } from '../support/records';
import { temporalEnvironment, testPayloadKeys } from '../support/temporal';
import { until } from '../support/until';
import { anyPurpose } from '../support/any-purpose';

const partner = `net-${randomBytes(4).toString('hex')}`;
const folder = `exchange/${partner}/from-partner/`;
const settings = {
  name: partner,
  senderId: 'RECORDWELL',
  receiverId: 'CLAIMSNET',
  ...anyPurpose,
  usage: 'T',
  collectSeconds: 1,
  answerWithinHours: 168,
} as const;
const names = periodicWorkOf(true);

/**
 * Puts schedules while Temporal is unreachable, until the first warning. @returns the warnings, or the error
 */
async function putWhileAway(): Promise<readonly string[] | string> {
  const away = openTemporal({
    environment: { TEMPORAL_ADDRESS: '127.0.0.1:1' },
    payloadKeys: testPayloadKeys,
  });
  const warnings: string[] = [];
  const warn = (message: string): number => warnings.push(message);
  const isStopping = (): boolean => warnings.length > 0;
  return keepPuttingSchedules(away, names, { log: { warn }, isStopping })
    .then(() => away.close())
    .then(() => warnings, String);
}

let world: FlowWorld;
let whileAway: ReturnType<typeof putWhileAway>;
beforeAll(async () => {
  // It only waits for deadlines, so it can do that while the other tests run.
  whileAway = putWhileAway();
  world = await startFlowWorld({ rosters: [settings] });
});
afterEach(async () => {
  for (const name of names)
    await schedule(name)
      .delete()
      .catch(() => undefined);
});
afterAll(() => world.close());

function schedule(name: PeriodicWorkName): ScheduleHandle {
  return world.temporal.client.schedule.getHandle(world.queuePrefix + periodicWork[name].scheduleId);
}

function put(...names: PeriodicWorkName[]): Promise<void> {
  return putSchedules(world.temporal, names, world.queuePrefix);
}

/** Triggers periodic work manually, as an operator does, and waits for its end. @returns the run */
async function runByHand(name: PeriodicWorkName): Promise<WorkflowHandle> {
  const runs = async (): Promise<ReadonlyArray<{ workflowId: string; firstExecutionRunId: string }>> =>
    (await schedule(name).describe()).info.recentActions.map(({ action }) => action.workflow);
  // By the ID of the execution: two runs within one second have the same workflow ID.
  const before = new Set((await runs()).map(({ firstExecutionRunId }) => firstExecutionRunId));
  await schedule(name).trigger();
  const found = await until(`a run of ${name}`, async () =>
    (await runs()).find(({ firstExecutionRunId }) => !before.has(firstExecutionRunId)),
  );
  if (found === undefined) throw new Error('there is no run');
  const run = world.temporal.client.workflow.getHandle(found.workflowId, found.firstExecutionRunId);
  await run.result();
  return run;
}

describe('A schedule', () => {
  test.each(names)('of %s runs its work in a short history and can be found by its kind', async name => {
    await put(name);
    const run = await runByHand(name);
    const { type, historyLength, typedSearchAttributes, staticDetails } = await run.describe();
    const { events } = await run.fetchHistory();
    expect(
      events?.flatMap(({ activityTaskScheduledEventAttributes }) => [
        ...(activityTaskScheduledEventAttributes == null
          ? []
          : [activityTaskScheduledEventAttributes.activityType?.name]),
      ]),
    ).toEqual([name]);
    expect({ type, historyLength, staticDetails: await staticDetails() }).toEqual({
      type: name,
      historyLength: 11,
      staticDetails: undefined,
    });
    expect(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])).toContainEqual([
      'RecordwellKind',
      name,
    ]);
  });

  test.each(names)(
    'of %s passes nothing sealed to the next run, so that a key can be removed',
    async name => {
      await put(name);
      const { workflowId, runId } = await (await runByHand(name)).describe();
      const { client, connection } = world.temporal;
      // As stored, because the client would decrypt it: the result of a run is passed to the next one.
      const { history } = await connection.workflowService.getWorkflowExecutionHistory({
        namespace: client.options.namespace,
        execution: { workflowId, runId },
      });
      const results = (history?.events ?? []).flatMap(
        ({ workflowExecutionCompletedEventAttributes: end }) => end?.result?.payloads ?? [],
      );
      expect(results.map(isSealed)).toEqual([false]);
    },
  );

  test('keeps one run at a time, catches up only briefly, and spreads out its runs', async () => {
    await put(...names);
    for (const name of names) {
      const { spec, policies, state } = await schedule(name).describe();
      const { everySeconds, jitterSeconds, catchUpSeconds, summary } = periodicWork[name];
      expect({ name, every: spec.intervals?.[0]?.every, jitter: spec.jitter, policies, state }).toEqual({
        name,
        every: everySeconds * 1_000,
        jitter: jitterSeconds * 1_000,
        policies: { overlap: 'SKIP', catchupWindow: catchUpSeconds * 1_000, pauseOnFailure: false },
        state: { paused: false, note: summary, remainingActions: undefined },
      });
    }
  });

  test('for exchange folders exists only with partners, and sweeps run every 30 seconds at the latest', () => {
    expect(periodicWorkOf(false)).toEqual(names.filter(name => name !== 'sweepExchanges'));
    for (const { everySeconds, jitterSeconds } of [periodicWork.sweepUploads, periodicWork.sweepExchanges])
      expect(everySeconds + jitterSeconds).toBe(30);
  });
});

describe('A starting worker', () => {
  test('keeps the pause of an operator with its reason, even if the previous release scheduled differently', async () => {
    await put('sweepUploads');
    await schedule('sweepUploads').pause('the store is being moved');
    await put('sweepUploads');
    await schedule('sweepUploads').update(found => ({
      ...found,
      spec: { intervals: [{ every: '1h' }] },
      policies: { ...found.policies, catchupWindow: '1d' },
    }));
    await put('sweepUploads');
    const { spec, policies, state } = await schedule('sweepUploads').describe();
    expect([spec.intervals?.[0]?.every, policies.catchupWindow]).toEqual([25_000, 60_000]);
    expect(state).toMatchObject({ paused: true, note: 'the store is being moved' });
  });

  test('does not change a schedule that is up to date', async () => {
    await put('removeExpiredRows');
    await put('removeExpiredRows');
    expect((await schedule('removeExpiredRows').describe()).info.lastUpdatedAt).toBeUndefined();
  });

  test('reseals a schedule once another key seals, so that the old key can go, and keeps a pause', async () => {
    const next = { id: 'next', key: randomBytes(32) };
    const open = (...payloadKeys: PayloadKey[]) =>
      openTemporal({ environment: temporalEnvironment(), payloadKeys });
    const [rotated, afterwards] = [open(next, ...testPayloadKeys), open(next)];
    await put('removeExpiredRows');
    await schedule('removeExpiredRows').pause('a key is being changed');
    await putSchedules(rotated, ['removeExpiredRows'], world.queuePrefix);
    const { scheduleId } = schedule('removeExpiredRows');
    const { action, state } = await afterwards.client.schedule.getHandle(scheduleId).describe();
    expect(action.staticSummary).toBe(periodicWork.removeExpiredRows.summary);
    expect(state).toMatchObject({ paused: true, note: 'a key is being changed' });
    await Promise.all([rotated.close(), afterwards.close()]);
  });

  test('retries while Temporal is unreachable, logs a warning, and does not fail', async () => {
    expect(await whileAway).toEqual(['Could not update the schedules of periodic work yet; retrying.']);
  }, 60_000);
});

test('Two workers starting at once create one schedule of each kind, and one run accepts a file only once', async () => {
  const beside = await startFlowWorld({ beside: world, rosters: [settings] });
  try {
    await Promise.all([1, 2, 3].map(() => put(...names)));
    await world.services.files.put(`${folder}hello.txt`, Buffer.from('hello'), 'text/plain');
    await runByHand('sweepExchanges');
    const notices = await readRows(
      world.db,
      `select 1 as one from audit_event where event = 'roster.notice'`,
    );
    const files = await readRows<{ fileName: string }>(
      world.db,
      'select file_name as "fileName" from roster_file where partner = ?',
      [partner],
    );
    expect([notices.length, files.map(({ fileName }) => fileName)]).toEqual([1, ['hello.txt']]);
  } finally {
    await beside.close();
  }
});

test('A sweep resumes after the previous one and restarts after the last page, even if another store is down', async () => {
  const { db, services } = world;
  const positions: unknown[] = [];
  const keys = ['1', '2'].map(page => `${folder}${page}.txt`);
  const listed = { etag: 'e', lastModifiedAt: new Date() };
  const paged = async (after: string | undefined) => {
    positions.push(after);
    const key = keys.find(candidate => candidate > (after ?? ''));
    return key === undefined ? [] : [{ ...listed, key }];
  };
  const away = (): Promise<never> => Promise.reject(new Error('away'));
  const exchanges = new Map([
    ['elsewhere', { settings, files: { ...services.files, listAfter: away } }],
    [partner, { settings, files: { ...services.files, listAfter: paged } }],
  ]);
  const parts = { db, clock: systemClock, nudgeOutbox: () => undefined, exchanges };
  await moveSweepPosition(db, `exchange/${partner}`, undefined, new Date());
  for (const _sweep of [1, 2, 3]) await expect(sweepNextExchanged(parts)).rejects.toThrow('away');
  expect(positions).toEqual([folder, keys[0], keys[1], folder]);
  const found = await readRows(db, 'select 1 as one from roster_file where storage_key = any(?)', [keys]);
  expect(found).toHaveLength(2);
});

test('A sweep moves on behind a file that can never be recorded, and records the others [FILE-56]', async () => {
  const { db, services } = world;
  const keys = ['3', '4', '5'].map(name => `${folder}${name}.txt`);
  // No text of the database holds this etag.
  const page = keys.map((key, at) => ({ key, etag: at === 0 ? '\0' : 'e', lastModifiedAt: new Date() }));
  const listAfter = async (after: string | undefined) => (after === folder ? page : []);
  const exchanges = new Map([[partner, { settings, files: { ...services.files, listAfter } }]]);
  const parts = { db, clock: systemClock, nudgeOutbox: () => undefined, exchanges };
  await moveSweepPosition(db, `exchange/${partner}`, undefined, new Date());
  await expect(sweepNextExchanged(parts)).rejects.toThrow('Some objects of a page');
  expect(await findSweepPosition(db, `exchange/${partner}`)).toBe(keys[2]);
  const found = await readRows(db, 'select 1 as one from roster_file where storage_key = any(?)', [keys]);
  expect(found).toHaveLength(2);
});
