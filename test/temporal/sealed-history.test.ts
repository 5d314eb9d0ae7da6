import { randomBytes, randomUUID } from 'node:crypto';
import { heartbeat } from '@temporalio/activity';
import { Client, Connection, WorkflowFailedError } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { createDataConverter } from '../../src/temporal/data-converter';
import { storedBytes } from '../support/stored-bytes';
import { goOn, type MarkedActivities, markedWorkflow } from '../support/marked-workflow';

const mark = 'MARK7f3a';
const namespace = 'default';
const dataConverter = createDataConverter([{ id: 'test', key: randomBytes(32) }]);

const activities: MarkedActivities = {
  echo: async text => text,
  fail: async text => {
    heartbeat(text);
    throw new Error(`activity failed with ${text}`);
  },
};

describe('A workflow through the data converter', () => {
  const address = process.env['TEST_TEMPORAL_ADDRESS'];
  let connection: Connection;
  let native: NativeConnection;

  beforeAll(async () => {
    if (address === undefined)
      throw new Error('TEST_TEMPORAL_ADDRESS is missing: the global set-up of jest starts Temporal.');
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    connection = await Connection.connect({ address });
    native = await NativeConnection.connect({ address });
  });
  afterAll(async () => {
    await connection.close();
    await native.close();
  });

  test('leaves nothing readable on the server, while a client with the keys can read everything', async () => {
    const client = new Client({ connection, namespace, dataConverter });
    const taskQueue = `sealed-${randomUUID()}`;
    const workflowId = `sealed/${randomUUID()}`;
    const worker = await Worker.create({
      connection: native,
      namespace,
      taskQueue,
      activities,
      dataConverter,
      workflowBundle: await bundleWorkflowCode({
        workflowsPath: require.resolve('../support/marked-workflow'),
        failureConverterPath: dataConverter.failureConverterPath,
        logger: new DefaultLogger('ERROR'),
      }),
    });

    const failure = await worker.runUntil(async () => {
      const handle = await client.workflow.start(markedWorkflow, {
        workflowId,
        taskQueue,
        args: [mark],
        memo: { given: mark },
        staticSummary: `summary ${mark}`,
        staticDetails: `details ${mark}`,
      });
      await handle.signal(goOn, mark);
      return handle.result().then(
        () => undefined,
        (error: unknown) => error,
      );
    });

    const stored = await storedBytes(client, workflowId);
    expect(stored.includes(mark)).toBe(false);
    // This includes the failure of the workflow itself, which is created inside the bundle.
    expect(stored.includes('failed with')).toBe(false);
    expect(stored.includes('Encoded failure')).toBe(true);
    // Input, two memos, two pieces of user metadata, signal, summaries of a timer and two activities,
    // results, failures.
    expect(stored.toString('latin1').match(/binary\/encrypted/g)?.length).toBeGreaterThanOrEqual(12);

    expect(failure).toBeInstanceOf(WorkflowFailedError);
    expect(failure).toMatchObject({
      cause: {
        message: `failed with ${mark}`,
        details: [mark],
        cause: { cause: { message: `activity failed with ${mark}` } },
      },
    });
    const described = await client.workflow.getHandle(workflowId).describe();
    expect(described.memo).toEqual({ given: mark, later: mark });
    await expect(described.staticSummary()).resolves.toBe(`summary ${mark}`);
    await expect(described.staticDetails()).resolves.toBe(`details ${mark}`);
  }, 60_000);
});
