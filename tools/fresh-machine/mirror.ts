/** A mirror of releases on this machine: its programs, packed and named like their projects' releases. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { sha256Of } from '../../stack/run/download';
import { readPins, type ProgramName } from '../../stack/run/program-pins';
import { freePort } from '../../stack/run/ports';

/** Writes a `.tar.gz` with a license and the program in a folder. */
export async function packRelease(program: string, path: string, archive: string): Promise<void> {
  const sources = [
    { type: 'content' as const, content: 'A license.\n', target: 'release/LICENSE' },
    { type: 'file' as const, source: path, target: `release/${program}` },
  ];
  const fast = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(packTar(sources), fast, createWriteStream(archive));
}

/** A running mirror. */
export interface Mirror {
  /** The environment that makes a start use it. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Packs these programs into the folder, pins them, and serves them on 127.0.0.1.
 * @param programs the paths of programs for this machine; the mirror has no others
 */
export async function startMirror(
  programs: ReadonlyMap<ProgramName, string>,
  folder: string,
): Promise<Mirror> {
  const pins = await readPins();
  const served = new Map<string, string>();
  const pinned = Object.entries(pins).map(([name, pin]) => [name, { ...pin, archives: {} }] as const);
  const own = new Map<string, object>(pinned);
  for (const [name, path] of programs) {
    const file = `${name}-${pins[name].version}.tar.gz`;
    const archive = join(folder, file);
    await packRelease(pins[name].command ?? name, path, archive);
    const archives = { [`${process.platform}-${process.arch}`]: { file, sha256: await sha256Of(archive) } };
    own.set(name, { ...pins[name], archives });
    served.set(`/${pins[name].release}/${file}`, archive);
  }
  const pinsFile = join(folder, 'pins.json');
  await writeFile(pinsFile, JSON.stringify(Object.fromEntries(own)));

  const server = createServer((request, response) => {
    const archive = served.get(request.url ?? '');
    if (archive === undefined) {
      response.writeHead(404).end();
      return;
    }
    void stat(archive)
      .then(({ size }) => response.writeHead(200, { 'content-length': size }))
      .then(() => pipeline(createReadStream(archive), response))
      .catch(() => response.destroy());
  });
  const port = await freePort();
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  return {
    environment: { RECORDWELL_MIRROR: `http://127.0.0.1:${port}`, RECORDWELL_PINS: pinsFile },
    stop: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
