/** The pages of a record request's file, as they are read for its check and shown (REQUEST-34, DESK-49). */
import { Readable } from 'node:stream';
import { convertFile } from '../../documents/charts/convert-file';
import { chartReadingLimits, drawChartPage, readChart, type ReadChart } from '../../reading/read-chart';
import { findFileByUid, type StoredFile } from '../../store/files/stored-files';
import type { FileParts } from '../change';
import { drawPageOnce, type DrawingParts } from '../page-pictures';

/** A returned file. */
export interface ReturnedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Files that are read once they are turned into a PDF. */
const converted: ReadonlySet<string> = new Set([
  'image/tiff',
  'image/webp',
  'application/rtf',
  'application/zip',
]);

function asPdf({ bytes, contentType }: ReturnedFile, signal?: AbortSignal): Promise<Uint8Array | undefined> {
  const open = () => Promise.resolve(Readable.from([Buffer.from(bytes)]));
  return convertFile({ title: 'File', contentType, sizeBytes: bytes.length, open }, { signal });
}

/** Returns what is read of two documents, one behind the other. */
function joined(first: ReadChart | undefined, second: ReadChart): ReadChart {
  if (first === undefined) return second;
  const before = first.pageCount ?? 0;
  const behind = second.pages.map(page => ({ ...page, number: before + page.number }));
  return { ...first, pages: [...first.pages, ...behind] };
}

/**
 * Returns the text of a returned file, page by page, with the pages of the files that are attached to it or
 * in it, since a combined chart shows those as well; none for a file that can't be read.
 * @throws as `readChart` and `convertFile`: a retry may help
 */
export async function readReturnedPages(file: ReturnedFile, signal: AbortSignal): Promise<ReadChart> {
  const { bytes, contentType } = file;
  if (!converted.has(contentType)) {
    const read = await readChart(bytes, signal);
    if (!read.hasAttachments) return read;
    const pdf = await asPdf(file, signal);
    const whole = pdf && (await readChart(pdf, signal));
    // The count is the file's own.
    return whole === undefined || whole.pages.length === 0 ? read : { ...whole, pageCount: read.pageCount };
  }
  const pdf = await asPdf(file, signal);
  const shown = pdf && (await readChart(pdf, signal));
  if (contentType !== 'application/zip')
    return shown ?? { pages: [], pageCount: null, hasAttachments: false };
  // The headers of images, and texts that have no pages, behind the pages that can be shown.
  return joined(shown, await readChart(bytes, signal));
}

/**
 * Returns a page of a returned file as PNG.
 * @param number from 1, as `readReturnedPages` counts
 * @returns `undefined` for a page that doesn't exist or can't be drawn
 * @throws as `readReturnedPages`
 */
export async function drawReturnedPage(file: ReturnedFile, number: number): Promise<Buffer | undefined> {
  const own = converted.has(file.contentType) ? undefined : await drawChartPage(file.bytes, number);
  if (own !== undefined || (!converted.has(file.contentType) && file.contentType !== 'application/pdf'))
    return own;
  const pdf = await asPdf(file);
  return pdf && drawChartPage(pdf, number);
}

/**
 * Returns the picture of a page of a stored file, drawn once by a process without rights, and then kept
 * beside the file. Call it outside any transaction.
 * @param number from 1, as `readReturnedPages` counts
 * @returns `undefined` for a page that doesn't exist or can't be drawn
 * @throws as `readReturnedPages`
 */
export async function drawStoredPage(
  { files, turns, db }: DrawingParts & Pick<FileParts, 'db'>,
  { uid, storageKey: key, etag, sizeBytes, contentType }: StoredFile,
  number: number,
): Promise<Buffer | undefined> {
  const isPage = Number.isInteger(number) && number >= 1 && number <= chartReadingLimits.pages;
  if (!isPage || sizeBytes > chartReadingLimits.bytes) return undefined;
  const file = {
    key,
    etag,
    draw: async (page: number) =>
      drawReturnedPage({ bytes: await files.get(key, chartReadingLimits.bytes), contentType }, page),
    isOnRecord: async () => (await findFileByUid(db, uid))?.etag === etag,
  };
  return drawPageOnce({ files, turns }, file, number);
}
