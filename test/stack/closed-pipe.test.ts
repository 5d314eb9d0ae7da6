/** Every command continues when the reader of its output ends first, as in `npm run status | head`. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(__dirname, '../..');
const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });
/** Scripts that run other projects' programs. */
const others = ['test:watch', 'mutants', 'format'];
/** What a deployment runs besides npm's scripts. */
const deployed = ['src/main/admin.ts', 'src/main/api.ts', 'src/main/codec.ts', 'src/main/worker.ts'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-closed-pipe-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly complaint: string;
}

/** Runs an entry whose output nobody reads. */
function runUnread(entry: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, ['--require', './tools/tsx.cjs', entry, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], RECORDWELL_STATE: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  return new Promise(settle => child.once('close', (code, signal) => settle({ code, signal, complaint })));
}

test.each<[string, readonly string[], number]>([
  ['stack/run/main.ts', ['status'], 3],
  ['stack/run/main.ts', ['stop'], 0],
  ['stack/run/main.ts', ['start', '--help'], 0],
  ['stack/demo/main.ts', ['--help'], 0],
  ['stack/listen/main.ts', ['--help'], 0],
  ['stack/run/admin.ts', ['--help'], 0],
  ['stack/run/admin.ts', ['patient', '--help'], 0],
  ['bench/main.ts', ['--help'], 0],
  ['tools/chaos/main.ts', ['--help'], 0],
  ...deployed.map((entry): [string, string[], number] => [entry, ['--help'], 0]),
  ['src/main/migrate.ts', ['--help'], 0],
])(
  '%s %j ends as usual when nobody reads its output',
  async (entry, args, code) => {
    expect(await runUnread(entry, args)).toEqual({ code, signal: null, complaint: '' });
  },
  60_000,
);

test('Each of our npm scripts survives a closed pipe', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { scripts } = manifestSchema.parse(manifest);
  const entries = Object.entries(scripts).flatMap(([name, line]) => {
    const [, entry] = /tsx\.cjs (\S+)/.exec(line) ?? [];
    return entry === undefined ? [] : [{ name, entry }];
  });
  const known = new Set([...others, 'test', ...entries.map(({ name }) => name)]);
  expect(Object.keys(scripts).filter(name => !known.has(name))).toEqual([]);
  expect(entries.length).toBeGreaterThan(20);
  const failing: string[] = [];
  for (const entry of new Set(entries.map(script => script.entry))) {
    const text = await readFile(join(root, entry), 'utf8');
    const isOfAdmin = entry === 'stack/run/admin.ts' && text.includes('runAdminProcess(');
    if (!/^ *surviveClosedPipe\(\);$/m.test(text) && !isOfAdmin) failing.push(entry);
  }
  expect(failing).toEqual([]);
});
