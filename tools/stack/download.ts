/** Downloads a program: the official release, or the same file from a mirror, taken only if its SHA-256 is the pinned one. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { EnvHttpProxyAgent, fetch } from 'undici';
import type { Pin, PinnedArchive } from './pins';
import { errorCode, StackError } from './stack-error';

/** Receives one line on what happens, for a person who waits; it does not name the program. */
export type Report = (line: string) => void;

const officialBase = 'https://github.com';
/** How long a server may say nothing, before its first byte and between two. */
const silenceDefaultMs = 15_000;
/** For a server that is never silent and never done. */
const wholeMaxMs = 15 * 60_000;
/** The largest archive is 50 MB today. */
const archiveBytesMax = 500_000_000;
const progressEveryMs = 3_000;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Where releases are: GitHub, or the mirror that RECORDWELL_MIRROR names, which has them under the same paths. */
function addressOf(pin: Pin, archive: PinnedArchive): URL {
  const mirror = process.env['RECORDWELL_MIRROR'];
  const base = mirror === undefined || mirror === '' ? officialBase : mirror;
  if (!URL.canParse(base)) throw new StackError(`RECORDWELL_MIRROR is ${base}, which is no URL.`);
  return new URL([base.replace(/\/+$/, ''), pin.release, archive.file].join('/'));
}

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** A download that goes on: what it has got, and the signal that ends it when its server falls silent. */
function watchDownload(
  host: string,
  silenceMs: number,
): { signal: AbortSignal; heard: () => void; end: () => void } {
  const silence = new AbortController();
  const seconds = silenceMs / 1000;
  const timer = setTimeout(
    () => silence.abort(new StackError(`${host} said nothing for ${seconds} s`)),
    silenceMs,
  );
  return {
    signal: AbortSignal.any([silence.signal, AbortSignal.timeout(wholeMaxMs)]),
    heard: () => timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

async function fetchInto(file: string, address: URL, silenceMs: number, report: Report): Promise<void> {
  const watched = watchDownload(address.host, silenceMs);
  // HTTPS_PROXY, HTTP_PROXY and NO_PROXY hold for it, as they do for npm and Go.
  const dispatcher = new EnvHttpProxyAgent();
  let received = 0;
  let total = '';
  const ticker = setInterval(() => report(`${megabytes(received)}${total}`), progressEveryMs);
  try {
    const { body, headers, status } = await fetch(address, { signal: watched.signal, dispatcher });
    if (status !== 200 || body === null)
      throw new StackError(`${address.href} answered with status ${status}`);
    total = headers.has('content-length') ? ` of ${megabytes(Number(headers.get('content-length')))}` : '';
    const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        watched.heard();
        received += chunk.length;
        if (received > archiveBytesMax)
          throw new StackError(`${address.href} is larger than ${megabytes(archiveBytesMax)}`);
        yield chunk;
      }
    };
    await pipeline(body, counted, createWriteStream(file), { signal: watched.signal });
  } catch (error) {
    // Of an aborted stream Node tells that it was aborted, not why; of a fetch that failed the cause says how.
    if (watched.signal.aborted) throw watched.signal.reason;
    const code = error instanceof Error ? errorCode(error.cause) : undefined;
    throw code === undefined ? error : new StackError(`${address.host} cannot be reached (${code})`);
  } finally {
    clearInterval(ticker);
    watched.end();
    await dispatcher.destroy();
  }
}

async function unpack(archive: string, program: string, folder: string): Promise<string> {
  const target = join(folder, program);
  await pipeline(
    createReadStream(archive),
    createGunzip(),
    unpackTar(folder, {
      filter: header => header.type === 'file' && basename(header.name) === program,
      map: header => ({ ...header, name: program, mode: 0o755 }),
    }),
  );
  return target;
}

async function assertPinned(file: string, name: string, pinned: string | undefined): Promise<void> {
  if (pinned === undefined) return;
  const actual = await sha256Of(file);
  if (actual !== pinned)
    throw new StackError(`${name} has the SHA-256 ${actual}, not the pinned ${pinned}; it is not taken`);
}

/** What is downloaded, and how. */
export interface Download {
  readonly program: string;
  readonly pin: Pin;
  readonly archive: PinnedArchive;
  /** An empty folder, for the archive and the program. */
  readonly folder: string;
  /** How long the server may say nothing; by default 15 s. */
  readonly silenceMs?: number;
  readonly report: Report;
}

/**
 * Downloads the archive and takes the program out of it.
 * @returns the path of the program, which may be run
 * @throws an error that says why it could not be had, in a few words; nothing unverified is left where it would be run
 */
export async function downloadProgram(download: Download): Promise<string> {
  const { archive, folder, pin, program, report, silenceMs = silenceDefaultMs } = download;
  const address = addressOf(pin, archive);
  const started = performance.now();
  report(`downloading ${archive.file} from ${address.host}`);
  const file = join(folder, 'archive.tar.gz');
  await fetchInto(file, address, silenceMs, report);
  await assertPinned(file, archive.file, archive.sha256);
  const path = await unpack(file, program, folder);
  await assertPinned(path, program, archive.programSha256);
  report(`downloaded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return path;
}
