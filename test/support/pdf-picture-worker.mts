/**
 * Draws the pages of a PDF with pdf.js, which is ESM only, so outside of jest's CommonJS: see
 * authorization-documents.ts.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const pixelsPerPoint = 150 / 72;
const bytes: unknown = workerData;
if (!(bytes instanceof Uint8Array)) throw new Error('the worker wants the bytes of a PDF');
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
// What decodes faxes is there.
const wasmUrl = join(pdfjs, 'wasm/');
const document = await getDocument({ data: bytes, wasmUrl, verbosity: VerbosityLevel.ERRORS }).promise;
const pictures: Uint8Array[] = [];
for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: pixelsPerPoint });
  const canvas = createCanvas(Math.floor(viewport.width), Math.floor(viewport.height));
  await page.render({ canvas: canvas as never, viewport }).promise;
  pictures.push(new Uint8Array(canvas.toBuffer('image/jpeg', 80)));
}
parentPort?.postMessage(pictures); // oxlint-disable-line unicorn/require-post-message-target-origin -- threads have no origin
