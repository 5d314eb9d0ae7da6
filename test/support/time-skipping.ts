/** A Temporal server that skips time, for tests of timers. */
import { randomUUID } from 'node:crypto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createDataConverter } from '../../src/temporal/data-converter';
import { searchAttributeTypes } from '../../src/temporal/search-attributes';
import { testPayloadKeys } from './temporal';
import { testWorkflowBundle } from './workflow-bundle';

const tries = 12;

/** A `describe` for tests of timers: skips them if the global setup found no time-skipping server. */
export const describeTimers =
  process.env['TEST_TIME_SKIPPING_SERVER'] === undefined ? describe.skip : describe;

/**
 * Starts the server. The SDK gives the Java process five seconds, which a busy machine can need longer for.
 */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const path = process.env['TEST_TIME_SKIPPING_SERVER'];
  if (path === undefined) throw new Error('No time-skipping server: put the test into `describeTimers`.');
  // Read by the JVM: shortens its start.
  process.env['JAVA_TOOL_OPTIONS'] = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto';
  for (let attempt = 1; ; attempt += 1) {
    try {
      const environment = await TestWorkflowEnvironment.createTimeSkipping({
        server: { executable: { type: 'existing-path', path } },
        client: { dataConverter: createDataConverter(testPayloadKeys) },
      });
      // This server can't list search attributes, as `registerSearchAttributes` does first.
      const { connection, namespace = 'default' } = environment;
      const searchAttributes = searchAttributeTypes;
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
      return environment;
    } catch (error) {
      if (attempt === tries) throw error;
    }
  }
}

/** Our workflows on a server that skips time. */
export interface SkippingWorld {
  readonly environment: TestWorkflowEnvironment;
  readonly taskQueue: string;
  readonly close: () => Promise<void>;
}

/** Starts the server, and a worker of our workflows with the test's activities. */
export async function startSkippingWorld(activities: object): Promise<SkippingWorld> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const environment = await startTimeSkipping();
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: testWorkflowBundle(),
    dataConverter: createDataConverter(testPayloadKeys),
    activities,
  });
  const run = worker.run();
  return {
    environment,
    taskQueue,
    close: async () => {
      worker.shutdown();
      await run;
      await environment.teardown();
    },
  };
}
