/** How long site research waits for its sources, on a time-skipping server with scripted sources. */
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import type { Activities } from '../../activities';
import type { SourceProgress } from '../../src/usecases/sites/research-runs';
import { until } from '../support/until';
import { describeTimers, startSkippingWorld, type SkippingWorld } from '../support/time-skipping';

const minute = 60_000;

/** The results of asking a source, in order; the last one repeats. */
type Script = ReadonlyArray<SourceProgress | 'fails'>;

interface ScriptedResearch {
  readonly scripts: Map<string, Array<SourceProgress | 'fails'>>;
  readonly calls: string[];
  readonly missed: string[];
}
const researches = new Map<string, ScriptedResearch>();

function scriptedResearch(researchUid: string): ScriptedResearch {
  const found = researches.get(researchUid);
  if (found === undefined) throw new Error('no test has scripted this research');
  return found;
}

const activities: Pick<
  Activities['core'],
  'planResearch' | 'askResearchSource' | 'missResearchSource' | 'endResearch'
> = {
  planResearch: async ({ researchUid }) => ({
    sources: [...scriptedResearch(researchUid).scripts.keys()].map(name => ({
      name,
      answerWithinMs: 10 * minute,
    })),
  }),
  askResearchSource: async ({ researchUid, source }) => {
    const { scripts, calls } = scriptedResearch(researchUid);
    calls.push(source);
    const script = scripts.get(source) ?? [];
    const next = (script.length > 1 ? script.shift() : script[0]) ?? 'done';
    if (next === 'fails') throw ApplicationFailure.create({ type: 'ResearchSourceFault', message: 'away' });
    return next;
  },
  missResearchSource: async ({ researchUid, source, outcome }) => {
    scriptedResearch(researchUid).missed.push(`${source} ${outcome}`);
  },
  endResearch: async ({ researchUid }) => {
    const { scripts, missed, calls } = scriptedResearch(researchUid);
    calls.push('end');
    return { answered: scripts.size - missed.length, missed: missed.length };
  },
};

let skipping: SkippingWorld;

async function begin(
  scripts: Readonly<Record<string, Script>>,
): Promise<{ handle: WorkflowHandle; of: ScriptedResearch }> {
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

describeTimers('Site research', () => {
  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  test('asks each source in order, retries one that fails for a while, and then ends [EMBED-22] [DECISION-82]', async () => {
    const { handle, of } = await begin({ first: ['fails', 'fails', 'done'], second: ['done'] });
    await handle.result();
    expect(of).toMatchObject({ calls: ['first', 'first', 'first', 'second', 'end'], missed: [] });
    expect(await detailsOf(handle)).toBe('Done: 2 answered, 0 failed or did not answer.');
  });

  test('names a source that fails until its time is up, and still asks the next one [EMBED-23]', async () => {
    const { handle, of } = await begin({ broken: ['fails'], second: ['done'] });
    await handle.result();
    expect(of.missed).toEqual(['broken failed']);
    expect(of.calls.slice(-2)).toEqual(['second', 'end']);
    expect(await detailsOf(handle)).toBe('Done: 1 answered, 1 failed or did not answer.');
  });

  test('asks a source without an answer again when the source says, until its time is up [EMBED-23]', async () => {
    const { handle, of } = await begin({
      late: [{ askAgainAfterMs: 4 * minute }],
      second: [{ askAgainAfterMs: 9 * minute }, 'done'],
    });
    await handle.result();
    expect(of.missed).toEqual(['late late']);
    expect(of.calls).toEqual(['late', 'late', 'late', 'second', 'second', 'end']);
  });

  test('asks a source that it waits for immediately on a signal [EMBED-22]', async () => {
    const { handle, of } = await begin({ only: [{ askAgainAfterMs: 9 * minute }, 'done'] });
    await until('the first ask', () => of.calls.length > 0);
    await handle.signal('askAgain');
    await handle.result();
    expect(of).toMatchObject({ calls: ['only', 'only', 'end'], missed: [] });
    const { startTime, closeTime } = await handle.describe();
    expect((closeTime?.getTime() ?? Infinity) - startTime.getTime()).toBeLessThan(5 * minute);
  });
});
