/** What the fields of a form hold, whatever their appearances show (ISO 32000-1, 12.7). */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { bytesOfStream } from './stream-bytes.mts';

const name = {
  kind: PDFName.of('FT'),
  options: PDFName.of('Opt'),
  parent: PDFName.of('Parent'),
  signature: PDFName.of('Sig'),
  off: PDFName.of('Off'),
  value: PDFName.of('V'),
} as const;
/** The maximum nesting of fields, to stop at circular ones. */
const depthMax = 50;
const valueBytesMax = 1024 * 1024;

/** Returns an attribute of a field or its nearest ancestor (ISO 32000-1, 12.7.3.1). */
export function inherited(field: PDFDict, key: PDFName): PDFObject | undefined {
  let at: PDFDict | undefined = field;
  for (let depth = 0; at !== undefined && depth < depthMax; depth += 1) {
    const found = at.lookup(key);
    if (found !== undefined) return found;
    const above: PDFObject | undefined = at.lookup(name.parent);
    at = above instanceof PDFDict ? above : undefined;
  }
  return undefined;
}

/** Whether a field was filled in. A field signed only with a certificate shows nothing on any page. */
export function isFilled(field: PDFDict): boolean {
  const kind = inherited(field, name.kind);
  const value = inherited(field, name.value);
  if (value === undefined || value === name.off || kind === name.signature) return false;
  return value instanceof PDFString || value instanceof PDFHexString
    ? value.decodeText().trim() !== ''
    : true;
}

/** Returns a number of a field; 0 if it has none. */
export function numberIn(field: PDFDict, key: PDFName): number {
  const found = inherited(field, key);
  return found instanceof PDFNumber ? found.asNumber() : 0;
}

function textOf(value: PDFObject | undefined): string {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText();
  if (value instanceof PDFName) return value.decodeText();
  if (!(value instanceof PDFStream)) return '';
  const bytes = bytesOfStream(value, valueBytesMax) ?? new Uint8Array();
  return PDFHexString.of(Buffer.from(bytes).toString('hex')).decodeText();
}

/** Returns the text that a choice shows for a value, which may be different. */
function chosenText(field: PDFDict, value: string): string {
  const options = inherited(field, name.options);
  if (!(options instanceof PDFArray)) return value;
  for (let at = 0; at < options.size(); at += 1) {
    const option = options.lookup(at);
    if (option instanceof PDFArray && textOf(option.lookup(0)) === value)
      return option.size() > 1 ? textOf(option.lookup(1)) : value;
  }
  return value;
}

/** Returns the text in a field, or the chosen entries, one per line. */
export function valueOf(field: PDFDict): string {
  const value = inherited(field, name.value);
  const values = value instanceof PDFArray ? value.asArray().map((_, at) => value.lookup(at)) : [value];
  return values
    .map(each => chosenText(field, textOf(each)))
    .join('\n')
    .replaceAll(/\r\n?/gu, '\n');
}
