/** How long a run waits for its document, on a time-skipping server with a scripted store. */
import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { Activities } from '../../activities';
import type { ReadingOutcome } from '../../src/usecases/auth-checks/runs';
import { describeTimers, startSkippingWorld, type SkippingWorld } from '../support/time-skipping';

/** The outcomes of each run's read attempts, in order; the last one repeats. */
const looks = new Map<string, ReadingOutcome[]>();
const calls = new Map<string, string[]>();

function note(documentUid: string, call: string): void {
  calls.set(documentUid, [...(calls.get(documentUid) ?? []), call]);
}

const activities: Omit<
  Activities['documents'],
  'combineChart' | 'giveUpSupporting' | 'preparePacket' | 'readReturned' | 'readSupporting'
> = {
  readAuthorization: async ({ documentUid }) => {
    note(documentUid, 'read');
    const script = looks.get(documentUid) ?? [];
    return (script.length > 1 ? script.shift() : script[0]) ?? 'missing';
  },
  giveUpReading: async ({ documentUid }) => note(documentUid, 'give up'),
  judgeAuthorization: async ({ documentUid }) => {
    note(documentUid, 'judge');
    return { passed: 9, warning: 2, failed: 1, notRun: 20 };
  },
};

describeTimers('A run of authCheck', () => {
  let skipping: SkippingWorld;
  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  async function finished(
    script: ReadingOutcome[],
    signal?: string,
  ): Promise<{ calls: string[]; waits: number[]; details: string }> {
    const documentUid = randomUUID();
    looks.set(documentUid, script);
    const handle: WorkflowHandle = await skipping.environment.client.workflow.start('authCheck', {
      taskQueue: skipping.taskQueue,
      workflowId: `auth-check/${documentUid}/1`,
      args: [{ documentUid, run: 1 }],
    });
    if (signal !== undefined) await handle.signal(signal);
    await handle.result();
    const timers = ((await handle.fetchHistory()).events ?? []).flatMap(
      ({ timerStartedEventAttributes: timer }) =>
        timer == null ? [] : [Number(timer.startToFireTimeout?.seconds)],
    );
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    return { calls: calls.get(documentUid) ?? [], waits: timers, details: currentDetails };
  }

  test('reads and judges an available document without a wait', async () => {
    expect(await finished(['read'])).toEqual({
      calls: ['read', 'judge'],
      waits: [],
      details: 'Done: 9 passed, 2 warnings, 1 failed.',
    });
  });

  test('judges an unreadable document, and its verdict says so', async () => {
    expect((await finished(['refused'])).calls).toEqual(['read', 'judge']);
  });

  test('waits for a document that arrives late', async () => {
    expect(await finished(['missing', 'missing', 'read'])).toMatchObject({
      calls: ['read', 'read', 'read', 'judge'],
      waits: [5, 30],
    });
  });

  test('gives up on a document after four waits, 12 minutes 35 seconds, and judges it as missing', async () => {
    expect(await finished(['missing'])).toMatchObject({
      calls: ['read', 'read', 'read', 'read', 'read', 'give up', 'judge'],
      waits: [5, 30, 120, 600],
    });
  });

  test('stops waiting for a document that a later run replaced [CHECK-27]', async () => {
    const { calls: made, details } = await finished(['missing'], 'discard');
    // The signal arrives before the first read, or in the wait after it.
    expect(made.filter(call => call !== 'read')).toEqual([]);
    expect(made.length).toBeLessThanOrEqual(1);
    expect(details).toBe('Discarded: a later run replaced it.');
  });

  test('ends without a verdict if a later run replaced it', async () => {
    expect(await finished(['missing', 'discarded'])).toEqual({
      calls: ['read', 'read'],
      waits: [5],
      details: 'Discarded: a later run replaced it.',
    });
  });
});
