/** Opens PDFs and pictures that facilities returned: the pages' text, or the image of one page. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { AnnotationType, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ChartPage } from '../domain/record-requests/stated-identities.ts';
import { linesOf } from './chart-lines.mts';
import { openDocument, refusalOfBytes } from './open-document.mts';
import { drawPage, readPage, wordsOn } from './page-layout.mts';
import type { Recognizer } from './recognition/recognizer.mts';

// The limits of read-chart.ts, which an ES module that Node runs directly can't import; a test compares them.
const pagesMax = 5_000;
const textPagesMax = 1_000;
const recognizedFirst = 5;
const recognizedMax = 20;

/** A fault of the recognizer, which is ours and worth a retry, as opposed to one of the file. */
export class RecognizerFault extends Error {}

function isPng(bytes: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47].every((byte, at) => bytes[at] === byte);
}

/** Returns a picture as a PDF of one page, and every other file unchanged. */
async function asPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const isJpeg = [0xff, 0xd8, 0xff].every((byte, at) => bytes[at] === byte);
  if (!isJpeg && !isPng(bytes)) return bytes;
  const document = await PDFDocument.create();
  const image = await (isJpeg ? document.embedJpg(bytes) : document.embedPng(bytes));
  // A Letter page, upright or sideways: what is a page of paper is recognized at the usual size.
  const [width, height] = image.width > image.height ? [792, 612] : [612, 792];
  const scale = Math.min(width / image.width, height / image.height);
  const size = { width: image.width * scale, height: image.height * scale };
  document.addPage([size.width, size.height]).drawImage(image, { x: 0, y: 0, ...size });
  return document.save();
}

/** Chooses the scanned pages that are recognized: the first ones, and others spread over the rest. */
function chosen(scanned: readonly number[]): readonly number[] {
  const [first, rest] = [scanned.slice(0, recognizedFirst), scanned.slice(recognizedFirst)];
  const count = Math.min(rest.length, recognizedMax - recognizedFirst);
  const spread = Array.from({ length: count }, (_, at) => rest[Math.floor((at * rest.length) / count)] ?? 0);
  return [...first, ...spread];
}

/** Opens the recognizer when the first page needs it, since it takes a while to load. */
function onDemand(): () => Promise<Recognizer> {
  let opened: Promise<Recognizer> | undefined;
  return () => {
    opened ??= import('./recognition/recognizer.mts')
      .then(({ openRecognizer }) => openRecognizer())
      .catch((cause: unknown) => {
        throw new RecognizerFault('the recognizer does not open', { cause });
      });
    return opened;
  };
}

async function readAll(document: PDFDocumentProxy, told: () => void): Promise<ChartPage[]> {
  const recognizer = onDemand();
  const pages: ChartPage[] = [];
  const scanned: number[] = [];
  for (let number = 1; number <= Math.min(document.numPages, textPagesMax); number += 1) {
    const page = await document.getPage(number);
    const { words, isText } = await wordsOn(page, page.getViewport({ scale: 1 }));
    if (isText) pages.push({ number, lines: linesOf(words), isRecognized: false });
    else scanned.push(number);
    page.cleanup();
    if (number % 20 === 0) told();
  }
  for (const number of chosen(scanned)) {
    const page = await document.getPage(number);
    const { words } = await readPage(page, recognizer);
    pages.push({ number, lines: linesOf(words), isRecognized: true });
    page.cleanup();
    told();
  }
  return pages.toSorted((a, b) => a.number - b.number);
}

/** Whether files are attached to a document, or to one of its pages. */
async function isWithAttachments(document: PDFDocumentProxy): Promise<boolean> {
  const attached = await document.getAttachments();
  if (attached !== null && attached.size > 0) return true;
  const clips = await document.getAnnotationsByType(new Set([AnnotationType.FILEATTACHMENT]), new Set());
  return clips.length > 0;
}

/** The pages that are read of a file, and how many it has. */
export interface ReadPages {
  readonly pages: readonly ChartPage[];
  readonly pageCount: number;
  readonly hasAttachments: boolean;
}

/**
 * Returns the pages of a PDF or a picture; `undefined` if the bytes are neither, or can't be opened.
 * @param told called while it goes on
 * @throws RecognizerFault
 */
export async function readPages(bytes: Uint8Array, told: () => void): Promise<ReadPages | undefined> {
  try {
    const document = await openDocument(await asPdf(bytes), pagesMax);
    if (typeof document === 'string') return undefined;
    const hasAttachments = await isWithAttachments(document);
    return { pages: await readAll(document, told), pageCount: document.numPages, hasAttachments };
  } catch (error) {
    if (error instanceof RecognizerFault) throw error;
    return undefined;
  }
}

/** Returns a page as PNG; `undefined` if there is none. */
export async function drawOne(bytes: Uint8Array, number: number): Promise<Buffer | undefined> {
  try {
    const pdf = await asPdf(bytes);
    if (refusalOfBytes(pdf) !== undefined) return undefined;
    const document = await openDocument(pdf, pagesMax);
    if (typeof document === 'string' || number > document.numPages) return undefined;
    return await drawPage(await document.getPage(number));
  } catch {
    return undefined;
  }
}
