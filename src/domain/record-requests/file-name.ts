/** The rules for file names of a record request, and the file type that a name implies. */

const bytesMax = 255;
const forbidden = /["/;\\\p{Cc}]/u;

const invisible = /(?!\u200C|\u200D)\p{Cf}/gu;
// A joiner makes one emoji of several, and is needed between Persian and Indic letters.
const strayJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/**
 * Returns a file name without direction marks and invisible characters, so that a name that looks like
 * `invoice-exe.pdf` ends in `.pdf`. Idempotent.
 */
export function visibleFileName(name: string): string {
  return name.replaceAll(invisible, '').replaceAll(strayJoiner, '');
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * Returns the rule that a file name breaks (FILE-28), as the end of a sentence; `undefined` for a valid name.
 */
export function fileNameFault(name: string): string | undefined {
  if (name.trim() !== name || name === '') return 'must not be empty, or start or end with a space';
  if (name.startsWith('.')) return 'must not start with a dot';
  if (forbidden.test(name) || !name.isWellFormed())
    return 'must not contain slashes, backslashes, quotation marks, semicolons, or control characters';
  if (bytesOf(name) > bytesMax) return `must have at most ${bytesMax} bytes`;
  return undefined;
}

/** A requested new name: the resulting name, or the rule that it breaks. */
export type NewFileName = { readonly name: string } | { readonly fault: string };

/**
 * Parses a `newFilename` (FILE-28): the folder before the last slash, surrounding spaces, and invisible
 * characters are dropped, so that `gpj.exe` can't look like `exe.jpg`.
 * Names are kept in Unicode NFC, and their bytes are counted in that form.
 */
export function readNewFileName(requested: string): NewFileName {
  const name = visibleFileName(requested.slice(requested.lastIndexOf('/') + 1))
    .trim()
    .normalize('NFC');
  const fault = fileNameFault(name);
  return fault === undefined ? { name } : { fault };
}

/** An extension is short and has only letters and digits, so the period in `Dr. Smith` doesn't start one. */
const endingPattern = /\.[\p{L}\p{N}]{1,16}$/u;

// A fixed locale, so that a list is the same in every deployment.
const collator = new Intl.Collator('en', { numeric: true });

/**
 * Compares two file names as a person sorts them: by the name without its extension, numbers by their value,
 * then by the extension, so that `note.txt` comes before `note (2).txt`. Only equal names are equal.
 */
export function compareFileNames(a: string, b: string): number {
  const [nameOfA, nameOfB] = [a.replace(endingPattern, ''), b.replace(endingPattern, '')];
  return collator.compare(nameOfA, nameOfB) || collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** Truncates a text to a number of UTF-8 bytes, never inside a code point. */
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
 * Returns the name of the nth file with the same name (FILE-4): unchanged for the first, `Bill (2).pdf` for
 * the second. A name that would become too long is truncated before its number.
 */
export function numberedFileName(name: string, number: number): string {
  if (number === 1) return name;
  const [ending = ''] = endingPattern.exec(name) ?? [];
  const tail = ` (${number})${ending}`;
  const stem = name.slice(0, name.length - ending.length);
  return `${cutToBytes(stem, bytesMax - bytesOf(tail)).trimEnd()}${tail}`;
}

// What facilities return. Everything else downloads with a generic type.
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

/** Returns the content type of a file by its extension. */
export function contentTypeOf(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return contentTypes[ending] ?? 'application/octet-stream';
}
