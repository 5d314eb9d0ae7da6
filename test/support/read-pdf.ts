import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The content of a PDF, as pdf.js reads it. */
export interface PdfContent {
  /** The text of each page, with white space collapsed. */
  readonly pages: readonly string[];
  /** What the form fields of each page show. */
  readonly fields: ReadonlyArray<readonly string[]>;
  readonly title: string;
  /** The top-level bookmarks, with their pages. */
  readonly outline: ReadonlyArray<{ readonly title: string; readonly page: number }>;
}

/** Reads a PDF with a reader unrelated to the library that wrote it. Rejects if it doesn't open. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const worker = new Worker(join(__dirname, 'pdf-text-worker.mts'), {
    workerData: bytes,
    // Plain Node: the caller's loader would transform all of pdf.js first.
    execArgv: [],
  });
  const content = await new Promise<PdfContent>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  await worker.terminate();
  return { ...content, pages: content.pages.map(page => page.replaceAll(/\s+/g, ' ').trim()) };
}
