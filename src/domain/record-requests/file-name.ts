/** What a file of a record request may be called, and what kind of file its name says it is. */

const bytesMax = 255;
const forbidden = /["/;\\\p{Cc}]/u;

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * The rule that the name of a file breaks (FILE-28), as the end of a sentence; `undefined` for a good name.
 */
export function fileNameFault(name: string): string | undefined {
  if (name.trim() !== name || name === '') return 'must not be empty, or start or end with a space';
  if (name.startsWith('.')) return 'must not start with a dot';
  if (forbidden.test(name) || !name.isWellFormed())
    return 'must not contain slashes, backslashes, quotation marks, semicolons, or control characters';
  if (bytesOf(name) > bytesMax) return `must have at most ${bytesMax} bytes`;
  return undefined;
}

/** What was said as a new name: the name it comes to, or the rule that it breaks. */
export type NewFileName = { readonly name: string } | { readonly fault: string };

/**
 * Reads a `newFilename` (FILE-28): the folder before the last slash and the outer blanks are no part of it.
 * Names are kept in Unicode NFC, and that is what their bytes are counted in.
 */
export function readNewFileName(said: string): NewFileName {
  const name = said
    .slice(said.lastIndexOf('/') + 1)
    .trim()
    .normalize('NFC');
  const fault = fileNameFault(name);
  return fault === undefined ? { name } : { fault };
}

/** Of `Dr. Smith` the point begins no ending: one is short, and of letters and digits only. */
const endingPattern = /\.[\p{L}\p{N}]{1,16}$/u;

/** Cuts a text to so many bytes of UTF-8, never through a code point. */
function cutToBytes(text: string, max: number): string {
  let cut = '';
  let left = max;
  for (const codePoint of text) {
    left -= bytesOf(codePoint);
    if (left < 0) break;
    cut += codePoint;
  }
  return cut;
}

/**
 * The name of the n-th file that would have the same name (FILE-4): itself for the first, `Bill (2).pdf` for
 * the second. What would be longer than a name may be is cut before its number.
 */
export function numberedFileName(name: string, number: number): string {
  if (number === 1) return name;
  const [ending = ''] = endingPattern.exec(name) ?? [];
  const tail = ` (${number})${ending}`;
  const stem = name.slice(0, name.length - ending.length);
  return `${cutToBytes(stem, bytesMax - bytesOf(tail)).trimEnd()}${tail}`;
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
