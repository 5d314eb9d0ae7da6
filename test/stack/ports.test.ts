/** Ports that another process takes between their choice and their use. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { plainEnvironment, startChild } from '../../stack/run/child';
import { claimPort, freePort, isPortFree, onFreePorts } from '../../stack/run/ports';
import { waitUntilReady } from '../../stack/run/readiness';
import { typescriptArguments } from '../../stack/run/typescript-arguments';

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

const choosing = `const { claimPort, freePort } = require(process.argv[1]);
  const wanted = Number(process.argv[2]);
  const claim = async () => ((await claimPort(wanted)) ? wanted : freePort());
  claim().then(port => { console.log('port ' + port); setInterval(() => {}, 1_000); })`;

/** Gets the wanted port if it can, otherwise a free one, in another process that keeps running. */
async function chooseElsewhere(wanted: number): Promise<{ port: number } & AsyncDisposable> {
  const child = await startChild({
    name: 'chooser',
    command: process.execPath,
    args: [
      ...typescriptArguments,
      '-e',
      choosing,
      require.resolve('../../stack/run/ports.ts'),
      String(wanted),
    ],
    env: plainEnvironment(),
  });
  const answer = (): string | undefined => child.lastLines().find(line => line.startsWith('port '));
  await waitUntilReady(child, async () => answer() !== undefined, 20_000);
  return {
    port: Number(answer()?.slice('port '.length)),
    [Symbol.asyncDispose]: () => child.stop('SIGKILL', 1_000),
  };
}

test('A port that one process got is given to no other until it ends, even while nothing listens there', async () => {
  const ours = await freePort();
  expect(await isPortFree(ours)).toBe(true);
  expect(await claimPort(ours)).toBe(false);
  let theirs = 0;
  {
    await using other = await chooseElsewhere(ours);
    theirs = other.port;
    expect(theirs).not.toBe(ours);
    expect(await isPortFree(theirs)).toBe(true);
    expect(await claimPort(theirs)).toBe(false);
  }
  expect(await claimPort(theirs)).toBe(true);
});

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
