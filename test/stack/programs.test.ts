/** Finding the programs that npm doesn't install, with a mirror on this machine and stand-in programs. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packRelease } from '../../tools/fresh-machine/mirror';
import { runToEnd } from '../../stack/run/child';
import { readPins, type ProgramName } from '../../stack/run/program-pins';
import { findPrograms, lookFor } from '../../stack/run/programs';

const names = ['temporal', 'seaweedfs', 'temporal-test-server'] as const;
const variables = {
  temporal: 'TEMPORAL_CLI',
  seaweedfs: 'SEAWEEDFS',
  'temporal-test-server': 'TEMPORAL_TEST_SERVER',
};
const platform = `${process.platform}-${process.arch}`;
const released = '#!/bin/sh\necho released\n';
const environment = { ...process.env };

let folder: string;
let server: Server;
let requests: string[];
let answer: RequestListener;
/** A release on the mirror. */
let archive: Buffer;
let reported: string[];

const search = {
  report: (program: ProgramName, line: string): void => void reported.push(`${program}: ${line}`),
};
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const serveArchive: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': archive.length }).end(archive);
};

/** The programs that Temporal's SDKs can also download, with the name that they request. */
const sdkArtifacts: Readonly<Record<string, string>> = {
  temporal: 'cli',
  'temporal-test-server': 'temporal-test-server',
};

/** Pins all three programs for this machine. */
async function pinAll(pinned: { sha256?: string; programSha256?: string }): Promise<void> {
  const pin = (name: string): object => ({
    version: '9.9.9',
    release: `${name}/releases/v9.9.9`,
    ...(name in sdkArtifacts ? { sdkDownload: { artifact: sdkArtifacts[name], format: 'tar.gz' } } : {}),
    archives: { [platform]: { file: `${name}_9.9.9.tar.gz`, ...pinned } },
  });
  await writeFile(join(folder, 'pins.json'), JSON.stringify(Object.fromEntries(names.map(n => [n, pin(n)]))));
}

/** Writes a program to a folder. */
async function putProgram(directory: string, name: string, text: string): Promise<string> {
  await mkdir(join(folder, directory), { recursive: true });
  const path = join(folder, directory, name);
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

async function cacheEntries(): Promise<string[]> {
  return readdir(join(folder, 'cache', 'recordwell')).catch(() => []);
}

async function outputOf(path: string): Promise<string> {
  return runToEnd({ name: 'program', command: path, args: [], env: {} });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-programs-'));
  reported = [];
  requests = [];
  answer = serveArchive;
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const variable of Object.values(variables)) delete process.env[variable];
  process.env['RECORDWELL_MIRROR'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  process.env['RECORDWELL_PINS'] = join(folder, 'pins.json');
  process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
  process.env['PATH'] = join(folder, 'bin');
});

afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(names)('The download of %s', name => {
  beforeEach(async () => {
    const path = await putProgram('made', name, released);
    await packRelease(name, path, join(folder, 'archive.tar.gz'));
    archive = await readFile(join(folder, 'archive.tar.gz'));
    await pinAll({ sha256: sha256(archive), programSha256: sha256(released) });
  });

  test('gets the pinned file from the mirror once, and the program runs', async () => {
    const path = await lookFor(name, search);
    expect(requests).toEqual([`/${name}/releases/v9.9.9/${name}_9.9.9.tar.gz`]);
    expect(await outputOf(path ?? '')).toBe('released');
    expect(reported[0]).toMatch(
      new RegExp(`^${name}: downloading ${name}_9.9.9.tar.gz from 127.0.0.1:\\d+$`),
    );
    expect(reported[1]).toMatch(new RegExp(`^${name}: downloaded in \\d+\\.\\d s$`));
    reported = [];
    expect(await lookFor(name, search)).toBe(path);
    expect(reported).toEqual([`${name}: ${path} (cache)`]);
    expect(requests).toHaveLength(1);
  });

  test.each(['sha256', 'programSha256'])(
    'is refused with a wrong %s, and leaves nothing in the cache',
    async which => {
      await pinAll({ [which]: '0'.repeat(64) });
      expect(await lookFor(name, search)).toBeUndefined();
      expect(reported[1]).toMatch(
        /not downloaded: .+ has the SHA-256 [0-9a-f]{64}, not the pinned 0{64}\. It isn't used\.$/,
      );
      expect(await cacheEntries()).toEqual([]);
    },
  );

  test.each<[string, RequestListener, string]>([
    ['before its first byte', () => undefined, "didn't answer within"],
    [
      'in its middle',
      (_request, response) => void response.writeHead(200).write(archive.subarray(0, 10)),
      'sent nothing for',
    ],
  ])('is abandoned when the mirror falls silent %s', async (_when, silent, what) => {
    answer = silent;
    expect(await lookFor(name, { ...search, silenceMs: 200 })).toBeUndefined();
    expect(reported[1]).toMatch(new RegExp(`not downloaded: 127\\.0\\.0\\.1:\\d+ ${what} 0\\.2 s$`));
    expect(await cacheEntries()).toEqual([]);
  });

  test('reports a file that is missing on the mirror', async () => {
    answer = (_request, response) => void response.writeHead(404).end();
    expect(await lookFor(name, search)).toBeUndefined();
    expect(reported[1]).toMatch(/not downloaded: http:.+\.tar\.gz answered with status 404$/);
  });

  test("reports a mirror that can't be reached", async () => {
    server.close();
    expect(await lookFor(name, search)).toBeUndefined();
    expect(reported[1]).toMatch(/not downloaded: 127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\)$/);
  });

  test('is skipped with a message when nothing is pinned for this machine', async () => {
    const pins = JSON.parse(await readFile(join(folder, 'pins.json'), 'utf8')) as Record<
      string,
      { archives: object }
    >;
    for (const pin of Object.values(pins)) pin.archives = {};
    await writeFile(join(folder, 'pins.json'), JSON.stringify(pins));
    expect(await lookFor(name, search)).toBeUndefined();
    expect(reported).toEqual([
      `${name}: not downloaded: release 9.9.9 has no pinned file for ${process.platform} ${process.arch}`,
    ]);
    expect(requests).toEqual([]);
  });
});

