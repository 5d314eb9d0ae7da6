/**
 * A separate process that turns the sources of one combined chart into PDF objects, one source after the
 * other. It is started by combine-chart.ts with a small heap, no environment, and no right to write, to read
 * our files, or to start anything, because its input may be malicious. Whatever a source does to it counts as
 * an answer.
 *
 * Answers are frames of a letter, a length in four bytes, and that many bytes; `D` for objects as in the
 * chart, `R` for the job's result as JSON, which ends it. An empty `A` says that the source's own pages are
 * taken, and its attachments follow.
 */
import { Console } from 'node:console';
import type { PDFObject } from '@cantoo/pdf-lib';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart.ts';
import type { IndexJob, SourceJob } from './chart-job.ts';
import { indexPages } from './drawn-pages.mts';
import { openJobs } from './standard-input.mts';
import { takenSource, type TakenSource } from './taken-source.mts';

/** Small objects are sent together, and large ones in parts: the reader holds one frame. */
const frameBytes = 256 * 1024;

async function write(bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(bytes, error => (error ? reject(error) : resolve()));
  });
}

async function writeFrame(letter: 'A' | 'D' | 'R', payload: Uint8Array): Promise<void> {
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
async function writeObjects(objects: readonly PDFObject[], firstObject: number): Promise<number[]> {
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

/** The index is a source of ours: it has no attachments, and no limits. */
async function indexSource(job: IndexJob): Promise<SourceJob & { readonly bytes: Uint8Array }> {
  const { firstObject, parentObject } = job;
  const bytes = await indexPages(job);
  return {
    ...{ kind: 'source', firstObject, parentObject, bytes, sizeBytes: bytes.length, claim: 'paged' },
    ...{ textBytesMax: 0, pagesMax: Infinity, objectsMax: Infinity, leaveOut: [] },
    ...{ attachmentsMax: 0, attachmentDepthMax: 0, attachmentBytesMax: 0, opensArchives: false },
    unknownInArchiveMax: 0,
    ...{ mustShowFields: false, isStamped: true },
  };
}

async function taken(job: SourceJob | IndexJob, bytes: Uint8Array): Promise<TakenSource | LeftOutReason> {
  if (job.kind === 'source') return takenSource(job, bytes, () => writeFrame('A', new Uint8Array()));
  const source = await indexSource(job);
  return takenSource(source, source.bytes, async () => undefined);
}

// Standard output is only for answers; library messages may quote a source, and are discarded.
globalThis.console = new Console(process.stderr);
const jobs = openJobs();
for (let next = await jobs.next(); next !== undefined; next = await jobs.next()) {
  const { job, bytes } = next;
  const source = await taken(job, bytes);
  if (typeof source === 'string') {
    await writeFrame('R', Buffer.from(JSON.stringify({ kind: 'leftOut', reason: source })));
    continue;
  }
  const { pages, layers, attachments, notes } = source;
  const objectBytes = await writeObjects(source.objects, job.firstObject);
  await writeFrame(
    'R',
    Buffer.from(JSON.stringify({ kind: 'taken', pages, objectBytes, layers, attachments, notes })),
  );
}
