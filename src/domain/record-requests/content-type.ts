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

/** Files that a browser would run or draw, whatever their name says. */
const active = /^\s*(?:<!doctype\s+html|<html|<head|<body|<script|<svg|<iframe|<\?php|<!--)/i;

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
  if (found !== undefined) return found;
  const text = textAt(start, 0, startBytes).replace(/^\u00ef\u00bb\u00bf/, '');
  if (active.test(text)) return 'application/octet-stream';
  const hasExtension = /\.[\p{L}\p{N}]{1,16}$/u.test(fileName);
  const isText = start.length > 0 && !/[^\t\n\r\f\u0020-\u007e\u0080-\u00ff]/.test(text);
  return !hasExtension && isText ? 'text/plain' : contentTypeOf(fileName);
}
