/**
 * How long a run waits for its document, on a server that skips time; what the store has is told by the test.
 */
import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { Activities } from '../../activities';
import type { ReadingOutcome } from '../../src/usecases/auth-checks/runs';
import { describeTimers, startSkippingWorld, type SkippingWorld } from '../support/time-skipping';

/** What the looks of each run come to, in turn; the last one again and again. */
const looks = new Map<string, ReadingOutcome[]>();
const calls = new Map<string, string[]>();

function note(documentUid: string, call: string): void {
  calls.set(documentUid, [...(calls.get(documentUid) ?? []), call]);
}

const activities: Omit<
  Activities['documents'],
  'combineChart' | 'giveUpSupporting' | 'preparePacket' | 'readSupporting'
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

describeTimers('a run of the auth-check', () => {
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

  test('reads and judges a document that is there without a wait', async () => {
    expect(await finished(['read'])).toEqual({
      calls: ['read', 'judge'],
      waits: [],
      details: 'Done: 9 passed, 2 warnings, 1 failed.',
    });
  });

  test('judges a document that cannot be read: the verdict says so', async () => {
    expect((await finished(['refused'])).calls).toEqual(['read', 'judge']);
  });

  test('waits for a document that comes late', async () => {
    expect(await finished(['missing', 'missing', 'read'])).toMatchObject({
      calls: ['read', 'read', 'read', 'judge'],
      waits: [5, 30],
    });
  });

  test('gives a document up after four waits, 12 minutes 35 seconds, and judges that it is missing', async () => {
    expect(await finished(['missing'])).toMatchObject({
      calls: ['read', 'read', 'read', 'read', 'read', 'give up', 'judge'],
      waits: [5, 30, 120, 600],
    });
  });

  test('waits no more for a document that a later run is for [CHECK-27]', async () => {
    const { calls: made, details } = await finished(['missing'], 'discard');
    // Told before its first look, or in the wait after it.
    expect(made.filter(call => call !== 'read')).toEqual([]);
    expect(made.length).toBeLessThanOrEqual(1);
    expect(details).toBe('Discarded: a later run replaced it.');
  });

  test('ends without a verdict when a later run took its place', async () => {
    expect(await finished(['missing', 'discarded'])).toEqual({
      calls: ['read', 'read'],
      waits: [5],
      details: 'Discarded: a later run replaced it.',
    });
  });
});
