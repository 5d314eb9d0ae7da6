/**
 * A separate process that reads one document: bytes on standard input; on standard output a line feed for
 * each page read, then the layout as JSON. It is started by read-document.ts with a small heap, no
 * environment, and no right to write, to read our files, or to start anything, because its input may be
 * malicious. Whatever a document does to it counts as an answer; it exits with an error code only if the
 * fault is ours.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CryptographicSignature, PageLayout, Reading } from './document-layout.ts';
import { hiddenContentOf, openDocument, refusalOfBytes, standardInput } from './open-document.mts';
import { readPage } from './page-layout.mts';
import { openRecognizer, type Recognizer } from './recognition/recognizer.mts';

/** Distinguishes a fault of the recognizer, which is ours and worth a retry, from one of the document. */
class RecognizerFault extends Error {}

/**
 * Returns a file's cryptographic signatures. The library takes a fifth of a second to load, and most files
 * have none: a signature's marks are outside compressed parts. If it doesn't load, the fault is ours.
 */
async function signaturesIn(bytes: Uint8Array): Promise<readonly CryptographicSignature[]> {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/ByteRange')) return [];
  const { signaturesOf } = await import('./signatures.mts');
  return signaturesOf(bytes).catch(() => []);
}

async function read(bytes: Uint8Array, told: () => void): Promise<Reading> {
  const refusal = refusalOfBytes(bytes);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  // Read first, because pdf.js takes over the bytes.
  const signatures = await signaturesIn(bytes);
  const document = await openDocument(bytes);
  if (typeof document === 'string') return { kind: 'refused', refusal: document };
  const hidden = await hiddenContentOf(document).catch(() => undefined);
  if (hidden !== undefined) return { kind: 'refused', refusal: hidden };
  let opened: Promise<Recognizer> | undefined;
  const recognizer = (): Promise<Recognizer> => {
    opened ??= openRecognizer().catch((cause: unknown) => {
      throw new RecognizerFault('the recognizer does not open', { cause });
    });
    return opened;
  };
  const pages: PageLayout[] = [];
  try {
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      pages.push(await readPage(page, recognizer));
      page.cleanup();
      told();
    }
  } catch (error) {
    if (error instanceof RecognizerFault) throw error;
    return { kind: 'refused', refusal: 'damaged' };
  }
  return { kind: 'read', layout: { pages, signatures } };
}

// Started ahead: what a document needs is loaded, and tried with one of our forms, before there is one.
if (process.argv.includes('--rehearse'))
  await read(new Uint8Array(await readFile(join(import.meta.dirname, 'rehearsal.pdf'))), () => undefined);
const reading = await read(await standardInput(), () => {
  // A sign of life for each page; in front of the answer it is JSON white space.
  process.stdout.write('\n');
});
process.stdout.write(JSON.stringify(reading), () => process.exit(0));
