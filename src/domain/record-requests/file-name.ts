/** What a file of a record request may be called, and what kind of file its name says it is. */

const bytesMax = 255;
const forbidden = /["/;\\\p{Cc}]/u;

/**
 * The rule that the name of a file breaks (FILE-28), as the end of a sentence; `undefined` for a good name.
 */
export function fileNameFault(name: string): string | undefined {
  if (name.trim() !== name || name === '') return 'must not be empty, nor begin or end with a blank';
  if (name.startsWith('.')) return 'must not begin with a dot';
  if (forbidden.test(name) || !name.isWellFormed())
    return 'must hold no slash, backslash, quote mark, semicolon or control character';
  if (new TextEncoder().encode(name).length > bytesMax) return `must have at most ${bytesMax} bytes`;
  return undefined;
}

// What facilities return; whatever else there is downloads as it is.
const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  dcm: 'application/dicom',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** The content type of a file by the ending of its name. */
export function contentTypeOf(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return contentTypes[ending] ?? 'application/octet-stream';
}
