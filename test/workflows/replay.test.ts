import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporal } from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createDataConverter } from '../../src/temporal/data-converter';
import { periodicWork } from '../../src/domain/periodic-work';
import { workflows } from '../../src/domain/workflows';
import { testPayloadKeys } from '../support/temporal';
import { testWorkflowBundle } from '../support/workflow-bundle';

type History = temporal.api.history.v1.IHistory;

const workflowTypes = [...Object.keys(workflows), ...Object.keys(periodicWork)];
const folder = join(__dirname, '../histories');
const { History } = temporal.api.history.v1;

/** Returns a recorded history, read from its file each time. */
function load(file: string): History {
  return History.fromObject(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>);
}

function workflowTypeOf(history: History): string {
  return history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name ?? '';
}

/** Replays histories with today's code and returns the error of each, or `none`. */
async function replay(histories: ReadonlyMap<string, History>): Promise<Record<string, string>> {
  const results = Worker.runReplayHistories(
    { workflowBundle: testWorkflowBundle(), dataConverter: createDataConverter(testPayloadKeys) },
    [...histories].map(([workflowId, history]) => ({ workflowId, history })),
  );
  const errors: Record<string, string> = {};
  for await (const { workflowId, error } of results) errors[workflowId] = error?.name ?? 'none';
  return errors;
}

describe('The current workflows', () => {
  const files = readdirSync(folder).toSorted();
  beforeAll(() => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  });

  test('replay every recorded history', async () => {
    const errors = await replay(new Map(files.map(file => [file, load(file)])));
    expect(errors).toEqual(Object.fromEntries(files.map(file => [file, 'none'])));
  }, 60_000);

  test('each have a recorded history', () => {
    const types = new Set(files.map(load).map(workflowTypeOf));
    expect([...types].toSorted()).toEqual(workflowTypes.toSorted());
  });

  test('are recognized as different if a history is altered', async () => {
    const altered = new Map(
      workflowTypes.map(type => {
        const history = files.map(load).find(candidate => workflowTypeOf(candidate) === type);
        const scheduled = history?.events
          ?.map(event => event.activityTaskScheduledEventAttributes)
          .find(attributes => attributes?.activityType != null);
        if (history === undefined || scheduled == null)
          throw new Error(`no history of ${type} with an activity`);
        scheduled.activityType = { name: 'anotherActivity' };
        return [type, history];
      }),
    );
    expect(Object.values(await replay(altered))).toEqual(
      workflowTypes.map(() => 'DeterminismViolationError'),
    );
  }, 60_000);
});

describe('The workflow bundle', () => {
  const ours = /^\.\/(workflows|src\/domain|src\/temporal\/failure-converter)[/.]/;
  const ofTheSdk = /^\.\/node_modules\/(@temporalio|nexus-rpc|ms|long)\//;
  const code = readFileSync(testWorkflowBundle().codePath, 'utf8');
  const modules = [...code.matchAll(/^\/\*{3}\/ "([^"]+)"/gm)].map(([, name]) => name ?? '');

  test('contains our workflows, the domain, and the SDK, and nothing else', () => {
    expect(modules).toEqual(expect.arrayContaining([expect.stringContaining('workflows/patient-search.ts')]));
    const foreign = modules.filter(name => !ours.test(name) && !ofTheSdk.test(name) && !name.startsWith('?'));
    expect(foreign).toEqual([]);
  });

  test('contains no zod, which would be created again in the memory of every cached workflow', () => {
    expect(modules.filter(name => name.includes('zod'))).toEqual([]);
    expect(code).not.toContain('ZodError');
  });
});