describe.each(Object.entries(sdkArtifacts))(
  'The SDK download of %s, when there is no release',
  (name, artifact) => {
    const releasePath = `/${name}/releases/v9.9.9/${name}_9.9.9.tar.gz`;
    const arch = process.arch === 'x64' ? 'amd64' : process.arch;
    const askedPath = `/${artifact}/9.9.9?arch=${arch}&platform=${process.platform}&format=tar.gz`;
    const elsewhere = `/assets/${name}.tar.gz`;
    const program = names.find(known => known === name) ?? 'temporal';
    /** The answer of the SDKs' server, which says where the archive is. */
    let sdkAnswer: string;

    beforeEach(async () => {
      const path = await putProgram('made', name, released);
      await packRelease(program, path, join(folder, 'archive.tar.gz'));
      archive = await readFile(join(folder, 'archive.tar.gz'));
      await pinAll({ sha256: sha256(archive) });
      sdkAnswer = JSON.stringify({
        archiveUrl: new URL(elsewhere, process.env['RECORDWELL_MIRROR']).href,
        fileToExtract: `${name}/${name}`,
      });
      answer = (request, response) => {
        if (request.url === askedPath) response.end(sdkAnswer);
        else if (request.url === elsewhere) serveArchive(request, response);
        else response.writeHead(404).end();
      };
    });

    test("gets the pinned file with the SDK's own request", async () => {
      const path = await lookFor(program, search);
      expect(requests).toEqual([releasePath, askedPath, elsewhere]);
      expect(await outputOf(path ?? '')).toBe('released');
      expect(reported.map(line => line.replaceAll(/\d+\.\d s|:\d{2,5}\b/g, ''))).toEqual([
        `${name}: downloading ${name}_9.9.9.tar.gz from 127.0.0.1`,
        `${name}: not downloaded: http://127.0.0.1${releasePath} answered with status 404`,
        `${name}: asking 127.0.0.1 for ${artifact} 9.9.9`,
        `${name}: downloading ${name}_9.9.9.tar.gz from 127.0.0.1`,
        `${name}: downloaded in `,
      ]);
      reported = [];
      expect(await lookFor(program, search)).toBe(path);
      expect(reported).toEqual([`${name}: ${path} (cache)`]);
    });

    test('refuses a file other than the pinned one, and leaves nothing in the cache', async () => {
      await pinAll({ sha256: '0'.repeat(64) });
      expect(await lookFor(program, search)).toBeUndefined();
      expect(reported.at(-1)).toMatch(
        /not downloaded: .+ has the SHA-256 [0-9a-f]{64}, not the pinned 0{64}/,
      );
      expect(await cacheEntries()).toEqual([]);
    });

    test.each([
      ["that isn't JSON", 'down for maintenance'],
      ['without an address', '{}'],
      ['with a file of this machine as the address', '{"archiveUrl":"file:///etc/passwd"}'],
    ])('reports an answer %s', async (_what, body) => {
      sdkAnswer = body;
      expect(await lookFor(program, search)).toBeUndefined();
      expect(reported.at(-1)).toMatch(/not downloaded: http:.+platform=.+ didn't return an archive address$/);
    });

    test('is abandoned when the answer is too large', async () => {
      sdkAnswer = ' '.repeat(200_000);
      expect(await lookFor(program, search)).toBeUndefined();
      expect(reported.at(-1)).toMatch(/not downloaded: http:.+ is larger than 0 MB$/);
    });

    test('is abandoned when the server falls silent', async () => {
      const absent = answer;
      answer = (request, response) => (request.url === askedPath ? undefined : absent(request, response));
      expect(await lookFor(program, { ...search, silenceMs: 200 })).toBeUndefined();
      expect(reported.at(-1)).toMatch(/not downloaded: 127\.0\.0\.1:\d+ didn't answer within 0\.2 s$/);
    });
  },
);

test('A download reports its progress', async () => {
  const path = await putProgram('made', 'seaweedfs', released);
  await packRelease('seaweedfs', path, join(folder, 'archive.tar.gz'));
  archive = await readFile(join(folder, 'archive.tar.gz'));
  await pinAll({ sha256: sha256(archive) });
  let finish = (): void => undefined;
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': archive.length }).write(archive.subarray(0, 10));
    finish = () => response.end(archive.subarray(10));
  };
  const report = (_program: ProgramName, line: string): void => {
    reported.push(line);
    if (line.includes(' of ')) finish();
  };
  expect(await lookFor('seaweedfs', { report })).toBeDefined();
  expect(reported[1]).toBe('0 MB of 0 MB');
}, 20_000);

test('The environment is tried before PATH, PATH before the cache, and the cache before the mirror', async () => {
  const path = await putProgram('made', 'seaweedfs', released);
  await packRelease('seaweedfs', path, join(folder, 'archive.tar.gz'));
  archive = await readFile(join(folder, 'archive.tar.gz'));
  await pinAll({ sha256: sha256(archive) });
  const downloaded = await lookFor('seaweedfs', search);
  expect(reported.at(-1)).toContain('downloaded in');
  expect(await lookFor('seaweedfs', search)).toBe(downloaded);
  const onPath = await putProgram('bin', 'seaweedfs', released);
  expect(await lookFor('seaweedfs', search)).toBe(onPath);
  const named = await putProgram('elsewhere', 'seaweedfs', released);
  process.env['SEAWEEDFS'] = named;
  expect(await lookFor('seaweedfs', search)).toBe(named);
  expect(reported.slice(-2)).toEqual([`seaweedfs: ${onPath} (PATH)`, `seaweedfs: ${named} (SEAWEEDFS)`]);
});

test.each(names)("A named %s that doesn't exist is reported in one clear sentence", async name => {
  await pinAll({ sha256: '0'.repeat(64) });
  process.env[variables[name]] = '/nowhere/program';
  await expect(lookFor(name, search)).rejects.toThrow(
    `${variables[name]} is /nowhere/program, which isn't a program.`,
  );
});

describe("A program that can't be downloaded", () => {
  /** A stand-in for Go that builds at once. */
  const go = '#!/bin/sh\nexec /bin/cp /bin/true "$3"\n';

  beforeEach(async () => {
    answer = (_request, response) => void response.writeHead(404).end();
    await pinAll({ sha256: '0'.repeat(64) });
  });

  test('is built by Go once', async () => {
    const goPath = await putProgram('bin', 'go', go);
    const path = (await findPrograms(['temporal'], search))('temporal');
    expect(await outputOf(path)).toBe('');
    expect(reported).toContain(
      `temporal: building temporal-9.9.9 with ${goPath}; ` +
        'takes about 3 minutes on 2 cores, the first time only',
    );
    expect(await cacheEntries()).toEqual(['temporal-9.9.9']);
    await rm(goPath);
    expect((await findPrograms(['temporal'], search))('temporal')).toBe(path);
  });

  test('names what to install for each program', async () => {
    await expect(findPrograms(['temporal', 'seaweedfs'], search)).rejects.toThrow(
      /^We couldn't find or download seaweedfs\. Install it, and set SEAWEEDFS to the path of the program\.\nWe couldn't find or download temporal\. Install Go 1\.21 or later \([^)]+\), or set TEMPORAL_CLI to the path of the program, or set RECORDWELL_MIRROR to a mirror of the releases\.$/,
    );
  });

  test('names a missing Java and Maven before a build begins', async () => {
    await putProgram('bin', 'go', go);
    await expect(findPrograms(['temporal', 'temporal-test-server'], search)).rejects.toThrow(
      /^We couldn't find or download temporal-test-server\. Install Java 11 or later \(.+\) and Maven \(/,
    );
    expect(reported.filter(line => line.includes('building'))).toEqual([]);
    expect(await cacheEntries()).toEqual([]);
  });

  test("isn't run from Maven's files when Java is gone", async () => {
    await mkdir(join(folder, 'bin'), { recursive: true });
    const made = await putProgram(
      'cache/recordwell/temporal-test-server-9.9.9',
      'temporal-test-server',
      released,
    );
    expect(await lookFor('temporal-test-server', search)).toBeUndefined();
    await putProgram('bin', 'java', released);
    expect(await lookFor('temporal-test-server', search)).toBe(made);
  });
});

