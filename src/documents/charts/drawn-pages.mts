import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { create, type Font } from 'fontkit';
import PdfKit from 'pdfkit';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart.ts';
import type { IndexEntry, IndexJob } from './chart-job.ts';

const require = createRequire(import.meta.url);
/** The typeface of everything that is drawn (SIL Open Font License). */
export const fontFiles = {
  regular: require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
} as const;

/** Replaces a character that the typeface doesn't have; nothing is transliterated. */
const substitute = '□';
/** The most pixels of an image: an A4 page at 600 dpi has 35 million. */
export const pixelsMax = 40_000_000;
const margin = 54;
/** A Letter page. */
const page = { width: 612, height: 792 } as const;
const colors = { text: '#1b2733', muted: '#5b6875', rule: '#c9d1d9' } as const;

let opened: Readonly<Record<keyof typeof fontFiles, Font>> | undefined;

function openFont(path: string): Font {
  const font = create(readFileSync(path));
  if (!('hasGlyphForCodePoint' in font)) throw new Error('a font collection where one font was expected');
  // A glyph keeps the character it was first asked for by, and none if it is first a part of another one.
  for (const character of font.characterSet) font.glyphForCodePoint(character);
  return font;
}

/** Returns the fonts, opened once for everything that this process draws. */
function fonts(): Readonly<Record<keyof typeof fontFiles, Font>> {
  opened ??= { regular: openFont(fontFiles.regular), bold: openFont(fontFiles.bold) };
  return opened;
}

type Draw = (doc: PDFKit.PDFDocument, showable: (text: string) => string) => void;

/** Returns a text with the letters that are drawn for it. */
function lettersOf(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replaceAll(/\p{Control}/gu, ' ');
}

