import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What pdf.js reads in a PDF. */
export interface PdfContent {
  /** The text of each page, runs of white space as one space. */
  readonly pages: readonly string[];
  readonly title: string;
  /** The bookmarks at the top, with the pages to which they lead. */
  readonly outline: ReadonlyArray<{ readonly title: string; readonly page: number }>;
}

/**
 * Reads a PDF with a reader that has nothing to do with the library that wrote it. Rejects when it does not
 * open.
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const worker = new Worker(join(__dirname, 'pdf-text-worker.mts'), {
    workerData: bytes,
    // Plain Node: a loader of the one who asks would transform all of pdf.js first.
    execArgv: [],
  });
  const content = await new Promise<PdfContent>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  await worker.terminate();
  return { ...content, pages: content.pages.map(page => page.replaceAll(/\s+/g, ' ').trim()) };
}
