import { contentTypeOf } from './file-name';

/** How many bytes from its start tell what a file is: a PDF may begin anywhere in its first kilobyte. */
export const startBytes = 1_024;

function textAt(start: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...start.subarray(from, from + length));
}

const isobmffBrands: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  mif1: 'image/heic',
  msf1: 'image/heic',
};

/** What begins with these bytes, in Latin-1. */
const beginnings: ReadonlyArray<readonly [start: string, contentType: string]> = [
  ['\u00ff\u00d8\u00ff', 'image/jpeg'],
  ['\u0089PNG\r\n', 'image/png'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['GIF8', 'image/gif'],
  ['PK\u0003\u0004', 'application/zip'],
  ['{\\rtf', 'application/rtf'],
];

const office = 'application/vnd.openxmlformats-officedocument';
/** Documents that are ZIP files inside, by their extension. */
const zippedDocuments: Readonly<Record<string, string>> = {
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
};
/** The first file in them (ECMA-376, part 2), after the fixed part of its header. */
const firstPart = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/)/u;
const zipHeaderLength = 30;
/** How an OpenDocument file begins (part 2 of its specification, 3.3): its type, not compressed. */
const openDocument = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z]+)/u;

/** Returns the type of a document that is a ZIP file inside; `undefined` for a ZIP file of files. */
function zippedDocumentType(text: string, fileName: string): string | undefined {
  const inside = text.slice(zipHeaderLength);
  if (!firstPart.test(inside)) return openDocument.exec(inside)?.[1];
  return zippedDocuments[fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()];
}

/** Files that a browser would run or draw, whatever their name says. */
const active =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+(?:html|svg)|<html|<head|<body|<script|<svg|<iframe|<\?php|<!--)/i;

/** Returns the content type that the first bytes of a file tell; `undefined` if they don't. */
export function contentTypeByBytes(start: Uint8Array): string | undefined {
  const text = textAt(start, 0, startBytes);
  if (text.includes('%PDF-')) return 'application/pdf';
  if (text.startsWith('RIFF') && textAt(start, 8, 4) === 'WEBP') return 'image/webp';
  if (textAt(start, 4, 4) === 'ftyp') return isobmffBrands[textAt(start, 8, 4)];
  if (textAt(start, 128, 4) === 'DICM') return 'application/dicom';
  return beginnings.find(([beginning]) => text.startsWith(beginning))?.[1];
}

/**
 * Returns the content type of a file by what it is: by its first bytes, and only if they don't tell, by its
 * name. A page or script under the name of a document has the generic type, so that no browser runs it. Text
 * without an extension is plain text.
 */
export function contentTypeOfFile(start: Uint8Array, fileName: string): string {
  const found = contentTypeByBytes(start);
  const text = textAt(start, 0, startBytes).replace(/^\u00ef\u00bb\u00bf/, '');
  if (found === 'application/zip') return zippedDocumentType(text, fileName) ?? found;
  if (found !== undefined) return found;
  if (active.test(text)) return 'application/octet-stream';
  if (/^<\?xml\s/u.test(text)) return 'application/xml';
  const hasExtension = /\.[\p{L}\p{N}]{1,16}$/u.test(fileName);
  const isText = start.length > 0 && !/[^\t\n\r\f\u0020-\u007e\u0080-\u00ff]/.test(text);
  return !hasExtension && isText ? 'text/plain' : contentTypeOf(fileName);
}
