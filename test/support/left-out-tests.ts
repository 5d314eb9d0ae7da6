/** Which tests this machine can't run, and why. */
import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { lookFor, makeProgram, whatMakingNeeds } from '../../stack/run/programs';
import { explain, StackError } from '../../stack/run/stack-error';
import { hasChromium, noChromium } from './chromium';
import { reportProgram } from './report-program';

const root = resolve(__dirname, '..', '..');
const tests = resolve(root, 'test');
/** jest.config.cjs leaves out this folder if there is no browser. */
const pages = resolve(tests, 'browser') + sep;

/** Returns the path of every test file. */
export function allTestFiles(): string[] {
  return readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.ts'))
    .map(file => resolve(tests, file));
}

/**
 * Puts the path of the time-skipping server into `TEST_TIME_SKIPPING_SERVER`.
 * @returns why there is none; undefined if there is one
 */
async function findTimeSkippingServer(): Promise<string | undefined> {
  const search = { report: reportProgram };
  const name = 'temporal-test-server';
  try {
    let path = await lookFor(name, search);
    if (path === undefined) {
      const missing = await whatMakingNeeds([name]);
      if (missing !== undefined) return missing;
      path = await makeProgram(name, search);
    }
    process.env['TEST_TIME_SKIPPING_SERVER'] = path;
    return undefined;
  } catch (error) {
    return explain(error);
  }
}

function isSet(variable: string): boolean {
  return !['', '0', 'false'].includes(process.env[variable] ?? '');
}

/**
 * Returns a line for each reason why some of these test files are left out: tests of timers need a
 * time-skipping server, tests of pages a browser. Looks for that server only if one of the files needs it.
 * @throws StackError if `CI` is set and there is no time-skipping server
 */
export async function leftOutTests(paths: readonly string[]): Promise<string[]> {
  const using = (support: string): string[] =>
    paths.filter(path => readFileSync(path, 'utf8').includes(`/support/${support}'`));
  const named = (some: readonly string[]): string => some.map(path => relative(root, path)).join(', ');
  const lines: string[] = [];
  const ofTimers = using('time-skipping');
  const noTimers = ofTimers.length === 0 ? undefined : await findTimeSkippingServer();
  if (noTimers !== undefined) {
    if (isSet('CI'))
      throw new StackError(`CI is set, and the tests of timers can't run on this machine. ${noTimers}`);
    lines.push(`Not run: ${named(ofTimers)}. ${noTimers}`);
  }
  if (hasChromium()) return lines;
  const ofPages = paths.filter(path => path.startsWith(pages));
  const withPages = using('chromium');
  if (ofPages.length > 0) lines.push(`Not run: ${named(ofPages)}. ${noChromium}`);
  if (withPages.length > 0) lines.push(`Not run in part: ${named(withPages)}. ${noChromium}`);
  return lines;
}
