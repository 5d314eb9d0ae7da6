/** Simulates a printed and scanned form: tilted, noisy, blurred, compressed, faxed, stained, or cut off. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { randomStream, type RandomStream } from '../../src/sandbox/random-stream';
import { askWorker } from './ask-worker';

/** The effects of a scanner on a page. */
export interface ScanCondition {
  readonly dotsPerInch: 150 | 200 | 300;
  /** Degrees. */
  readonly tilt: number;
  /** Standard deviation of a pixel, of 255. */
  readonly noise: number;
  /** Pixels. */
  readonly blur: number;
  /** 0 to 100; `null` for a fax, which has only black and white. */
  readonly jpegQuality: number | null;
  readonly stains: number;
  readonly hasDarkEdge: boolean;
}

/** Draws realistic effects, the same ones for the same stream. */
export function scanCondition(stream: RandomStream): ScanCondition {
  const isFax = stream.chance(0.2);
  return {
    dotsPerInch: isFax ? 200 : stream.pick([150, 200, 200, 300]),
    tilt: stream.chance(0.3) ? 0 : (stream.next() - 0.5) * 4,
    noise: stream.chance(0.3) ? 0 : 12 * stream.next(),
    blur: stream.chance(0.4) ? 0 : 0.9 * stream.next(),
    jpegQuality: isFax ? null : stream.int(40, 88),
    stains: stream.chance(0.3) ? stream.int(1, 4) : 0,
    hasDarkEdge: stream.chance(0.2),
  };
}

/** Approximately normal noise: the sum of three random numbers. */
function addNoise(pixels: Uint8ClampedArray, noise: number, threshold: number | null, seed: number): void {
  let state = seed | 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let index = 0; index < pixels.length; index += 4) {
    const off = noise === 0 ? 0 : (next() + next() + next() - 1.5) * 2 * noise;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (pixels[index + channel] ?? 0) + off;
      pixels[index + channel] = threshold === null ? value : value < threshold ? 0 : 255;
    }
  }
}

function scanned(picture: Image, condition: ScanCondition, stream: RandomStream): Uint8Array {
  const { width, height } = picture;
  const canvas = createCanvas(width, height);
  const paper = canvas.getContext('2d');
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, width, height);
  paper.save();
  paper.translate(width / 2, height / 2);
  paper.rotate((condition.tilt * Math.PI) / 180);
  if (condition.blur > 0) paper.filter = `blur(${condition.blur.toFixed(2)}px)`;
  paper.drawImage(picture, -width / 2, -height / 2);
  paper.restore();
  for (let stain = 0; stain < condition.stains; stain += 1) {
    const radius = (0.01 + 0.05 * stream.next()) * width;
    paper.fillStyle = `rgba(150, 120, 80, ${(0.08 + 0.15 * stream.next()).toFixed(2)})`;
    paper.beginPath();
    paper.ellipse(
      width * stream.next(),
      height * stream.next(),
      radius,
      radius * (0.6 + stream.next()),
      0,
      0,
      7,
    );
    paper.fill();
  }
  if (condition.hasDarkEdge) {
    paper.fillStyle = '#222222';
    paper.fillRect(stream.chance(0.5) ? 0 : width - 9, 0, 9, height);
  }
  const pixels = paper.getImageData(0, 0, width, height);
  const threshold = condition.jpegQuality === null ? 140 + 40 * stream.next() : null;
  addNoise(pixels.data, condition.noise, threshold, stream.int(1, 2 ** 30));
  paper.putImageData(pixels, 0, 0);
  return new Uint8Array(
    condition.jpegQuality === null
      ? canvas.toBuffer('image/png')
      : canvas.toBuffer('image/jpeg', condition.jpegQuality),
  );
}

/** Returns a PDF with the pages as pictures, without any text. The same seed gives the same effects. */
export async function scanForm(pdf: Uint8Array, seed: string): Promise<Uint8Array> {
  const stream = randomStream('scan', seed);
  const condition = scanCondition(stream);
  const scan = await PDFDocument.create({ updateMetadata: false });
  const pictures = await askWorker<readonly Uint8Array[]>('render-worker.mts', {
    bytes: pdf,
    pixelsPerPoint: condition.dotsPerInch / 72,
  });
  for (const bytes of pictures) {
    const picture = await loadImage(Buffer.from(bytes));
    const page = scanned(picture, condition, stream);
    const image = condition.jpegQuality === null ? await scan.embedPng(page) : await scan.embedJpg(page);
    const [width, height] = picture.width > picture.height ? [792, 612] : [612, 792];
    scan.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return scan.save();
}
