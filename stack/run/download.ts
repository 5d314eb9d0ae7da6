/**
 * Downloads a program: the official release, or the same file from a mirror or from the server that
 * Temporal's SDKs use. The file must have the pinned SHA-256.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { z } from 'zod';
import type { Pin, PinnedArchive } from './program-pins';
import { errorCode, StackError } from './stack-error';

/** Receives one progress line, without the program's name. */
export type Report = (line: string) => void;

/** Where an archive may be: its release, or the server that Temporal's SDKs download from. */
export type DownloadSource = 'release' | 'sdk';

const officialBases: Readonly<Record<DownloadSource, string>> = {
  release: 'https://github.com',
  sdk: 'https://temporal.download',
};
/** How long a server may take to answer. It's short, because another source is tried next. */
const answerDefaultMs = 4_000;
/** How long a server that answered may pause. */
const silenceDefaultMs = 15_000;
/** For a server that never stops sending. */
const wholeMaxMs = 15 * 60_000;
/** The largest archive is 50 MB today. */
const archiveBytesMax = 500_000_000;
const progressEveryMs = 3_000;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Returns the URL of a path: at its official address, or under the same path on RECORDWELL_MIRROR. */
function addressOf(source: DownloadSource, path: string): URL {
  const mirror = process.env['RECORDWELL_MIRROR'];
  const base = mirror === undefined || mirror === '' ? officialBases[source] : mirror;
  if (!URL.canParse(base)) throw new StackError(`RECORDWELL_MIRROR is ${base}, which isn't a URL.`);
  return new URL([base.replace(/\/+$/, ''), path].join('/'));
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** How long a download waits, and what else stops it. */
interface Patience {
  /** How long the server may be silent; by default 4 s until it answers, then 15 s. */
  readonly silenceMs?: number;
  readonly signal?: AbortSignal;
}

/** Watches a download: its signal stops the download if the server falls silent. */
function watchDownload(
  host: string,
  { signal, silenceMs }: Patience,
): { signal: AbortSignal; gotData: () => void; end: () => void } {
  const silence = new AbortController();
  const wait = (what: string, ms: number): NodeJS.Timeout =>
    setTimeout(() => silence.abort(new StackError(`${host} ${what} ${ms / 1000} s`)), ms);
  let timer = wait("didn't answer within", silenceMs ?? answerDefaultMs);
  return {
    signal: AbortSignal.any([
      silence.signal,
      AbortSignal.timeout(wholeMaxMs),
      ...(signal === undefined ? [] : [signal]),
    ]),
    gotData: () => {
      clearTimeout(timer);
      timer = wait('sent nothing for', silenceMs ?? silenceDefaultMs);
    },
    end: () => clearTimeout(timer),
  };
}

/** What to receive, and its maximum size. */
interface Transfer {
  readonly address: URL;
  readonly patience: Patience;
  readonly bytesMax: number;
  /** Called with the number of bytes so far, and the total if the server states it. */
  readonly onBytes?: (received: number, total: number | undefined) => void;
}

/**
 * Passes the response of an address to `take`. @throws StackError that says briefly why the download failed
 */
async function transfer<Taken>(
  { address, patience, bytesMax, onBytes }: Transfer,
  take: (body: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<Taken>,
): Promise<Taken> {
  const watched = watchDownload(address.host, patience);
  // It respects HTTPS_PROXY, HTTP_PROXY, and NO_PROXY, as npm and Go do.
  const dispatcher = new EnvHttpProxyAgent();
  try {
    const { body, headers, status } = await fetch(address, { signal: watched.signal, dispatcher });
    watched.gotData();
    if (status !== 200 || body === null)
      throw new StackError(`${address.href} answered with status ${status}`);
    const length = headers.get('content-length');
    const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      let received = 0;
      for await (const chunk of chunks) {
        watched.gotData();
        received += chunk.length;
        if (received > bytesMax)
          throw new StackError(`${address.href} is larger than ${megabytes(bytesMax)}`);
        onBytes?.(received, length === null ? undefined : Number(length));
        yield chunk;
      }
    };
    return await take(counted(body), watched.signal);
  } catch (error) {
    // For an aborted stream, Node doesn't say why; for a failed fetch, the cause does.
    if (watched.signal.aborted) throw watched.signal.reason;
    const code = error instanceof Error ? errorCode(error.cause) : undefined;
    throw code === undefined ? error : new StackError(`${address.host} can't be reached (${code})`);
  } finally {
    watched.end();
    await dispatcher.destroy();
  }
}

async function fetchInto(file: string, address: URL, patience: Patience, report: Report): Promise<void> {
  let progress = '0 MB';
  const ticker = setInterval(() => report(progress), progressEveryMs);
  const onBytes = (received: number, total: number | undefined): void => {
    progress = megabytes(received) + (total === undefined ? '' : ` of ${megabytes(total)}`);
  };
  try {
    await transfer({ address, patience, bytesMax: archiveBytesMax, onBytes }, (body, signal) =>
      pipeline(body, createWriteStream(file), { signal }),
    );
  } finally {
    clearInterval(ticker);
  }
}

/** The response of the SDKs' server to a request for a version. */
const sdkAnswerSchema = z.object({ archiveUrl: z.url({ protocol: /^https?$/ }) });
const sdkAnswerBytesMax = 100_000;
const sdkArchitectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Asks for the address of a version's archive, as Temporal's SDKs do. */
async function askSdkServer({ version, sdkDownload }: Pin, patience: Patience, report: Report): Promise<URL> {
  if (sdkDownload === undefined) throw new StackError("the SDK doesn't download this program");
  const { artifact, format } = sdkDownload;
  const address = addressOf('sdk', `${artifact}/${version}`);
  address.searchParams.set('arch', sdkArchitectures[process.arch] ?? process.arch);
  address.searchParams.set('platform', process.platform);
  if (format !== undefined) address.searchParams.set('format', format);
  report(`asking ${address.host} for ${artifact} ${version}`);
  const text = await transfer({ address, patience, bytesMax: sdkAnswerBytesMax }, body =>
    buffer(body).then(bytes => bytes.toString('utf8')),
  );
  try {
    return new URL(sdkAnswerSchema.parse(JSON.parse(text)).archiveUrl);
  } catch {
    throw new StackError(`${address.href} didn't return an archive address`);
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
    throw new StackError(`${name} has the SHA-256 ${actual}, not the pinned ${pinned}. It isn't used.`);
}

/** What to download, and how. */
export interface Download extends Patience {
  readonly program: string;
  readonly pin: Pin;
  readonly archive: PinnedArchive;
  readonly source: DownloadSource;
  /** An empty folder, for the archive and the program. */
  readonly folder: string;
  readonly report: Report;
}

/**
 * Downloads the archive and extracts the program.
 * @returns the path of the program, which is safe to run
 * @throws an error that says briefly why it failed; no unverified program is left where it would be run
 */
export async function downloadProgram(download: Download): Promise<string> {
  const { archive, folder, pin, program, report, source } = download;
  const started = performance.now();
  const address =
    source === 'release'
      ? addressOf(source, `${pin.release}/${archive.file}`)
      : await askSdkServer(pin, download, report);
  report(`downloading ${archive.file} from ${address.host}`);
  const file = join(folder, 'archive.tar.gz');
  await fetchInto(file, address, download, report);
  await assertPinned(file, archive.file, archive.sha256);
  const path = await unpack(file, program, folder);
  await assertPinned(path, program, archive.programSha256);
  report(`downloaded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return path;
}
