/**
 * A process of its own that reads one document: bytes in on standard input, the layout out as JSON on standard output.
 * It is started by read-document.ts with a small heap, no environment, and no right to write, to read our files or to
 * start anything, because what it reads may have been made to break it. Whatever a document does to it is an answer;
 * it ends with a code only where the fault is ours.
 */
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DocumentLayout, PageLayout, Refusal } from '../domain/auth-checks/document-layout.ts';
import { readPage } from './page-layout.mts';
import { signaturesOf } from './signatures.mts';
import { openRecogniser, type Recogniser } from './recognition.mts';

type Reading =
  | { readonly kind: 'read'; readonly layout: DocumentLayout }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

// `documentPagesMax`, which an ES module that Node runs as it is cannot import; a test holds them together.
const pagesMax = 25;
/** An A4 page at 600 dpi has 35 million pixels; a picture with more is left blank. */
const imagePixelsMax = 40_000_000;
/** A header may stand anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const headerWithin = 1024;

const require = createRequire(import.meta.url);
const pdfjs = dirname(require.resolve('pdfjs-dist/package.json'));

async function standardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

async function open(data: Uint8Array): Promise<PDFDocumentProxy | Refusal> {
  try {
    return await getDocument({
      data,
      verbosity: VerbosityLevel.ERRORS,
      standardFontDataUrl: join(pdfjs, 'standard_fonts/'),
      cMapUrl: join(pdfjs, 'cmaps/'),
      wasmUrl: join(pdfjs, 'wasm/'),
      iccUrl: join(pdfjs, 'iccs/'),
      maxImageSize: imagePixelsMax,
      enableXfa: false,
      useSystemFonts: false,
    }).promise;
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged';
  }
}

/** Tells a fault of the recogniser, which is ours and worth a retry, from one of the document. */
class RecogniserFault extends Error {}

async function read(bytes: Uint8Array): Promise<Reading> {
  const head = Buffer.from(bytes.buffer, 0, Math.min(bytes.length, headerWithin)).toString('latin1');
  if (bytes.length === 0) return { kind: 'refused', refusal: 'empty' };
  if (!head.includes('%PDF-')) return { kind: 'refused', refusal: 'notPdf' };
  // Read first: pdf.js takes the bytes for itself.
  const signatures = await signaturesOf(bytes).catch(() => []);
  const document = await open(bytes);
  if (typeof document === 'string') return { kind: 'refused', refusal: document };
  if (document.numPages > pagesMax) return { kind: 'refused', refusal: 'tooManyPages' };
  let opened: Promise<Recogniser> | undefined;
  const recogniser = (): Promise<Recogniser> => {
    opened ??= openRecogniser().catch((cause: unknown) => {
      throw new RecogniserFault('the recogniser does not open', { cause });
    });
    return opened;
  };
  const pages: PageLayout[] = [];
  try {
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      pages.push(await readPage(page, recogniser));
      page.cleanup();
    }
  } catch (error) {
    if (error instanceof RecogniserFault) throw error;
    return { kind: 'refused', refusal: 'damaged' };
  }
  return { kind: 'read', layout: { pages, signatures } };
}

const reading = await read(await standardInput());
process.stdout.write(JSON.stringify(reading), () => process.exit(0));
