import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const rootDir = resolve(__dirname, '../..');
const longSuites = JSON.parse(readFileSync(join(__dirname, 'long-suites.json'), 'utf8')) as Record<
  string,
  number
>;

/** A suite, as Jest hands it to its sequencer: in a clone where nothing was run yet. */
interface Suite {
  readonly path: string;
  readonly context: object;
}
type Sequencer = new () => { sort: (suites: Suite[]) => Suite[] };

test('the suites that take longest begin first where nothing was run yet, and each of the list is there', () => {
  const LongestFirst = jest.requireActual<Sequencer>('./jest-sequencer.cjs');
  const context = { config: { rootDir, cache: false }, hasteFS: { getSize: () => 1 } };
  const suiteAt = (path: string): Suite => ({ path: join(rootDir, path), context });
  const paths = Object.keys(longSuites);
  expect(paths.filter(path => !existsSync(join(rootDir, path)))).toEqual([]);
  const short = suiteAt('test/support/until.test.ts');
  for (const order of [paths, paths.toReversed()]) {
    const sorted = new LongestFirst().sort([short, ...order.map(suiteAt)]);
    const seconds = sorted.slice(0, -1).map(({ path }) => longSuites[path.slice(rootDir.length + 1)]);
    expect(seconds).toEqual(seconds.toSorted((one, other) => Number(other) - Number(one)));
    expect(sorted.at(-1)).toBe(short);
  }
});
