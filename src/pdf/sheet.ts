/**
 * A Letter-size PDF with a header and footer on every page, the basis of our documents and the sandbox's. The
 * same input gives the same bytes (dates and the file id come from the input), since a retried activity must
 * write the same object again.
 */
import PdfKit from 'pdfkit';

import type { CalendarDate } from '../domain/clinical/calendar-date';
import { openFont, showable, substitute, type Weight } from './typeface';

/** The colors, few and dark enough to survive a fax. */
export const ink = {
  text: '#1b2733',
  muted: '#5b6875',
  rule: '#c9d1d9',
  shade: '#eef2f5',
  accent: '#12475c',
  warning: '#9a3412',
} as const;

/** The edges of the text area, in points from the top left of the page. */
export const area = { left: 54, right: 558, top: 84, bottom: 724, width: 504 } as const;

/** The content around every page. */
export interface SheetFrame {
  /** The document's title, in its properties and at the left of the header. */
  readonly title: string;
  /** At the right of the header, such as the patient's name. */
  readonly about: string;
  /** At the left of the footer. */
  readonly foot: string;
  /** A warning on every page; absent unless it is stub data. */
  readonly warning?: string;
  /** The author in its properties. */
  readonly author: string;
  /** The date in the document's properties. */
  readonly preparedOn: CalendarDate;
  /** The language of the text; English by default. */
  readonly language?: 'en' | 'es';
  /** The page number in words; English by default. */
  readonly page?: (number: number, count: number) => string;
  /** Draws what each page after the first starts with. */
  readonly atTop?: (sheet: Sheet) => void;
  /** Whether the header and footer are black and larger, so that they survive a fax. */
  readonly isForFax?: true;
}

/** The style of a text. Size in points. */
export interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
}

/** A box on the page; `y` of the top edge. Without a height the text takes what it needs. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height?: number;
}

/** The drawing surface of a document. `y` is where the next block starts. */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  y: number;
  /** Draws text into a box, truncated with an ellipsis at its height; returns the height used. */
  readonly text: (text: string, box: Box, style?: TextStyle) => number;
  /** Returns the height of text in a width. */
  readonly heightOf: (text: string, width: number, style?: TextStyle) => number;
  /** Returns the width of text on one line. */
  readonly widthOf: (text: string, style?: TextStyle) => number;
  /** Draws a paragraph across the whole width at `y` and moves `y` below it. */
  readonly paragraph: (text: string, style?: TextStyle) => void;
  /** Starts a new page if less than `height` is left on this one. */
  readonly ensureRoom: (height: number) => void;
  readonly newPage: () => void;
}

/** Draws a document and returns its bytes. */
export async function renderPdf(frame: SheetFrame, draw: (sheet: Sheet) => void): Promise<Uint8Array> {
  const doc = new PdfKit({
    size: 'LETTER',
    // The margins are zero so that pdfkit never breaks a page itself; this module does.
    margin: 0,
    bufferPages: true,
    lang: frame.language === 'es' ? 'es-US' : 'en-US',
    displayTitle: true,
    info: {
      Title: frame.title,
      Author: frame.author,
      CreationDate: new Date(`${frame.preparedOn}T12:00:00Z`),
    },
  });
  doc.registerFont('regular', openFont('regular')).registerFont('bold', openFont('bold'));
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve).on('error', reject);
  });
  const { sheet, hasSubstitutes } = createSheet(doc, frame);
  draw(sheet);
  frameEveryPage(sheet, frame, hasSubstitutes);
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

function createSheet(
  doc: PDFKit.PDFDocument,
  { atTop }: Pick<SheetFrame, 'atTop'>,
): { sheet: Sheet; hasSubstitutes: () => boolean } {
  let substituted = false;
  const prepare = (text: string, style: TextStyle): string => {
    doc.font(style.weight ?? 'regular').fontSize(style.size ?? 9.5);
    const shown = showable(text);
    substituted ||= shown.includes(substitute) && !text.includes(substitute);
    return shown;
  };
  const sheet: Sheet = {
    doc,
    y: area.top,
    text: (text, box, style = {}) => {
      const shown = prepare(text, style);
      const height = doc.heightOfString(shown, { width: box.width });
      doc
        .fillColor(style.color ?? ink.text)
        .text(shown, box.x, box.y, {
          width: box.width,
          align: style.align ?? 'left',
          ...(box.height === undefined ? {} : { height: box.height, ellipsis: true }),
        });
      return box.height === undefined ? height : Math.min(height, box.height);
    },
    heightOf: (text, width, style = {}) => {
      const shown = prepare(text, style);
      return doc.heightOfString(shown, { width });
    },
    widthOf: (text, style = {}) => doc.widthOfString(prepare(text, style)),
    paragraph: (text, style = {}) => {
      sheet.ensureRoom(sheet.heightOf(text, area.width, style));
      sheet.y += sheet.text(text, { x: area.left, y: sheet.y, width: area.width }, style);
    },
    ensureRoom: height => {
      if (sheet.y + height > area.bottom) sheet.newPage();
    },
    newPage: () => {
      doc.addPage();
      sheet.y = area.top;
      atTop?.(sheet);
    },
  };
  return { sheet, hasSubstitutes: () => substituted };
}

function frameEveryPage(sheet: Sheet, frame: SheetFrame, hasSubstitutes: () => boolean): void {
  const { doc } = sheet;
  const { start, count } = doc.bufferedPageRange();
  const gap = 18;
  const small = frame.isForFax === true ? { size: 9, color: '#000000' } : { size: 8, color: ink.muted };
  const pageText = frame.page ?? ((number, all) => `Page ${number} of ${all}`);
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const title = { ...small, weight: 'bold' } as const;
    const titleWidth = Math.min(sheet.widthOf(frame.title, title) + 1, area.width / 2);
    sheet.text(frame.title, { x: area.left, y: 46, width: titleWidth, height: 12 }, title);
    sheet.text(
      frame.about,
      { x: area.left + titleWidth + gap, y: 46, width: area.width - titleWidth - gap, height: 12 },
      { ...small, align: 'right' },
    );
    rule(sheet, 62);
    rule(sheet, 738);
    sheet.text(frame.foot, { x: area.left, y: 744, width: 400, height: 12 }, small);
    sheet.text(
      pageText(page - start + 1, count),
      { x: area.left + 400, y: 744, width: area.width - 400, height: 12 },
      { ...small, align: 'right' },
    );
    if (frame.warning !== undefined)
      sheet.text(
        frame.warning,
        { x: area.left, y: 28, width: area.width, height: 12 },
        { size: 8, weight: 'bold', color: ink.warning, align: 'center' },
      );
    if (hasSubstitutes())
      sheet.text(
        `${substitute} replaces a character that this font can't show.`,
        { x: area.left, y: 756, width: area.width, height: 12 },
        { ...small, size: 7 },
      );
  }
}

/** Draws a thin line across the whole width. */
export function rule(sheet: Sheet, y: number): void {
  sheet.doc.moveTo(area.left, y).lineTo(area.right, y).lineWidth(0.5).strokeColor(ink.rule).stroke();
}
