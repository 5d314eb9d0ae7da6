/** Ports that another process takes between their choice and their use. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { plainEnvironment, startChild } from '../../stack/run/child';
import { freePort, isPortFree, onFreePorts } from '../../stack/run/ports';
import { waitUntilReady } from '../../stack/run/readiness';

const listening = `require('node:net').createServer()
  .listen(Number(process.argv[1]), '127.0.0.1', () => console.log('here'))`;

/** Starts a program that listens on the port; rejects with its last lines if it ends. */
async function listenOn(port: number): Promise<() => Promise<void>> {
  const child = await startChild({
    name: 'listener',
    command: process.execPath,
    args: ['-e', listening, String(port)],
    env: plainEnvironment(),
  });
  await waitUntilReady(child, async () => child.lastLines().includes('here'), 20_000);
  return () => child.stop('SIGKILL', 1_000);
}

async function takenPort(): Promise<{ port: number } & AsyncDisposable> {
  const port = await freePort();
  const server = createServer().listen({ host: '127.0.0.1', port });
  await once(server, 'listening');
  return { port, [Symbol.asyncDispose]: async () => void server.close() };
}

test('A program whose port was taken after it was chosen starts on another one', async () => {
  await using taken = await takenPort();
  const free = await freePort();
  const choices = [taken.port, free];
  const stop = await onFreePorts(() => listenOn(choices.shift() ?? 0));
  expect(await isPortFree(free)).toBe(false);
  await stop();
});

test('A port that is always taken, and any other failure, is reported', async () => {
  await using taken = await takenPort();
  let starts = 0;
  await expect(
    onFreePorts(async () => {
      starts += 1;
      return listenOn(taken.port);
    }),
  ).rejects.toThrow(/listener ended while starting/);
  expect(starts).toBe(3);
  starts = 0;
  await expect(
    onFreePorts(async () => {
      starts += 1;
      throw new Error('no program');
    }),
  ).rejects.toThrow('no program');
  expect(starts).toBe(1);
});
