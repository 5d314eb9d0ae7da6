import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { allTestFiles, leftOutTests } from './left-out-tests';

const inTest = (path: string): string => resolve(__dirname, '..', path);
const ofTimers = [inTest('workflows/auth-check.test.ts'), inTest('stack/time-skipping.test.ts')];
const ofPages = inTest('browser/docs-page.test.ts');
const withPages = inTest('stack/whole-stack.test.ts');
const ordinary = inTest('support/until.test.ts');
const environment = { ...process.env };
let folder: string;

/** Sets up a machine without Java, Maven, or a browser, from which no download can be reached. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-bare-'));
  for (const name of ['CI', 'TEMPORAL_TEST_SERVER', 'TEST_TIME_SKIPPING_SERVER']) delete process.env[name];
  process.env['PATH'] = folder;
  process.env['XDG_CACHE_HOME'] = folder;
  process.env['CHROMIUM'] = join(folder, 'chromium');
  // A port that fetch refuses, so nothing is ever requested there.
  process.env['RECORDWELL_MIRROR'] = 'http://127.0.0.1:1';
});

afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  await rm(folder, { recursive: true, force: true });
});

test("Tests that this machine can't run are listed with what is missing", async () => {
  expect(await leftOutTests([...ofTimers, ofPages, ordinary])).toEqual([
    expect.stringMatching(
      /^Not run: test\/workflows\/auth-check\.test\.ts, test\/stack\/time-skipping\.test\.ts\. We couldn't find or download temporal-test-server\. Install Java .+ and Maven /,
    ),
    'Not run: test/browser/docs-page.test.ts. No Chromium: install it, or set CHROMIUM to its path.',
  ]);
  expect(process.env['TEST_TIME_SKIPPING_SERVER']).toBeUndefined();
});

test('A file with some browser tests runs without them, and is listed', async () => {
  expect(await leftOutTests([withPages, ordinary])).toEqual([
    'Not run in part: test/stack/whole-stack.test.ts. No Chromium: install it, or set CHROMIUM to its path.',
  ]);
});

test('Continuous integration fails instead of leaving out the timer tests', async () => {
  process.env['CI'] = 'true';
  await expect(leftOutTests([...ofTimers, ordinary])).rejects.toThrow(
    /^CI is set, and the tests of timers can't run on this machine\. We couldn't find or download temporal-test-server\. /,
  );
});

test('Nothing is left out if a time-skipping server is named', async () => {
  process.env['TEMPORAL_TEST_SERVER'] = process.execPath;
  expect(await leftOutTests([...ofTimers, ordinary])).toEqual([]);
  expect(process.env['TEST_TIME_SKIPPING_SERVER']).toBe(process.execPath);
});

test("The project's browser and timer tests are found", () => {
  expect(allTestFiles()).toEqual(expect.arrayContaining([...ofTimers, ofPages, withPages, ordinary]));
});
