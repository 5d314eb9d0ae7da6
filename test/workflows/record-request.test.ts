/** The end of a record request's workflow, on a time-skipping server with scripted reviews. */
import { randomUUID } from 'node:crypto';
import type { Activities } from '../../activities';
import { describeTimers, startSkippingWorld, type SkippingWorld } from '../support/time-skipping';

type Reviews = Array<Awaited<ReturnType<Activities['core']['sendRecordRequest']>>>;

describeTimers('A record request', () => {
  let skipping: SkippingWorld;
  const scripts = new Map<string, Reviews>();
  const activities: Pick<Activities['core'], 'sendRecordRequest'> = {
    sendRecordRequest: async ({ recordRequestUid }) => {
      const review = scripts.get(recordRequestUid)?.shift();
      if (review === undefined) throw new Error('no review is left');
      // It was read, and is moved before the review ends.
      if (review.progress === 'Canceled')
        await skipping.environment.client.workflow
          .getHandle(`record-request/${recordRequestUid}`)
          .signal('requestChanged');
      return review;
    },
  };
  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  test('that is reopened while its end is reviewed is reviewed again [REQUEST-48]', async () => {
    const recordRequestUid = randomUUID();
    const reviews: Reviews = [
      { progress: 'Canceled', sequence: 1 },
      { progress: 'NoRecordFound', sequence: 3 },
    ];
    scripts.set(recordRequestUid, reviews);
    await skipping.environment.client.workflow.execute('recordRequest', {
      taskQueue: skipping.taskQueue,
      workflowId: `record-request/${recordRequestUid}`,
      args: [{ recordRequestUid }],
    });
    expect(reviews).toEqual([]);
  });
});
