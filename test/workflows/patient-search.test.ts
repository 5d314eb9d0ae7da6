/** The waits of a search, on a time-skipping server with scripted searches. */
import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { Activities } from '../../activities';
import type { SubmissionProgress } from '../../src/domain/searches/agenda';
import { refuse } from '../../src/domain/searches/refusals';
import { searchOff, type SearchPhase } from '../../src/domain/searches/search';
import type { NextStep } from '../../src/domain/searches/next-step';
import { describeTimers, startSkippingWorld, type SkippingWorld } from '../support/time-skipping';

const hour = 3_600_000;

/** A search of a scripted patient, and its result. */
interface Script {
  state: { phase: SearchPhase; next: NextStep; resendAtMs: number | null; runUid: string | null };
  /** When the partner was asked, by the server's clock. */
  readonly asked: Array<{ atMs: number; runUid: string }>;
  looks: number;
  /** Returns the partner's answer and sets the following state of the search. */
  readonly submit: (script: Script, runUid: string, nowMs: number) => SubmissionProgress;
}

const scripts = new Map<string, Script>();
const silent: SubmissionProgress = { state: 'answered', askAgainAfterMs: null };

function scriptOf(patientUid: string): Script {
  const script = scripts.get(patientUid);
  if (script === undefined) throw new Error('no script');
  return script;
}

describeTimers('A waiting search', () => {
  let skipping: SkippingWorld;

  const activities: Pick<Activities['core'], 'reviewSearches' | 'runSearch' | 'resolveIdentity'> = {
    reviewSearches: async ({ patientUid }) => {
      const script = scriptOf(patientUid);
      const nowMs = await skipping.environment.currentTimeMs();
      script.looks += 1;
      const { phase, resendAtMs, runUid } = script.state;
      const isDue = resendAtMs !== null && resendAtMs <= nowMs;
      const next = script.state.next === 'correction' && isDue ? 'open' : script.state.next;
      return {
        searches: [{ kind: 'siteSonar', phase, next, runUid, resendAtMs, refusalCode: null }],
        searchStatus: 'Processing',
        sequence: 0,
      };
    },
    runSearch: async ({ patientUid, runUid }) => {
      const script = scriptOf(patientUid);
      const nowMs = await skipping.environment.currentTimeMs();
      script.asked.push({ atMs: nowMs, runUid });
      return script.submit(script, runUid, nowMs);
    },
    resolveIdentity: async ({ patientUid }) => {
      scriptOf(patientUid).state = { phase: 'answered', next: 'nothing', resendAtMs: null, runUid: null };
    },
  };

  beforeAll(async () => {
    skipping = await startSkippingWorld(activities);
  }, 120_000);
  afterAll(() => skipping.close());

  async function start(
    script: Pick<Script, 'submit'> & { readonly state?: Partial<Script['state']> },
  ): Promise<{ readonly handle: WorkflowHandle; readonly script: Script }> {
    const patientUid = randomUUID();
    const full: Script = {
      asked: [],
      looks: 0,
      submit: script.submit,
      state: { phase: 'armed', next: 'open', resendAtMs: null, runUid: null, ...script.state },
    };
    scripts.set(patientUid, full);
    const handle = await skipping.environment.client.workflow.start('patientSearch', {
      taskQueue: skipping.taskQueue,
      workflowId: `patient-search/${patientUid}`,
      args: [{ patientUid }],
    });
    return { handle, script: full };
  }

  /** Returns the rounded hours between the times at which the partner was asked. */
  function hoursApart({ asked }: Script): number[] {
    return asked.slice(1).map(({ atMs }, index) => Math.round((atMs - (asked[index]?.atMs ?? 0)) / hour));
  }

  test('resends a refused request after 1 h, 6 h, and 24 h, and then not at all [DECISION-47]', async () => {
    let refusals = 0;
    const { handle, script } = await start({
      submit: (own, _runUid, nowMs) => {
        const before = {
          ...searchOff('siteSonar'),
          isRequested: true,
          phase: 'running' as const,
          refusals,
          resendAtMs: null,
        };
        const refused = refuse(before, nowMs);
        refusals = refused.refusals;
        const next = refused.waitsFor === 'rearming' ? 'rearming' : 'correction';
        own.state = { phase: 'armed', next, resendAtMs: refused.resendAtMs, runUid: null };
        return silent;
      },
    });
    await skipping.environment.sleep('100h');
    expect(hoursApart(script)).toEqual([1, 6, 24]);
    expect(new Set(script.asked.map(({ runUid }) => runUid)).size).toBe(4);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    // Re-armed by the provider: only the signal wakes it.
    const looks = script.looks;
    script.state = { phase: 'answered', next: 'nothing', resendAtMs: null, runUid: null };
    await handle.signal('searchesChanged');
    await handle.result();
    expect(script.looks).toBe(looks + 1);
  });

  test('neither looks nor sets a timer at a gate, however long it takes', async () => {
    const { handle, script } = await start({ state: { next: 'approval' }, submit: () => silent });
    await skipping.environment.sleep('2000h');
    expect(script.looks).toBe(1);
    const events = (await handle.fetchHistory()).events ?? [];
    expect(events.filter(event => event.timerStartedEventAttributes != null)).toEqual([]);
    script.state = { ...script.state, phase: 'off', next: 'nothing' };
    await handle.signal('searchesChanged');
    await handle.result();
    expect(script.asked).toEqual([]);
  });

  test('asks a slow partner again only when its time is up, in the same run', async () => {
    const { handle, script } = await start({
      submit: (own, runUid) => {
        const isLast = own.asked.length === 3;
        own.state = isLast
          ? { phase: 'answered', next: 'nothing', resendAtMs: null, runUid: null }
          : { phase: 'running', next: 'nothing', resendAtMs: null, runUid };
        return isLast ? silent : { state: 'overdue', askAgainAfterMs: 168 * hour };
      },
    });
    await skipping.environment.sleep('100h');
    const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
    expect(metadata.currentDetails).toContain('overdue');
    // A look in between, caused by an edit for example, asks no partner.
    await handle.signal('searchesChanged');
    await handle.result();
    expect(hoursApart(script)).toEqual([168, 168]);
    expect(new Set(script.asked.map(({ runUid }) => runUid)).size).toBe(1);
  });

  test('resolves an ambiguous answer when it is signaled, and ends', async () => {
    const { handle, script } = await start({
      state: { phase: 'answered', next: 'resolvable' },
      submit: () => silent,
    });
    await handle.result();
    expect(script.looks).toBe(2);
    expect(script.asked).toEqual([]);
  });
});
