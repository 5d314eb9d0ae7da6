/** Packs programs as their projects' releases are packed. */
import { packTar } from 'modern-tar/fs';
import { pipeline } from 'node:stream/promises';
import { createGzip, constants } from 'node:zlib';
import { createWriteStream } from 'node:fs';

/** Writes a `.tar.gz` with a licence and, in a folder, the program. */
export async function packRelease(program: string, path: string, archive: string): Promise<void> {
  const sources = [
    { type: 'content' as const, content: 'A licence.\n', target: 'release/LICENSE' },
    { type: 'file' as const, source: path, target: `release/${program}` },
  ];
  await pipeline(packTar(sources), createGzip({ level: constants.Z_BEST_SPEED }), createWriteStream(archive));
}
