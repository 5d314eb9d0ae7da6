/** Images of an untrusted document for a person to view: the document itself never reaches a browser. */
import { join } from 'node:path';
import type { ShownPage } from '../domain/auth-checks/extraction';
import { documentBytesMax, documentPagesMax } from '../domain/auth-checks/limits';
import { runConfined, type ConfinedLimits } from './run-confined';

/** A page takes half a second, a scanned one two. */
const drawingLimits: ConfinedLimits = {
  timeMs: 30_000,
  heapMegabytes: 512,
  memoryMegabytes: 1_500,
  answerBytes: 16 * 1024 * 1024,
};

/** The size of a page as shown, in points, like places on it. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** How a page is drawn if not as it is in the file, as the reading of the document says. */
type Shown = Omit<ShownPage, 'page'>;

async function run(bytes: Uint8Array, wanted: number, signal: AbortSignal | undefined, shown?: Shown) {
  if (bytes.length === 0 || bytes.length > documentBytesMax) return undefined;
  const how = Buffer.from(JSON.stringify(shown ?? null));
  return runConfined(Buffer.concat([Buffer.from([wanted]), how, Buffer.from('\n'), bytes]), {
    entry: join(__dirname, 'picture-process'),
    rights: ['addons'],
    limits: drawingLimits,
    signal,
  });
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 100_000;

function sizeIn(value: unknown): PageSize[] {
  if (typeof value !== 'object' || value === null) return [];
  const width: unknown = Reflect.get(value, 'width');
  const height: unknown = Reflect.get(value, 'height');
  return isLength(width) && isLength(height) ? [{ width, height }] : [];
}

/** Parses the process's page sizes as untrusted; `undefined` for anything else. */
export function parsePageSizes(answer: string): readonly PageSize[] | undefined {
  try {
    const parsed: unknown = JSON.parse(answer);
    const pages: unknown =
      typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'pages') : undefined;
    if (!Array.isArray(pages) || pages.length === 0 || pages.length > documentPagesMax) return undefined;
    const sizes = pages.flatMap(sizeIn);
    return sizes.length === pages.length ? sizes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the page sizes of a document, measured in a separate process.
 * @returns `undefined` for a document that can't be rendered
 * @throws ReaderFault if the fault is ours; DOMException AbortError if `signal` ends it
 */
export async function measurePages(
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<readonly PageSize[] | undefined> {
  const answer = await run(bytes, 0, signal);
  return answer && parsePageSizes(answer.toString('utf8'));
}

/**
 * Returns a page as PNG, rendered in a separate process: the result is an image, whatever the document did to
 * it.
 * @param number from 1
 * @param shown how the page was read; without it, the page is drawn as it is in the file
 * @returns `undefined` for a page that doesn't exist or can't be rendered
 * @throws as `measurePages`
 */
export async function drawPicture(
  bytes: Uint8Array,
  number: number,
  signal?: AbortSignal,
  shown?: Shown,
): Promise<Buffer | undefined> {
  if (!Number.isInteger(number) || number < 1 || number > documentPagesMax) return undefined;
  const answer = await run(bytes, number, signal, shown);
  const isPng = answer?.subarray(0, pngSignature.length).equals(pngSignature) === true;
  return isPng ? answer : undefined;
}
