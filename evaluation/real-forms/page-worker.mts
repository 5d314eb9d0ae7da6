/** Draws the pages of a form and lists their text and form fields with pdf.js, which is ESM-only. */
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

type Corners = [number, number, number, number];
const round = (value: number): number => Math.round(value * 10) / 10;
const textOf = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).filter(entry => typeof entry === 'string').join(', ');
const kinds: Readonly<Record<string, string>> = { Tx: 'text', Ch: 'choice', Sig: 'signature' };

const pages = [];
for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number);
  const shown = page.getViewport({ scale: 1 });
  const cornersOf = ([left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): Corners => {
    const [x1 = 0, y1 = 0] = shown.convertToViewportPoint(left, bottom) as number[];
    const [x2 = 0, y2 = 0] = shown.convertToViewportPoint(right, top) as number[];
    return [
      round(Math.min(x1, x2)),
      round(Math.min(y1, y2)),
      round(Math.max(x1, x2)),
      round(Math.max(y1, y2)),
    ];
  };
  const { items } = await page.getTextContent();
  const runs = items.flatMap(item => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const { str, width, height, transform } = item as {
      str: string;
      width: number;
      height: number;
      transform: number[];
    };
    const [a = 1, b = 0, , , x = 0, y = 0] = transform;
    const length = Math.hypot(a, b) || 1;
    const size = height === 0 ? length : height;
    const [dx, dy] = [a / length, b / length];
    const box = cornersOf([
      x + dy * size * 0.2,
      y - dx * size * 0.2,
      x + dx * width - dy * size * 0.8,
      y + dy * width + dx * size * 0.8,
    ]);
    return [{ text: str, box }];
  });
  const raws = (await page.getAnnotations()) as ReadonlyArray<Readonly<Record<string, unknown>>>;
  const fields = raws.flatMap(raw => {
    const { subtype, rect, fieldType, fieldName, alternativeText, checkBox, radioButton } = raw;
    if (subtype !== 'Widget' || !Array.isArray(rect)) return [];
    const isButton = fieldType === 'Btn';
    const kind =
      checkBox === true
        ? 'checkbox'
        : radioButton === true
          ? 'radio'
          : isButton
            ? 'button'
            : (kinds[textOf(fieldType)] ?? 'unknown');
    return [
      {
        name: textOf(fieldName),
        kind,
        tooltip: textOf(alternativeText),
        option: textOf(checkBox === true ? raw['exportValue'] : raw['buttonValue']),
        value: textOf(raw['fieldValue']),
        isReadOnly: raw['readOnly'] === true,
        isHidden: raw['hidden'] === true,
        cells: raw['comb'] === true && typeof raw['maxLen'] === 'number' ? raw['maxLen'] : null,
        box: cornersOf(rect as number[]),
      },
    ];
  });
  const viewport = page.getViewport({ scale: pixelsPerPoint });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as never, viewport }).promise;
  pages.push({
    number,
    width: shown.width,
    height: shown.height,
    rotation: page.rotate,
    runs,
    fields,
    png: new Uint8Array(canvas.toBuffer('image/png')),
  });
}
const metadata = await document.getMetadata().catch(() => undefined);
const hasXfa =
  metadata !== undefined && 'IsXFAPresent' in metadata.info && metadata.info.IsXFAPresent === true;
parentPort?.postMessage({ pages, hasXfa }); // oxlint-disable-line unicorn/require-post-message-target-origin -- threads have no origin