describe('Program pins', () => {
  test('have the versions that Go and Maven use', async () => {
    delete process.env['RECORDWELL_PINS'];
    const pins = await readPins();
    const tools = resolve(__dirname, '../../tools');
    const goMod = await readFile(join(tools, 'go.mod'), 'utf8');
    const pom = await readFile(join(tools, 'time-skipping/pom.xml'), 'utf8');
    expect(goMod).toContain(`github.com/temporalio/cli v${pins.temporal.version} `);
    expect(pom).toContain(`<version>${pins['temporal-test-server'].version}</version>`);
  });

  test.each(['temporal', 'temporal-test-server'] as const)(
    'of %s name files of its version, for Linux and macOS on both architectures',
    async name => {
      delete process.env['RECORDWELL_PINS'];
      const pin = (await readPins())[name];
      expect(Object.keys(pin.archives).sort()).toEqual([
        'darwin-arm64',
        'darwin-x64',
        'linux-arm64',
        'linux-x64',
      ]);
      expect(pin.release).toMatch(new RegExp(`/v${pin.version}$`));
      for (const { file } of Object.values(pin.archives)) expect(file).toContain(pin.version);
    },
  );

  test('of seaweedfs are wheels of its version, for Linux on both architectures and macOS on Apple silicon', async () => {
    delete process.env['RECORDWELL_PINS'];
    const { archives, version, wheel } = (await readPins()).seaweedfs;
    expect(archives).toEqual({});
    expect(wheel?.version).toBe(version);
    expect(Object.keys(wheel?.platforms ?? {}).sort()).toEqual(['darwin-arm64', 'linux-arm64', 'linux-x64']);
  });

  test("that can't be read are reported with their file", async () => {
    await writeFile(join(folder, 'pins.json'), '{"temporal":{}}');
    await expect(readPins()).rejects.toThrow(
      `RECORDWELL_PINS is ${join(folder, 'pins.json')}, which isn't a valid pins file:`,
    );
  });
});