function isDrawn(font: Font, character: string): boolean {
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/** Whether the typeface has every letter of a text. */
export function hasAllLetters(text: string): boolean {
  const { regular } = fonts();
  return Array.from(new Set(lettersOf(text))).every(character => isDrawn(regular, character));
}

/** Draws a document of Letter pages; the drawing starts the first page itself. */
async function drawn(draw: Draw): Promise<Uint8Array> {
  const doc = new PdfKit({ size: 'LETTER', margin, autoFirstPage: false });
  const { regular, bold } = fonts();
  doc.registerFont('regular', regular).registerFont('bold', bold);
  draw(doc, text =>
    Array.from(lettersOf(text), character => (isDrawn(regular, character) ? character : substitute)).join(''),
  );
  const bytes = buffer(doc);
  doc.end();
  return bytes;
}

/** Returns the UTF-16 of a text by its byte order mark, or by the zeros that every other letter then has. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && (bytes[2] !== 0 || bytes[3] !== 0)) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = Array.from(bytes.subarray(0, 512));
  const zeros = (odd: number): number =>
    sample.filter((byte, index) => index % 2 === odd && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

/** Returns text in the encoding that its bytes have; `undefined` if they are no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  // Old printers' files have a few.
  if (bytes.filter(byte => byte === 0).length > bytes.length / 100) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns text as pages: its own lines, wrapped if too long; a form feed starts a page. */
export async function textPages(text: string): Promise<Uint8Array> {
  const sheets = text.split('\f');
  return drawn((doc, showable) => {
    for (const sheet of sheets) {
      doc.addPage().font('regular').fontSize(9).fillColor(colors.text);
      const lines = sheet.split(/\r\n|\r|\n/);
      // An empty line would have no height.
      for (const line of lines) doc.text(line.trim() === '' ? ' ' : showable(line), { lineGap: 1 });
    }
  });
}

/** What pdfkit knows about an image, but its types don't. */
interface Picture {
  readonly width: number;
  readonly height: number;
  /** How to rotate a JPEG (Exif). */
  readonly orientation?: number;
}

function openPicture(bytes: Uint8Array): Picture {
  const doc = new PdfKit({ autoFirstPage: false }) as unknown as { openImage: (bytes: Buffer) => Picture };
  return doc.openImage(Buffer.from(bytes));
}

/** Returns an image (JPEG or PNG) as a page, in its own orientation. @returns why it is left out, if it is */
export async function picturePage(bytes: Uint8Array): Promise<Uint8Array | LeftOutReason> {
  try {
    const image = openPicture(bytes);
    if (image.width * image.height > pixelsMax) return 'tooHard';
    const isTurned = (image.orientation ?? 1) > 4;
    const isWide = isTurned ? image.height > image.width : image.width > image.height;
    return await drawn(sheet => {
      sheet.addPage({ size: 'LETTER', layout: isWide ? 'landscape' : 'portrait', margin: 18 });
      const fit: [number, number] = isWide
        ? [page.height - 36, page.width - 36]
        : [page.width - 36, page.height - 36];
      sheet.image(Buffer.from(bytes), 18, 18, { fit, align: 'center', valign: 'center' });
    });
  } catch {
    return 'damaged';
  }
}

const titlePrefixes = { top: '', attached: 'Attached: ', inArchive: 'In the ZIP file: ' } as const;
const columns = { number: 26, title: 376, pages: 90, attachment: 14, label: 120 } as const;
const bottom = page.height - margin;

function pageRange(from: number, { pages, isLeftOut }: IndexEntry): string {
  if (pages === 0) return isLeftOut ? 'not included' : 'ZIP file';
  return pages === 1 ? String(from) : `${from} – ${from + pages - 1}`;
}

/** Draws whose records these are, and what was requested. */
function drawIndexFacts(
  doc: PDFKit.PDFDocument,
  facts: IndexJob['facts'],
  showable: (text: string) => string,
): void {
  for (const [label, value] of facts) {
    const y = doc.y;
    doc.font('regular').fontSize(10).fillColor(colors.muted).text(label, margin, y);
    doc
      .fillColor(colors.text)
      .text(showable(value), margin + columns.label, y, { width: page.width - 2 * margin - columns.label });
    doc.x = margin;
    doc.moveDown(0.15);
  }
  doc.moveDown(0.6);
}

function drawIndexHead(
  doc: PDFKit.PDFDocument,
  { entries, facts, preparedOn }: IndexJob,
  showable: (text: string) => string,
): void {
  const leftOut = entries.filter(({ isLeftOut }) => isLeftOut).length;
  doc.addPage().font('bold').fontSize(20).fillColor(colors.text).text('Combined chart');
  doc.moveDown(0.4);
  drawIndexFacts(doc, facts, showable);
  const files = entries.filter(({ place }) => place === 'top').length;
  doc.font('regular').fontSize(10).fillColor(colors.muted);
  doc.text(`Prepared on ${preparedOn} from ${files} ${files === 1 ? 'file' : 'files'}.`);
  if (leftOut > 0)
    doc.text(
      leftOut === 1
        ? 'One file is not included. The reason is below its name. Download that file separately.'
        : `${leftOut} files are not included. The reasons are below their names. Download those files ` +
            'separately.',
    );
  doc.moveDown(1);
}

function drawIndexRow(
  doc: PDFKit.PDFDocument,
  cells: {
    readonly number: string;
    readonly title: string;
    readonly pages: string;
    readonly note: string;
    readonly isIndented: boolean;
  },
): void {
  const indent = cells.isIndented ? columns.attachment : 0;
  const width = columns.title - indent;
  doc.font('regular').fontSize(10);
  const titleHeight = doc.heightOfString(cells.title, { width });
  const noteHeight = cells.note === '' ? 0 : doc.fontSize(8.5).heightOfString(cells.note, { width });
  const height = titleHeight + noteHeight + 9;
  if (doc.y + height > bottom) doc.addPage();
  const y = doc.y + 4;
  const x = {
    number: margin,
    title: margin + columns.number + indent,
    pages: margin + columns.number + columns.title + 12,
  };
  doc.fontSize(10).fillColor(colors.muted).text(cells.number, x.number, y);
  doc.fillColor(colors.text).text(cells.title, x.title, y, { width });
  doc.text(cells.pages, x.pages, y, { width: columns.pages, align: 'right' });
  if (cells.note !== '')
    doc
      .fontSize(8.5)
      .fillColor(colors.muted)
      .text(cells.note, x.title, y + titleHeight, { width });
  const end = y + height - 4;
  doc
    .moveTo(margin, end)
    .lineTo(page.width - margin, end)
    .lineWidth(0.5)
    .strokeColor(colors.rule)
    .stroke();
  doc.x = margin;
  doc.y = end;
}

/**
 * Draws the index for an assumed number of its own pages. @returns the document, and its actual number of
 * pages
 */
async function drawIndex(job: IndexJob, ownPages: number): Promise<{ bytes: Uint8Array; pages: number }> {
  let pages = 0;
  const bytes = await drawn((doc, showable) => {
    doc.on('pageAdded', () => {
      pages += 1;
    });
    drawIndexHead(doc, job, showable);
    let next = ownPages + 1;
    let files = 0;
    for (const entry of job.entries) {
      const isTop = entry.place === 'top';
      if (isTop) files += 1;
      const cells = {
        number: isTop ? String(files) : '',
        title: showable(`${titlePrefixes[entry.place]}${entry.title}`),
        pages: pageRange(next, entry),
        note: showable(entry.notes.join(' ')),
        isIndented: !isTop,
      };
      drawIndexRow(doc, cells);
      next += entry.pages;
    }
  });
  return { bytes, pages };
}

/** Returns the index of a chart: its sources with their pages, and why others are left out. */
export async function indexPages(job: IndexJob): Promise<Uint8Array> {
  // A row's height doesn't depend on its numbers: drawn once to count its pages, and once with the resulting
  // numbers.
  const { pages } = await drawIndex(job, 0);
  return (await drawIndex(job, pages)).bytes;
}
