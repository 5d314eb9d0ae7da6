/** Images of pages: drawn, turned, straightened, and cleaned. */
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { QuarterTurn } from '../domain/auth-checks/extraction.ts';
import { maskOf, tiltOf, whiten, type Picture } from './ink.mts';

/** A poster is rendered more coarsely. */
const pixelsMax = 8_000_000;

/** A page's image and its scale. */
export interface Drawn {
  readonly canvas: Canvas;
  /** Pixels per point. */
  readonly scale: number;
}

/** Renders a page, turned clockwise; a scale that would need too many pixels is reduced. */
export async function draw(
  page: PDFPageProxy,
  wishedScale: number,
  degrees: QuarterTurn = 0,
): Promise<Drawn> {
  const rotation = (page.rotate + degrees) % 360;
  const { width, height } = page.getViewport({ scale: 1, rotation });
  const scale = Math.min(wishedScale, Math.sqrt(pixelsMax / Math.max(1, width * height)));
  const viewport = page.getViewport({ scale, rotation });
  const canvas = createCanvas(
    Math.max(1, Math.min(pixelsMax, Math.floor(viewport.width))),
    Math.max(1, Math.floor(viewport.height)),
  );
  await page.render({ canvas: canvas as never, viewport }).promise;
  return { canvas, scale };
}

/** Returns the pixels of an image. */
export function pictureOf(canvas: Canvas): Picture {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return { data, width: canvas.width, height: canvas.height };
}

/** Returns an image of this size with another one on it, turned clockwise around the middle. */
function rotated(canvas: Canvas, degrees: number, width: number, height: number): Canvas {
  const upright = createCanvas(width, height);
  const paper = upright.getContext('2d');
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, width, height);
  paper.translate(width / 2, height / 2);
  paper.rotate((degrees * Math.PI) / 180);
  paper.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
  return upright;
}

/** Straightens a scanned page: tilted lines are neither read as lines nor recognized as rules. */
export function setUpright(canvas: Canvas): Canvas {
  const { width, height } = canvas;
  const degrees = tiltOf(maskOf(pictureOf(canvas)), width, height);
  return degrees === 0 ? canvas : rotated(canvas, -degrees, width, height);
}

/** Turns an image clockwise. */
export function turned(canvas: Canvas, degrees: QuarterTurn): Canvas {
  if (degrees === 0) return canvas;
  const { width, height } = canvas;
  return degrees === 180 ? rotated(canvas, 180, width, height) : rotated(canvas, degrees, height, width);
}

/** Removes the page's frames and handwriting, which make the words around them hard to read. */
export function withoutPixels(canvas: Canvas, pixels: Uint8Array): Canvas {
  const { width, height } = canvas;
  const image = canvas.getContext('2d').getImageData(0, 0, width, height);
  whiten(image, pixels);
  const cleaned = createCanvas(width, height);
  cleaned.getContext('2d').putImageData(image, 0, 0);
  return cleaned;
}
