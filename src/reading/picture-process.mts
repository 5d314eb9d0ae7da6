/**
 * A process of its own that draws a document for a person to look at: a byte and the document on standard
 * input. Of 0 the sizes of its pages come out as JSON, of any other number the picture of that page as PNG.
 * It is confined as reader-process.mts is, and for the same reason; whatever a document does to it is an
 * answer.
 */
import { openDocument, refusalOfBytes, standardInput } from './open-document.mts';
import { drawPage } from './page-layout.mts';

/** What is answered where there is no such picture: no PNG. */
const nothing = Buffer.from('{}');

async function answer(): Promise<Buffer> {
  const input = await standardInput();
  const [wanted = 0] = input;
  // A copy: pdf.js takes the whole buffer for itself.
  const bytes = input.slice(1);
  if (refusalOfBytes(bytes) !== undefined) return nothing;
  const document = await openDocument(bytes);
  if (typeof document === 'string') return nothing;
  try {
    if (wanted > 0)
      return wanted > document.numPages ? nothing : await drawPage(await document.getPage(wanted));
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
