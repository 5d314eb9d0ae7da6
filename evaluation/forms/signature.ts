import { randomStream } from '../../src/sandbox/random-stream';

/**
 * Draws an illegible pen stroke into a box as the signature of `name`: vector curves like those of e-signing
 * tools, the same ones for the same name.
 */
export function drawSignature(
  doc: PDFKit.PDFDocument,
  name: string,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const stream = randomStream('signature', name);
  const strokes = Math.min(14, Math.max(6, Array.from(name).length));
  const step = box.width / (strokes + 2);
  const base = box.y + box.height * 0.78;
  let x = box.x;
  doc.save().lineWidth(1.3).lineCap('round').lineJoin('round').strokeColor('#1e3a8a').moveTo(x, base);
  for (let index = 0; index < strokes; index += 1) {
    // The first letters of the names are tall, the others follow the line.
    const isCapital = index === 0 || index === Math.floor(strokes / 2);
    const rise = box.height * (isCapital ? 0.75 : 0.18 + 0.22 * stream.next());
    const drop = box.height * (isCapital ? 0.1 : 0.2 * stream.next());
    const end = x + step * (0.8 + 0.4 * stream.next());
    doc.bezierCurveTo(
      x + step * (0.1 + 0.3 * stream.next()),
      base - rise,
      end + step * (isCapital ? 0.9 : 0.3),
      base - rise * 0.9,
      end,
      base + drop * 0.4,
    );
    x = end;
  }
  doc.bezierCurveTo(
    x + step,
    base - box.height * 0.3,
    x + step * 2,
    base + box.height * 0.2,
    box.x + box.width,
    base - 4,
  );
  doc.stroke().restore();
}
