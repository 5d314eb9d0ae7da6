/**
 * A separate process that turns the sources of one combined chart into PDF objects, one source after the
 * other. It is started by combine-chart.ts with a small heap, no environment, and no right to write, to read
 * our files, or to start anything, because its input may be malicious. Whatever a source does to it counts as
 * an answer.
 *
 * Answers are frames of a letter, a length in four bytes, and that many bytes; `D` for objects as in the
 * chart, `R` for the job's result as JSON, which ends it.
 */
import { Console } from 'node:console';
import type { PDFObject } from '@cantoo/pdf-lib';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart.ts';
import type { IndexJob, SourceJob } from './chart-job.ts';
import { indexPages, picturePage, textPages } from './drawn-pages.mts';
import { pagesOfPdf, type Pages } from './pdf-objects.mts';
import { openJobs } from './standard-input.mts';
import { isTiff, tiffPages } from './tiff-pages.mts';

/** A header may be anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const headerWithin = 1024;
/** Small objects are sent together, and large ones in parts: the reader holds one frame. */
const frameBytes = 256 * 1024;

async function write(bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(bytes, error => (error ? reject(error) : resolve()));
  });
}

async function writeFrame(letter: 'D' | 'R', payload: Uint8Array): Promise<void> {
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  await write(head);
  await write(payload);
}

function asObject(number: number, object: PDFObject): Uint8Array {
  const head = Buffer.from(`${number} 0 obj\n`, 'latin1');
  const size = object.sizeInBytes();
  const bytes = new Uint8Array(head.length + size + 8);
  bytes.set(head);
  object.copyBytesInto(bytes, head.length);
  bytes.set(Buffer.from('\nendobj\n', 'latin1'), head.length + size);
  return bytes;
}

/** Writes the objects of pages. @returns the size of each */
async function writeObjects({ objects }: Pages, firstObject: number): Promise<number[]> {
  const sizes: number[] = [];
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(held);
    [held, heldBytes] = [[], 0];
    for (let from = 0; from < bytes.length; from += frameBytes)
      await writeFrame('D', bytes.subarray(from, from + frameBytes));
  };
  for (const [index, object] of objects.entries()) {
    const bytes = asObject(firstObject + index, object);
    sizes.push(bytes.length);
    held.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes >= frameBytes) await flush();
  }
  if (heldBytes > 0) await flush();
  return sizes;
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWithin)).includes('%PDF-');
}

function beginsWith(bytes: Uint8Array, ...start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Returns a source as a PDF, by what its bytes are; a name may say anything. */
async function asPdf(
  bytes: Uint8Array,
  { claim, textBytesMax, pagesMax }: SourceJob,
): Promise<Uint8Array | LeftOutReason> {
  if (isPdf(bytes)) return bytes;
  const isPicture = beginsWith(bytes, 0xff, 0xd8, 0xff) || beginsWith(bytes, 0x89, 0x50, 0x4e, 0x47);
  if (isPicture) return picturePage(bytes);
  if (isTiff(bytes)) return tiffPages(bytes, pagesMax);
  if (claim !== 'text') return claim === 'paged' ? 'damaged' : 'kindUnknown';
  return bytes.length > textBytesMax ? 'tooLarge' : textPages(bytes);
}

async function pagesOf(job: SourceJob | IndexJob, bytes: Uint8Array): Promise<Pages | LeftOutReason> {
  if (job.kind === 'index')
    return pagesOfPdf(await indexPages(job), job, {
      pagesMax: Infinity,
      objectsMax: Infinity,
      mustShowFields: false,
      leaveOut: [],
    });
  const pdf = await asPdf(bytes, job);
  return typeof pdf === 'string' ? pdf : pagesOfPdf(pdf, job, job);
}

// Standard output is only for answers; library messages may quote a source, and are discarded.
globalThis.console = new Console(process.stderr);
const jobs = openJobs();
for (let next = await jobs.next(); next !== undefined; next = await jobs.next()) {
  const { job, bytes } = next;
  const pages = await pagesOf(job, bytes);
  const report =
    typeof pages === 'string'
      ? { kind: 'leftOut', reason: pages }
      : { kind: 'taken', pages: pages.pages, objectBytes: await writeObjects(pages, job.firstObject) };
  await writeFrame('R', Buffer.from(JSON.stringify(report)));
}
