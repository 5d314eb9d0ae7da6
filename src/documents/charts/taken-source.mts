/** Takes in a source with the files attached to it, within one budget. */
import type { PDFObject } from '@cantoo/pdf-lib';
import type { ChartNote, LeftOutReason } from '../../domain/record-requests/combined-chart.ts';
import type { SourceJob } from './chart-job.ts';
import { decodeText, hasAllLetters, picturePage, textPages } from './drawn-pages.mts';
import type { EmbeddedFile } from './embedded-files.mts';
import type { Layer } from './layers.mts';
import { LeftOut, reasonOf } from './left-out.mts';
import type { StampedPage } from './page-stamps.mts';
import { takeDocument } from './pdf-objects.mts';
import { isTiff, tiffPages } from './tiff-pages.mts';
import { claimOf } from './title-claim.mts';
import { filesInZip, isZip } from './zip-files.mts';

/** An attachment: its pages, or why it has none. */
export type TakenAttachment =
  | { readonly title: string; readonly pages: number; readonly notes: readonly ChartNote[] }
  | { readonly title: string; readonly reason: LeftOutReason };

/** A source as objects of the chart. */
export interface TakenSource {
  /** The numbers of all page objects, those of attachments last. */
  readonly pages: readonly number[];
  readonly objects: readonly PDFObject[];
  readonly layers: readonly Layer[];
  readonly attachments: readonly TakenAttachment[];
  readonly notes: readonly ChartNote[];
}

/** A header may be anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const headerWithin = 1024;

function beginsWith(bytes: Uint8Array, ...start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWithin)).includes('%PDF-');
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.subarray(from, to)).toString('latin1');
}

function isWebp(bytes: Uint8Array): boolean {
  return textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP';
}

function isRtf(bytes: Uint8Array): boolean {
  return textAt(bytes, 0, 5) === '{\\rtf';
}

/** Whether a file is a picture of a kind that isn't decoded: HEIC, AVIF, GIF, or BMP. */
function isPhoto(bytes: Uint8Array): boolean {
  const isBoxed = textAt(bytes, 4, 8) === 'ftyp' && /^(?:hei|hev|mif1|msf1|avi)/u.test(textAt(bytes, 8, 12));
  return isBoxed || textAt(bytes, 0, 4) === 'GIF8' || textAt(bytes, 0, 2) === 'BM';
}

/** A file as a PDF, with what to say about it. */
interface AsPdf {
  readonly pdf: Uint8Array;
  readonly notes: readonly ChartNote[];
}

/** @throws LeftOut */
function taken(pdf: Uint8Array | LeftOutReason, notes: readonly ChartNote[] = []): AsPdf {
  if (typeof pdf === 'string') throw new LeftOut(pdf);
  return { pdf, notes };
}

async function takenText(text: string, notes: readonly ChartNote[] = []): Promise<AsPdf> {
  return taken(await textPages(text), hasAllLetters(text) ? notes : [...notes, 'lettersMissing']);
}

/**
 * Returns a file as a PDF, by what its bytes are; a name may say anything.
 * @throws LeftOut, and what libraries throw about it
 */
async function asPdf(
  bytes: Uint8Array,
  { claim, textBytesMax, pagesMax }: Pick<SourceJob, 'claim' | 'textBytesMax' | 'pagesMax'>,
): Promise<AsPdf> {
  if (bytes.length === 0) throw new LeftOut('damaged');
  if (isPdf(bytes)) return taken(bytes);
  const isPicture = beginsWith(bytes, 0xff, 0xd8, 0xff) || beginsWith(bytes, 0x89, 0x50, 0x4e, 0x47);
  if (isPicture) return taken(await picturePage(bytes));
  if (isTiff(bytes)) return taken(await tiffPages(bytes, pagesMax));
  // What is rare is loaded only when it comes.
  if (isWebp(bytes)) return taken(await (await import('./webp-page.mts')).webpPage(bytes));
  if (isRtf(bytes)) {
    const { text, hasPictures } = await (await import('./rtf-text.mts')).rtfText(bytes, textBytesMax);
    return takenText(text, [hasPictures ? 'textWithoutPictures' : 'textOnly']);
  }
  if (isPhoto(bytes)) throw new LeftOut('photoUnknown');
  if (claim !== 'text') throw new LeftOut(claim === 'paged' ? 'damaged' : 'kindUnknown');
  if (bytes.length > textBytesMax) throw new LeftOut('tooLarge');
  const text = decodeText(bytes);
  if (text === undefined) throw new LeftOut('kindUnknown');
  return takenText(text);
}

/** A file that waits to be taken in. */
interface Waiting {
  readonly file: EmbeddedFile;
  readonly title: string;
  readonly depth: number;
}

