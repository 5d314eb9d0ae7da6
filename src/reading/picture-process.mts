/**
 * A separate process that renders a document for a person to view: on standard input a byte, how the page is
 * shown as a line of JSON, and the document. For 0 it outputs the page sizes as JSON, for any other number
 * the image of that page as PNG. It is confined like reader-process.mts, for the same reason; whatever a
 * document does to it counts as an answer.
 */
import { openDocument, refusalOfBytes, standardInput } from './open-document.mts';
import { drawPage } from './page-layout.mts';
import type { Shown } from './scanned-page.mts';

/** The answer if there is no such image: not a PNG. */
const nothing = Buffer.from('{}');
const lineFeed = 10;

async function answer(): Promise<Buffer> {
  const input = await standardInput();
  const [wanted = 0] = input;
  const end = input.indexOf(lineFeed);
  const shown = JSON.parse(Buffer.from(input.subarray(1, end)).toString('utf8')) as Shown | null;
  // A copy, because pdf.js takes over the whole buffer.
  const bytes = input.slice(end + 1);
  if (refusalOfBytes(bytes) !== undefined) return nothing;
  const document = await openDocument(bytes);
  if (typeof document === 'string') return nothing;
  try {
    if (wanted > 0)
      return wanted > document.numPages
        ? nothing
        : await drawPage(await document.getPage(wanted), shown ?? undefined);
    const pages: Array<{ width: number; height: number }> = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 });
      pages.push({ width, height });
    }
    return Buffer.from(JSON.stringify({ pages }));
  } catch {
    return nothing;
  }
}

process.stdout.write(await answer(), () => process.exit(0));
