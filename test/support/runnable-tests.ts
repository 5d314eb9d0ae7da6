/** Which tests this machine can run. What is left out is written down for the last lines of the run. */
import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { lookFor, makeProgram, whatMakingNeeds } from '../../stack/run/programs';
import { explain, StackError } from '../../stack/run/stack-error';
import { hasChromium } from './chromium';
import { reportWhatTakesLong } from './report-what-takes-long';

const root = resolve(__dirname, '..', '..');
const browserTests = resolve(root, 'test', 'browser') + sep;

const noChromium = 'No Chromium: install it, or let CHROMIUM name it.';

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

/**
 * Of these test files those that can be run here: the tests of timers need a server that skips time, those of pages a
 * browser; a file that asks for the browser itself leaves out its pages. The others become `TEST_LEFT_OUT`, a sentence a line.
 * @throws StackError in continuous integration (`CI`), where the tests of timers are never left out, and when nothing is left to run
 */
export async function runnableTests(paths: readonly string[]): Promise<string[]> {
  const using = (support: string): string[] =>
    paths.filter(path => readFileSync(path, 'utf8').includes(`/support/${support}'`));
  const ofTimers = using('time-skipping');
  const ofPages = hasChromium() ? [] : paths.filter(path => path.startsWith(browserTests));
  const withPages = hasChromium() ? [] : using('chromium');
  const noTimers = ofTimers.length === 0 ? undefined : await findTimeSkippingServer();
  if (noTimers !== undefined && isSet('CI'))
    throw new StackError(`CI is set, and the tests of timers cannot be run. ${noTimers}`);
  const leftOut: LeftOut[] = [
    ...(noTimers === undefined ? [] : [{ paths: ofTimers, reason: noTimers }]),
    ...(ofPages.length === 0 ? [] : [{ paths: ofPages, reason: noChromium }]),
  ];
  const named = (paths: readonly string[]): string => paths.map(path => relative(root, path)).join(', ');
  const sentences = [
    ...leftOut.map(({ paths, reason }) => `Not run: ${named(paths)}. ${reason}`),
    ...(withPages.length === 0 ? [] : [`Not run in part: ${named(withPages)}. ${noChromium}`]),
  ];
  const filtered = paths.filter(path => !leftOut.some(({ paths }) => paths.includes(path)));
  if (filtered.length === 0 && sentences.length > 0) throw new StackError(sentences.join('\n'));
  process.env['TEST_LEFT_OUT'] = sentences.join('\n');
  return filtered;
}

function isSet(variable: string): boolean {
  return !['', '0', 'false'].includes(process.env[variable] ?? '');
}
