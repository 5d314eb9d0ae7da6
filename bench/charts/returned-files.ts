import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createCanvas } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import { chartLimits } from '../../src/domain/record-requests/combined-chart';
import type { ChartSource } from '../../src/documents/charts/take-source';

/** A file on disk, like those that facilities return. */
export interface ReturnedFile extends ChartSource {
  /** Its number of pages in the chart; 0 if it's left out. */
  readonly pages: number;
}

/** Draws a scanned letter page at 150 dpi with paper noise; 0.3 MB. */
function scannedPage(): Buffer {
  const [width, height] = [1_275, 1_650];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const noise = randomBytes(width * height);
  for (let pixel = 0; pixel < noise.length; pixel += 1)
    image.data.fill(255 - (noise[pixel] ?? 0) / 24, pixel * 4, pixel * 4 + 4);
  context.putImageData(image, 0, 0);
  context.font = '24px sans-serif';
  for (let line = 0; line < 45; line += 1)
    context.fillText('Patient seen in follow-up; see the plan of care as discussed.', 120, 150 + line * 32);
  return canvas.toBuffer('image/jpeg', 80);
}

type Draw = (pdf: PDFKit.PDFDocument, page: number) => void;

const text: Draw = (pdf, page) => {
  for (let line = 1; line <= 50; line += 1)
    pdf.text(
      `${page}.${line}  Sodium 140 mmol/L, within the reference range of 136 to 145; collected in ` +
        'the morning.',
    );
};

async function writePdf(
  path: string,
  pages: number,
  draw: Draw,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<void> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: 36, autoFirstPage: false, ...options });
  const written = createWriteStream(path);
  pdf.pipe(written);
  for (let page = 1; page <= pages; page += 1) {
    pdf.addPage().fontSize(9);
    draw(pdf, page);
  }
  pdf.end();
  await finished(written);
}

/** Every page is a separate picture, as scanners write them. */
function scan(picture: Buffer): Draw {
  return (pdf, page) => {
    // pdfkit writes identical pictures once, so a comment makes each one unique.
    const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, page >> 8, page & 255]);
    pdf.image(Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]), 0, 0, {
      width: 612,
      height: 792,
    });
  };
}

/**
 * Writes files like those that facilities return: of ten, six have text, three are scans, and one is a long
 * scan. After every twentieth, there's a damaged one and a locked one. One is larger than the limit for
 * combining.
 */
export async function writeReturnedFiles(folder: string, count: number): Promise<ReturnedFile[]> {
  const files: ReturnedFile[] = [];
  const picture = scannedPage();
  const next = join(folder, 'next.pdf');
  const add = async (kind: string, pages: number): Promise<void> => {
    const title = `${String(files.length + 1).padStart(4, '0')} ${kind}.pdf`;
    const path = join(folder, title);
    const { size } = await stat(next);
    await rename(next, path);
    const source = async () => createReadStream(path);
    files.push({ title, contentType: 'application/pdf', sizeBytes: size, open: source, pages });
  };
  for (let index = 0; index < count; index += 1) {
    const pages = index % 10 < 6 ? 5 + (index % 7) * 6 : index % 10 < 9 ? 3 + (index % 5) * 4 : 100;
    await writePdf(next, pages, index % 10 < 6 ? text : scan(picture));
    await add(index % 10 < 6 ? 'Notes' : 'Scan', pages);
    if (index % 20 !== 19) continue;
    await writePdf(next, 10, text);
    await truncate(next, 4_000);
    await add('Damaged', 0);
    await writePdf(next, 10, text, { userPassword: 'secret', ownerPassword: 'other', pdfVersion: '1.7' });
    await add('Locked', 0);
  }
  await writeFile(next, '');
  await truncate(next, chartLimits.sourceBytes + 1);
  await add('Enormous', 0);
  return files;
}

/** Writes one scan that's nearly as large as the limit for a source. */
export async function writeLargestFile(folder: string, bytes: number): Promise<ReturnedFile> {
  const picture = scannedPage();
  const path = join(folder, 'largest.pdf');
  const pages = Math.floor(bytes / (picture.length + 1_000));
  await writePdf(path, pages, scan(picture));
  const { size } = await stat(path);
  const source = async () => createReadStream(path);
  return { title: 'largest.pdf', contentType: 'application/pdf', sizeBytes: size, open: source, pages };
}
