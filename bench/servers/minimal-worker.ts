/**
 * The minimum cost of a durable delivery on this Temporal: a workflow with one empty activity, started,
 * polled, and cached as in the product's worker. `POST /run?count=N` runs N of them, and responds when all
 * have finished.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

const address = process.env['TEMPORAL_ADDRESS'] ?? '';
const port = Number(process.env['PORT']);
const bundle = process.env['BUNDLE'] ?? '';
const taskQueue = 'minimal';
/** As many simultaneous starts as the product's outbox sends. */
const startsAtOnce = 50;

let touched = new Set<string>();
let onTouch = (): void => undefined;

async function main(): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const client = new Client({ connection: await Connection.connect({ address }) });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address }),
    taskQueue,
    workflowBundle: { codePath: bundle },
    activities: {
      touch: async (id: string): Promise<void> => {
        touched.add(id);
        onTouch();
      },
    },
    maxCachedWorkflows: 500,
    maxConcurrentActivityTaskExecutions: 60,
    maxConcurrentWorkflowTaskExecutions: 20,
    workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 1, initial: 4, maximum: 8 },
    activityTaskPollerBehavior: { type: 'autoscaling', minimum: 1, initial: 4, maximum: 8 },
  });

  async function run(count: number): Promise<number> {
    touched = new Set();
    const ids = Array.from({ length: count }, () => randomUUID());
    const startedAt = performance.now();
    const all = new Promise<void>(resolve => {
      onTouch = () => {
        if (touched.size === count) resolve();
      };
    });
    const lane = async (): Promise<void> => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop())
        await client.workflow.start('oneActivity', { taskQueue, workflowId: id, args: [id] });
    };
    await Promise.all(Array.from({ length: startsAtOnce }, lane));
    await all;
    return performance.now() - startedAt;
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://worker');
    const answer = request.method === 'POST' ? run(Number(url.searchParams.get('count'))) : 0;
    Promise.resolve(answer).then(
      ms => response.writeHead(200).end(JSON.stringify({ ms })),
      () => response.destroy(),
    );
  });
  server.listen(port, '127.0.0.1');
  process.once('SIGTERM', () => worker.shutdown());
  await worker.run();
  process.exit(0);
}

void main();
