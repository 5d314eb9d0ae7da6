/** Reads a PDF with pdf.js, which is ESM only, so outside of jest's CommonJS: see read-pdf.ts. */
import { parentPort, workerData } from 'node:worker_threads';

import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const bytes: unknown = workerData;
if (!(bytes instanceof Uint8Array)) throw new Error('the worker wants the bytes of a PDF');
const document = await getDocument({ data: bytes, verbosity: VerbosityLevel.ERRORS }).promise;
const pages: string[] = [];
const fields: string[][] = [];
for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number);
  const content = await page.getTextContent();
  pages.push(
    content.items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(' '),
  );
}
for (let number = 1; number <= document.numPages; number += 1) {
  const annotations = (await (await document.getPage(number)).getAnnotations()) as Array<{
    subtype: string;
    textContent?: string[];
  }>;
  fields.push(
    annotations
      .filter(({ subtype }) => subtype === 'Widget')
      .map(({ textContent }) => textContent?.join(' ') ?? ''),
  );
}
const outline: Array<{ title: string; page: number }> = [];
// Its types leave out that a document may have none.
const bookmarks = (await document.getOutline()) as Awaited<ReturnType<typeof document.getOutline>> | null;
for (const { title, dest } of bookmarks ?? []) {
  const [target] = Array.isArray(dest) ? (dest as Array<{ num: number; gen: number }>) : [];
  if (target !== undefined) outline.push({ title, page: (await document.getPageIndex(target)) + 1 });
}
const { info } = await document.getMetadata();
const title: unknown = 'Title' in info ? info.Title : undefined;
parentPort?.postMessage({ pages, fields, title, outline }); // oxlint-disable-line unicorn/require-post-message-target-origin -- threads have no origin
