/** How a process that reads untrusted documents opens one, both for reading and for rendering. */
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Refusal } from '../domain/auth-checks/extraction.ts';

// `documentPagesMax`, which an ES module that Node runs directly can't import; a test compares the two.
const pagesMax = 25;
/** An A4 page at 600 dpi has 35 million pixels; a larger image is left blank. */
const imagePixelsMax = 40_000_000;
/** A header may be anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const headerWithin = 1024;

const require = createRequire(import.meta.url);
const pdfjs = dirname(require.resolve('pdfjs-dist/package.json'));

/** Returns all of the standard input. */
export async function standardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Returns why bytes aren't a PDF, before opening it; `undefined` if they may be. */
export function refusalOfBytes(bytes: Uint8Array): Refusal | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWithin));
  if (bytes.length === 0) return 'empty';
  return head.toString('latin1').includes('%PDF-') ? undefined : 'notPdf';
}

/** Opens a document of so many pages at most, or returns why not; pdf.js takes over the bytes. */
export async function openDocument(
  data: Uint8Array,
  most: number = pagesMax,
): Promise<PDFDocumentProxy | Refusal> {
  try {
    const document = await getDocument({
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
    return document.numPages > most ? 'tooManyPages' : document;
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged';
  }
}

/** What Acrobat's placeholder pages say instead of the content that only Acrobat shows. */
const placeholders = {
  dynamicForm:
    /not eventually replaced by the proper contents of the document|your PDF viewer may not be able to display this type/i,
  portfolio: /open this PDF portfolio/i,
} as const;

/**
 * Returns why a document shows a placeholder instead of its content: it is a portfolio of other files, or a
 * form that only Acrobat draws. `undefined` if it shows its content.
 */
export async function hiddenContentOf(
  document: PDFDocumentProxy,
): Promise<'portfolio' | 'dynamicForm' | undefined> {
  const { info } = await document.getMetadata();
  if (Reflect.get(info, 'IsCollectionPresent') === true) return 'portfolio';
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items
    .flatMap(item => ('str' in item ? [item.str] : []))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 1_000);
  if (placeholders.portfolio.test(text)) return 'portfolio';
  return placeholders.dynamicForm.test(text) ? 'dynamicForm' : undefined;
}
