/** Draws the pages of a PDF with pdf.js, which is ESM-only: see scan-form.ts. */
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { bytes, pixelsPerPoint } = workerData as { bytes: Uint8Array; pixelsPerPoint: number };
const document = await getDocument({
  data: bytes,
  verbosity: VerbosityLevel.ERRORS,
  standardFontDataUrl: join(pdfjs, 'standard_fonts/'),
  cMapUrl: join(pdfjs, 'cmaps/'),
  wasmUrl: join(pdfjs, 'wasm/'),
}).promise;
const pictures: Uint8Array[] = [];
for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: pixelsPerPoint });
  const canvas = createCanvas(Math.floor(viewport.width), Math.floor(viewport.height));
  await page.render({ canvas: canvas as never, viewport }).promise;
  pictures.push(new Uint8Array(canvas.toBuffer('image/png')));
}
parentPort?.postMessage(pictures); // oxlint-disable-line unicorn/require-post-message-target-origin -- threads have no origin
