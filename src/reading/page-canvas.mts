/** Images of pages: drawn, turned, straightened, and cleaned. */
import { createCanvas, type Canvas, type ImageData } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { QuarterTurn } from '../domain/auth-checks/extraction.ts';
import { maskOf, tiltOf, whiten } from './ink.mts';

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

/**
 * Frees the memory of an image that isn't needed any more. The garbage collector doesn't know how large an
 * image is, so without this a few dozen of them would pile up.
 */
export function release(canvas: Canvas): void {
  // The library takes 0 for its usual size.
  canvas.width = 1;
  canvas.height = 1;
}

/** Returns the pixels of an image. */
export function pictureOf(canvas: Canvas): ImageData {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
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

/** Turns an image clockwise. */
export function turned(canvas: Canvas, degrees: QuarterTurn): Canvas {
  if (degrees === 0) return canvas;
  const { width, height } = canvas;
  return degrees === 180 ? rotated(canvas, 180, width, height) : rotated(canvas, degrees, height, width);
}

/**
 * Turns a scanned page clockwise and straightens it: tilted lines are neither read as lines nor recognized as
 * rules. @returns the image itself if there is nothing to do
 */
export function setUpright(canvas: Canvas, degrees: QuarterTurn): Canvas {
  const facing = turned(canvas, degrees);
  const { width, height } = facing;
  const tilt = tiltOf(maskOf(pictureOf(facing)), width, height);
  if (tilt === 0) return facing;
  const upright = rotated(facing, -tilt, width, height);
  if (facing !== canvas) release(facing);
  return upright;
}

/**
 * Returns the image of a page without its frames and handwriting, which make the words around them hard to
 * read. Their pixels are whitened in the given picture, too.
 */
export function withoutPixels(picture: ImageData, pixels: Uint8Array): Canvas {
  whiten(picture, pixels);
  const cleaned = createCanvas(picture.width, picture.height);
  cleaned.getContext('2d').putImageData(picture, 0, 0);
  return cleaned;
}
