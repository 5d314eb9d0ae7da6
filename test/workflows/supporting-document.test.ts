/** How long reading a supporting document waits for it, on a time-skipping server with a scripted store. */
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

const activities: Pick<Activities['documents'], 'giveUpSupporting' | 'readSupporting'> = {
  readSupporting: async ({ documentUid }) => {
    note(documentUid, 'read');
    const script = looks.get(documentUid) ?? [];
    return (script.length > 1 ? script.shift() : script[0]) ?? 'missing';
  },
  giveUpSupporting: async ({ documentUid }) => note(documentUid, 'give up'),
};

describeTimers('Reading a supporting document [CHECK-23]', () => {
  let skipping: SkippingWorld;
  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  test.each<readonly [ReadingOutcome[], readonly string[], string]>([
    [['read'], ['read'], 'Done: the document was read and is used to judge the authorization.'],
    [
      ['missing', 'refused'],
      ['read', 'read'],
      'Done: the document cannot be read. The API shows the reason in the list of supporting documents.',
    ],
    [
      ['missing'],
      [...Array.from({ length: 5 }, () => 'read'), 'give up'],
      'Done: the document never arrived.',
    ],
    [['discarded'], ['read'], 'Discarded: another upload replaced it.'],
  ])('ends after the outcomes %j', async (script, called, details) => {
    const documentUid = randomUUID();
    looks.set(documentUid, [...script]);
    const handle: WorkflowHandle = await skipping.environment.client.workflow.start('supportingDocument', {
      taskQueue: skipping.taskQueue,
      workflowId: `supporting-document/${documentUid}/1`,
      args: [{ documentUid, run: 1 }],
    });
    await handle.result();
    expect(calls.get(documentUid)).toEqual(called);
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toBe(details);
  });

  test('stops waiting for an upload that another one replaced [CHECK-27]', async () => {
    const documentUid = randomUUID();
    const handle: WorkflowHandle = await skipping.environment.client.workflow.start('supportingDocument', {
      taskQueue: skipping.taskQueue,
      workflowId: `supporting-document/${documentUid}/1`,
      args: [{ documentUid, run: 1 }],
    });
    await handle.signal('discard');
    await handle.result();
    expect((calls.get(documentUid) ?? []).length).toBeLessThanOrEqual(1);
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toBe('Discarded: another upload replaced it.');
  });
});
