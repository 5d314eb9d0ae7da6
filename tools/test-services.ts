/**
 * Keeps the services of the tests running, so that one test file can be rerun in seconds:
 *
 *     node --require ./tools/tsx.cjs tools/test-services.ts
 *
 * Prints the lines to paste into another terminal; Ctrl-C stops it.
 */
import { startTestServices, stopTestServices } from '../test/support/test-services';

async function main(): Promise<void> {
  const stop = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await startTestServices();
  for (const [name, value] of Object.entries(process.env))
    if (/^TEST_(POSTGRES|TEMPORAL|S3)_/.test(name)) console.log(`export ${name}='${value ?? ''}'`);
  await stop;
  await stopTestServices();
}

void main();