/** Takes in files one after the other, each with what the ones before left of the budget. */
function createTaker(job: SourceJob) {
  const pages: number[] = [];
  const objects: PDFObject[] = [];
  const stamps: StampedPage[] = [];
  const layers: Layer[] = [];
  const waiting: Waiting[] = [];

  /** Adds a file. @throws LeftOut, and what libraries throw about it */
  async function add(bytes: Uint8Array, claim: SourceJob['claim'], from: Pick<Waiting, 'title' | 'depth'>) {
    const isContainer = isZip(bytes) && job.opensArchives;
    const pagesMax = job.pagesMax - pages.length;
    const file = isContainer ? undefined : await asPdf(bytes, { ...job, claim, pagesMax });
    const place = { firstObject: job.firstObject + objects.length, parentObject: job.parentObject };
    const isFirst = from.depth === 0;
    const limits = {
      ...job,
      pagesMax,
      objectsMax: job.objectsMax - objects.length,
      takesAttachments: job.attachmentsMax > 0,
      leaveOut: isFirst ? job.leaveOut : [],
    };
    const document = file && (await takeDocument(file.pdf, place, limits, pages.length));
    for (const page of document?.pages ?? []) pages.push(page);
    for (const object of document?.objects ?? []) objects.push(object);
    for (const stamp of document?.stamps ?? []) stamps.push(stamp);
    for (const layer of document?.layers ?? []) layers.push(layer);
    const zip = isContainer ? filesInZip(bytes, job.unknownInArchiveMax) : undefined;
    const embedded = zip?.files ?? document?.embedded ?? [];
    waiting.push(
      ...embedded.map(each => ({
        file: each,
        title: isFirst ? each.title : `${from.title} › ${each.title}`,
        depth: from.depth + 1,
      })),
    );
    const count = document?.pages.length ?? 0;
    const notes = [...(file?.notes ?? []), ...(document?.notes ?? []), ...(zip?.notes ?? [])];
    return { pages: count, notes, isEmpty: count === 0 && embedded.length === 0 };
  }

  return { pages, objects, stamps, layers, waiting, add };
}

/** Takes in the files that wait, and those in them. */
async function takeAttachments(
  job: SourceJob,
  { waiting, add }: ReturnType<typeof createTaker>,
): Promise<TakenAttachment[]> {
  const taken: TakenAttachment[] = [];
  let bytesLeft = job.attachmentBytesMax;
  while (taken.length < job.attachmentsMax) {
    const next = waiting.shift();
    if (next === undefined) break;
    const { file, title, depth } = next;
    try {
      if (depth > job.attachmentDepthMax) throw new LeftOut('tooDeep');
      const bytes = file.read(bytesLeft);
      if (bytes === undefined) throw new LeftOut('missing');
      bytesLeft -= bytes.length;
      const { pages, notes, isEmpty } = await add(bytes, claimOf(file.title), { title, depth });
      if (isEmpty) throw new LeftOut('kindUnknown');
      if (pages > 0) taken.push({ title, pages, notes });
    } catch (error) {
      taken.push({ title, reason: reasonOf(error) });
    }
  }
  return taken;
}

/** Returns why a ZIP file has no pages: the reason that all of its files have, if it is one. */
function reasonOfEmpty(attachments: readonly TakenAttachment[]): LeftOutReason {
  const reasons = new Set(attachments.flatMap(each => ('reason' in each ? [each.reason] : [])));
  const [only] = reasons;
  return only === undefined || reasons.size > 1 || only === 'kindUnknown' ? 'archiveEmpty' : only;
}

/**
 * Takes in a source, and then what is attached to it.
 * @param onAttachments called once its own pages are taken, if files are attached to it
 * @returns why it is left out, if it is
 */
export async function takenSource(
  job: SourceJob,
  bytes: Uint8Array,
  onAttachments: () => Promise<void>,
): Promise<TakenSource | LeftOutReason> {
  const taker = createTaker(job);
  try {
    const { notes } = await taker.add(bytes, job.claim, { title: '', depth: 0 });
    const isContainer = taker.waiting.length > 0;
    if (isContainer) await onAttachments();
    const attachments = isContainer ? await takeAttachments(job, taker) : [];
    const { pages, objects, stamps, layers } = taker;
    if (pages.length === 0) return isZip(bytes) ? reasonOfEmpty(attachments) : 'kindUnknown';
    // The objects that draw the numbers follow those of the source.
    const firstStamp = job.firstObject + objects.length;
    for (const [index, stamp] of stamps.entries()) stamp.draw(firstStamp + index);
    const isCut = taker.waiting.length > 0;
    return { pages, objects, layers, attachments, notes: isCut ? [...notes, 'moreAttachments'] : notes };
  } catch (error) {
    return reasonOf(error);
  }
}
