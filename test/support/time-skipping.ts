/**
 * A Temporal server that skips time, for the tests of timers. What imports this file is a test of timers: where no such
 * server can be had, `runnableTests` leaves it out.
 */
import { randomUUID } from 'node:crypto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createDataConverter } from '../../src/temporal/data-converter';
import { searchAttributeTypes } from '../../src/temporal/search-attributes';
import { followNoPromises } from './follow-no-promises';
import { testPayloadKeys } from './temporal';
import { testWorkflowBundle } from './workflow-bundle';

const tries = 5;

/** Starts the server. The SDK gives the Java process five seconds, which a busy machine can need longer for. */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const path = process.env['TEST_TIME_SKIPPING_SERVER'];
  if (path === undefined)
    throw new Error('No server that skips time: `runnableTests` chooses none of these tests then.');
  // Read by the JVM: what shortens its start.
  process.env['JAVA_TOOL_OPTIONS'] = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto';
  for (let attempt = 1; ; attempt += 1) {
    try {
      const environment = await TestWorkflowEnvironment.createTimeSkipping({
        server: { executable: { type: 'existing-path', path } },
        client: { dataConverter: createDataConverter(testPayloadKeys) },
      });
      // This server cannot list what it has, as `registerSearchAttributes` does first.
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

/** Starts the server, and a worker of our workflows with activities that the test plays. */
export async function startSkippingWorld(activities: object): Promise<SkippingWorld> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const environment = await startTimeSkipping();
  const taskQueue = randomUUID();
  followNoPromises();
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: testWorkflowBundle(),
    // As the flows do: there is no thread to start.
    debugMode: true,
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
