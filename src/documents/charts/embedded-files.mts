import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFStream,
  PDFString,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { bytesOfStream } from './stream-bytes.mts';

/** A file in another file. */
export interface EmbeddedFile {
  readonly title: string;
  /**
   * Returns its bytes; `undefined` if they are missing or damaged. @throws LeftOut if there are more than
   * `bytesMax`
   */
  readonly read: (bytesMax: number) => Uint8Array | undefined;
}

const name = {
  annotations: PDFName.of('Annots'),
  associated: PDFName.of('AF'),
  attachment: PDFName.of('FileAttachment'),
  bytes: ['UF', 'F', 'DOS', 'Unix', 'Mac'].map(key => PDFName.of(key)),
  embedded: PDFName.of('EF'),
  file: PDFName.of('FS'),
  files: PDFName.of('EmbeddedFiles'),
  kids: PDFName.of('Kids'),
  names: PDFName.of('Names'),
  subtype: PDFName.of('Subtype'),
  titles: ['UF', 'F'].map(key => PDFName.of(key)),
} as const;
const titleLettersMax = 200;

function textOf(object: PDFObject | undefined): string {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : '';
}

/** Returns a name that an index can show: its last part, on one line. */
export function shownTitle(text: string): string {
  const last = text.split(/[/\\]/u).findLast(part => part.trim() !== '') ?? '';
  return last
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, titleLettersMax);
}

/** Returns the entries of a name tree, also of one whose nodes refer to each other in a circle. */
function* entriesOf(tree: PDFObject | undefined): Generator<readonly [PDFObject | undefined, PDFObject]> {
  const seen = new Set<PDFObject>();
  const ahead: Array<PDFObject | undefined> = [tree];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const [names, kids] = [node.lookup(name.names), node.lookup(name.kids)];
    if (names instanceof PDFArray)
      for (let at = 0; at + 1 < names.size(); at += 2) {
        const file = names.lookup(at + 1);
        if (file !== undefined) yield [names.lookup(at), file];
      }
    if (kids instanceof PDFArray)
      for (let at = kids.size() - 1; at >= 0; at -= 1) ahead.push(kids.lookup(at));
  }
}

function* objectsOf(array: PDFObject | undefined): Generator<PDFObject> {
  if (!(array instanceof PDFArray)) return;
  for (let at = 0; at < array.size(); at += 1) {
    const object = array.lookup(at);
    if (object !== undefined) yield object;
  }
}

/** Returns the files that a document names: in its list, beside it, and as paper clips on its pages. */
function* specificationsOf(document: PDFDocument): Generator<readonly [PDFObject | undefined, PDFObject]> {
  const names = document.catalog.lookup(name.names);
  if (names instanceof PDFDict) yield* entriesOf(names.lookup(name.files));
  for (const file of objectsOf(document.catalog.lookup(name.associated))) yield [undefined, file];
  for (const { node } of document.getPages()) {
    for (const file of objectsOf(node.lookup(name.associated))) yield [undefined, file];
    for (const annotation of objectsOf(node.lookup(name.annotations))) {
      const isClip = annotation instanceof PDFDict && annotation.lookup(name.subtype) === name.attachment;
      const file = isClip ? annotation.lookup(name.file) : undefined;
      if (file !== undefined) yield [undefined, file];
    }
  }
}

/** Returns the files attached to a document (ISO 32000-1, 7.11.4), each once, without opening them. */
export function embeddedFilesOf(document: PDFDocument): EmbeddedFile[] {
  const seen = new Set<PDFObject>();
  const files: EmbeddedFile[] = [];
  for (const [key, file] of specificationsOf(document)) {
    if (!(file instanceof PDFDict)) continue;
    const held = file.lookup(name.embedded);
    const stream =
      held instanceof PDFDict
        ? name.bytes.map(each => held.lookup(each)).find(each => each instanceof PDFStream)
        : undefined;
    if (seen.has(stream ?? file)) continue;
    seen.add(stream ?? file);
    const titles = [...name.titles.map(each => textOf(file.lookup(each))), textOf(key)].map(shownTitle);
    files.push({
      title: titles.find(title => title !== '') ?? `Attachment ${files.length + 1}`,
      read: bytesMax => bytesOfStream(stream, bytesMax),
    });
  }
  return files;
}
