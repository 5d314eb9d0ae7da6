/** What shows a placeholder instead of its content. */
import { PDFArray, PDFBool, PDFName, type PDFDocument } from '@cantoo/pdf-lib';
import { bytesOfStream } from './stream-bytes.mts';
import { textOfContent } from './appearance-text.mts';

const name = { contents: PDFName.of('Contents'), needsRendering: PDFName.of('NeedsRendering') } as const;
const contentBytesMax = 1024 * 1024;
/** What the pages say that Acrobat replaces by a form which only it draws (XFA), without white space. */
const placeholder =
  /noteventuallyreplacedbythepropercontentsofthedocument|yourpdfviewermaynotbeabletodisplaythistype/iu;

/** Whether the pages of a document only stand in for a form that Adobe Acrobat draws. */
export function isDynamicForm(document: PDFDocument): boolean {
  if (document.catalog.lookup(name.needsRendering) === PDFBool.True) return true;
  const [first] = document.getPages();
  const contents = first?.node.lookup(name.contents);
  const parts =
    contents instanceof PDFArray ? contents.asArray().map((_, at) => contents.lookup(at)) : [contents];
  try {
    const bytes = parts.map(part => bytesOfStream(part, contentBytesMax) ?? new Uint8Array());
    const text = textOfContent(Buffer.concat(bytes), first?.node.Resources());
    return placeholder.test(text.replaceAll(/\s/gu, ''));
  } catch {
    return false;
  }
}
