import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runnableTests } from './runnable-tests';

const inTest = (path: string): string => resolve(__dirname, '..', path);
const ofTimers = [inTest('workflows/auth-check.test.ts'), inTest('stack/time-skipping.test.ts')];
const ofPages = inTest('browser/docs-page.test.ts');
const withPages = inTest('stack/whole-stack.test.ts');
const ordinary = inTest('support/until.test.ts');
const environment = { ...process.env };
let folder: string;

/** A machine without Java, Maven and browser, from which no download can be reached. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-bare-'));
  for (const name of ['CI', 'TEMPORAL_TEST_SERVER', 'TEST_TIME_SKIPPING_SERVER', 'TEST_LEFT_OUT'])
    delete process.env[name];
  process.env['PATH'] = folder;
  process.env['XDG_CACHE_HOME'] = folder;
  process.env['CHROMIUM'] = join(folder, 'chromium');
  // A port that fetch refuses, so nothing is ever asked there.
  process.env['RECORDWELL_MIRROR'] = 'http://127.0.0.1:1';
});

afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  await rm(folder, { recursive: true, force: true });
});

test('what this machine cannot run is left out, and named with what is missing', async () => {
  expect(await runnableTests([...ofTimers, ofPages, ordinary])).toEqual([ordinary]);
  expect(process.env['TEST_LEFT_OUT']?.split('\n')).toEqual([
    expect.stringMatching(
      /^Not run: test\/workflows\/auth-check\.test\.ts, test\/stack\/time-skipping\.test\.ts\. temporal-test-server: neither found nor downloaded\. Install Java .+ and Maven /,
    ),
    'Not run: test/browser/docs-page.test.ts. No Chromium: install it, or let CHROMIUM name it.',
  ]);
});

test('a file with some tests of pages is run without them, which is said', async () => {
  expect(await runnableTests([withPages, ordinary])).toEqual([withPages, ordinary]);
  expect(process.env['TEST_LEFT_OUT']).toBe(
    'Not run in part: test/stack/whole-stack.test.ts. No Chromium: install it, or let CHROMIUM name it.',
  );
});

test('continuous integration fails rather than leave the tests of timers out', async () => {
  process.env['CI'] = 'true';
  await expect(runnableTests([...ofTimers, ordinary])).rejects.toThrow(
    /^CI is set, and the tests of timers cannot be run\. temporal-test-server: /,
  );
});

test('a run of nothing but what cannot be run fails with the reason', async () => {
  await expect(runnableTests([ofPages])).rejects.toThrow(/^Not run: .+No Chromium/);
});

test('all is run where a server that skips time is named, and nothing is left out', async () => {
  process.env['TEMPORAL_TEST_SERVER'] = process.execPath;
  expect(await runnableTests([...ofTimers, ordinary])).toEqual([...ofTimers, ordinary]);
  expect(process.env['TEST_TIME_SKIPPING_SERVER']).toBe(process.execPath);
  expect(process.env['TEST_LEFT_OUT']).toBe('');
});
