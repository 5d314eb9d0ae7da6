/** Which tests this machine can run. What is left out is written down for the last lines of the run. */
import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { lookFor, makeProgram, whatMakingNeeds } from '../../tools/stack/programs';
import { explain, StackError } from '../../tools/stack/stack-error';
import { reportWhatTakesLong } from './report-what-takes-long';

const root = resolve(__dirname, '..', '..');
const browserTests = resolve(root, 'test', 'browser') + sep;

/** Tests that cannot be run here, and what would have to be there. */
interface LeftOut {
  readonly paths: readonly string[];
  readonly reason: string;
}

/** The reason why there is no server that skips time; undefined when there is one. */
async function findTimeSkippingServer(): Promise<string | undefined> {
  const search = { report: reportWhatTakesLong };
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

function hasBrowser(): boolean {
  return existsSync(process.env['CHROMIUM'] ?? '/usr/bin/chromium');
}

/**
 * Of these test files those that can be run here: the tests of timers need a server that skips time, those of pages a
 * browser. The others become `TEST_LEFT_OUT`, a sentence a line.
 * @throws StackError in continuous integration (`CI`), where the tests of timers are never left out, and when nothing is left to run
 */
export async function runnableTests(paths: readonly string[]): Promise<string[]> {
  const ofTimers = paths.filter(path => /\/support\/time-skipping'/.test(readFileSync(path, 'utf8')));
  const ofPages = paths.filter(path => path.startsWith(browserTests));
  const noTimers = ofTimers.length === 0 ? undefined : await findTimeSkippingServer();
  if (noTimers !== undefined && isSet('CI'))
    throw new StackError(`CI is set, and the tests of timers cannot be run. ${noTimers}`);
  const leftOut: LeftOut[] = [
    ...(noTimers === undefined ? [] : [{ paths: ofTimers, reason: noTimers }]),
    ...(ofPages.length === 0 || hasBrowser()
      ? []
      : [{ paths: ofPages, reason: 'No Chromium: install it, or let CHROMIUM name it.' }]),
  ];
  const sentences = leftOut.map(
    ({ paths, reason }) => `Not run: ${paths.map(path => relative(root, path)).join(', ')}. ${reason}`,
  );
  const filtered = paths.filter(path => !leftOut.some(({ paths }) => paths.includes(path)));
  if (filtered.length === 0 && sentences.length > 0) throw new StackError(sentences.join('\n'));
  process.env['TEST_LEFT_OUT'] = sentences.join('\n');
  return filtered;
}

function isSet(variable: string): boolean {
  return !['', '0', 'false'].includes(process.env[variable] ?? '');
}
