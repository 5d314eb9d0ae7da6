/**
 * How long a research waits for its sources, on a server that skips time; what each says is told by the test.
 */
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import type { Activities } from '../../activities';
import type { SourceProgress } from '../../src/usecases/sites/research-runs';
import { until } from '../support/until';
import { describeTimers, startSkippingWorld, type SkippingWorld } from '../support/time-skipping';

const minute = 60_000;

/** What each ask of a source comes to, in turn; the last one again and again. */
type Script = ReadonlyArray<SourceProgress | 'fails'>;

interface Played {
  readonly scripts: Map<string, Array<SourceProgress | 'fails'>>;
  readonly calls: string[];
  readonly missed: string[];
}
const researches = new Map<string, Played>();

function played(researchUid: string): Played {
  const found = researches.get(researchUid);
  if (found === undefined) throw new Error('no test plays this research');
  return found;
}

const activities: Pick<
  Activities['core'],
  'planResearch' | 'askResearchSource' | 'missResearchSource' | 'endResearch'
> = {
  planResearch: async ({ researchUid }) => ({
    sources: [...played(researchUid).scripts.keys()].map(name => ({ name, answerWithinMs: 10 * minute })),
  }),
  askResearchSource: async ({ researchUid, source }) => {
    const { scripts, calls } = played(researchUid);
    calls.push(source);
    const script = scripts.get(source) ?? [];
    const next = (script.length > 1 ? script.shift() : script[0]) ?? 'done';
    if (next === 'fails') throw ApplicationFailure.create({ type: 'ResearchSourceFault', message: 'away' });
    return next;
  },
  missResearchSource: async ({ researchUid, source, outcome }) => {
    played(researchUid).missed.push(`${source} ${outcome}`);
  },
  endResearch: async ({ researchUid }) => {
    const { scripts, missed, calls } = played(researchUid);
    calls.push('end');
    return { answered: scripts.size - missed.length, missed: missed.length };
  },
};

let skipping: SkippingWorld;

async function begin(
  scripts: Readonly<Record<string, Script>>,
): Promise<{ handle: WorkflowHandle; of: Played }> {
  const researchUid = randomUUID();
  const of = {
    scripts: new Map(Object.entries(scripts).map(([name, script]) => [name, [...script]])),
    calls: [],
    missed: [],
  };
  researches.set(researchUid, of);
  const handle = await skipping.environment.client.workflow.start('siteResearch', {
    taskQueue: skipping.taskQueue,
    workflowId: `site-research/${researchUid}`,
    args: [{ researchUid }],
  });
  return { handle, of };
}

async function detailsOf(handle: WorkflowHandle): Promise<string> {
  return (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
}

describeTimers('a research', () => {
  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  test('each source is asked in turn, one that fails for a while again, and then the research ends [EMBED-22] [DECISION-82]', async () => {
    const { handle, of } = await begin({ first: ['fails', 'fails', 'done'], second: ['done'] });
    await handle.result();
    expect(of).toMatchObject({ calls: ['first', 'first', 'first', 'second', 'end'], missed: [] });
    expect(await detailsOf(handle)).toBe('Done: 2 answered, 0 failed or did not answer.');
  });

  test('a source that fails until its time is over is named, and the one after it is asked all the same [EMBED-23]', async () => {
    const { handle, of } = await begin({ broken: ['fails'], second: ['done'] });
    await handle.result();
    expect(of.missed).toEqual(['broken failed']);
    expect(of.calls.slice(-2)).toEqual(['second', 'end']);
    expect(await detailsOf(handle)).toBe('Done: 1 answered, 1 failed or did not answer.');
  });

  test('a source that has no answer is asked again when it says, until its time is over [EMBED-23]', async () => {
    const { handle, of } = await begin({
      late: [{ askAgainAfterMs: 4 * minute }],
      second: [{ askAgainAfterMs: 9 * minute }, 'done'],
    });
    await handle.result();
    expect(of.missed).toEqual(['late late']);
    expect(of.calls).toEqual(['late', 'late', 'late', 'second', 'second', 'end']);
  });

  test('a signal asks a source that is waited for at once [EMBED-22]', async () => {
    const { handle, of } = await begin({ only: [{ askAgainAfterMs: 9 * minute }, 'done'] });
    await until('the first ask', () => of.calls.length > 0);
    await handle.signal('askAgain');
    await handle.result();
    expect(of).toMatchObject({ calls: ['only', 'only', 'end'], missed: [] });
    const { startTime, closeTime } = await handle.describe();
    expect((closeTime?.getTime() ?? Infinity) - startTime.getTime()).toBeLessThan(5 * minute);
  });
});
