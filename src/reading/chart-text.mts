/** What files other than PDFs state about their patient, as lines of text. */
import type { ChartPage } from '../domain/record-requests/stated-identities.ts';

/** A line that states a person in the words of a chart; empty without a name. */
function identityLines(family: string, given: string, birthDate: string): string[] {
  const name = [family, given].map(part => part.trim().toUpperCase()).filter(part => part !== '');
  return [
    ...(name.length === 2 ? [`Patient Name: ${name.join(', ')}`] : []),
    ...(/^\d{8}/u.test(birthDate) ? [`Date of Birth: ${birthDate.slice(0, 8)}`] : []),
  ];
}

const longLengths = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);
const undefinedLength = 0xffffffff;
const implicitSyntax = '1.2.840.10008.1.2';
const unread = new Set(['1.2.840.10008.1.2.2', '1.2.840.10008.1.2.1.99']);

interface Element {
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

/** Walks the elements of a DICOM file (PS3.10) up to the patient's; those in sequences are walked as well. */
function* elementsOf(data: Buffer): Generator<Element, void> {
  let isExplicit = true;
  for (let at = 132; at + 8 <= data.length;) {
    const tag = data.readUInt16LE(at) * 0x10000 + data.readUInt16LE(at + 2);
    // A group behind the patient's. Items and their ends have the last group.
    if (tag >= 0x00110000 && tag < 0xfffe0000) return;
    const isItem = tag >= 0xfffe0000;
    const isMeta = tag < 0x00030000;
    const vr = data.toString('latin1', at + 4, at + 6);
    const isLong: boolean = (isExplicit || isMeta) && !isItem && longLengths.has(vr);
    if (isLong && at + 12 > data.length) return;
    const isShort: boolean = (isExplicit || isMeta) && !isItem && !isLong;
    const head: number = isLong ? 12 : 8;
    const length: number = isShort ? data.readUInt16LE(at + 6) : data.readUInt32LE(at + head - 4);
    const isOpen: boolean = length === undefinedLength || isItem;
    const to: number = at + head + (isOpen ? 0 : length);
    if (to > data.length) return;
    yield { tag, from: at + head, to };
    if (tag === 0x00020010) {
      const syntax: string = data
        .toString('latin1', at + head, to)
        .replace(/\0+$/u, '')
        .trim();
      if (unread.has(syntax)) return;
      isExplicit = syntax !== implicitSyntax;
    }
    at = to;
  }
}

/** Returns what a DICOM file states in its header, `undefined` if the bytes aren't one. */
export function dicomLines(bytes: Uint8Array): string[] | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.toString('latin1', 128, 132) !== 'DICM') return undefined;
  const values = new Map<number, Buffer>();
  for (const { tag, from, to } of elementsOf(data)) {
    const isWanted = tag === 0x00080005 || tag === 0x00100010 || tag === 0x00100030;
    if (isWanted && !values.has(tag)) values.set(tag, data.subarray(from, to));
  }
  const encoding =
    values.get(0x00080005)?.toString('latin1').includes('ISO_IR 192') === true ? 'utf8' : 'latin1';
  const textOf = (tag: number): string =>
    (values.get(tag)?.toString(encoding) ?? '').replaceAll('\0', ' ').trim();
  const [family = '', given = '', middle = ''] = (textOf(0x00100010).split('=')[0] ?? '').split('^');
  return identityLines(family, `${given} ${middle}`, textOf(0x00100030).replaceAll('.', ''));
}

/** Returns the text of the first element of a name. */
function elementText(xml: string, name: string): string {
  return new RegExp(String.raw`<(?:\w+:)?${name}\b[^>]*>([^<]*)<`, 'u').exec(xml)?.[1]?.trim() ?? '';
}

/** Returns what a clinical document (HL7 CDA) states about its patient, and nothing for other XML. */
function clinicalDocumentLines(xml: string): string[] {
  const patient = /<(?:\w+:)?patient\b[^>]*>([\s\S]*?)<\/(?:\w+:)?patient>/u.exec(xml)?.[1];
  if (patient === undefined) return [];
  const birthDate = /<(?:\w+:)?birthTime\b[^>]*\bvalue="(\d{8})/u.exec(patient)?.[1] ?? '';
  return identityLines(elementText(patient, 'family'), elementText(patient, 'given'), birthDate);
}

/** Returns the patients of HL7 messages, which are in fields 5 and 7 of their PID segments. */
function messageLines(lines: readonly string[]): string[] {
  return lines
    .filter(line => line.startsWith('PID|'))
    .flatMap(line => {
      const fields = line.split('|');
      const [family = '', given = '', middle = ''] = (fields[5] ?? '').split('^');
      return identityLines(family, `${given} ${middle}`, fields[7] ?? '');
    });
}

/** A form feed ends a page; without one, this many lines are a page. */
const linesOfPage = 60;

/**
 * Returns a text, a page of HTML, a clinical document, or an HL7 message as pages; `undefined` for anything
 * else.
 */
export function textPages(bytes: Uint8Array): ChartPage[] | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = data.toString('latin1', 0, 5);
  if (data.includes(0) || start === '{\\rtf') return undefined;
  const whole = data.toString('utf8');
  const text = whole.includes('\ufffd') ? data.toString('latin1') : whole;
  if (/(?![\t\n\v\f\r])\p{Cc}/u.test(text.slice(0, 4_096).replaceAll(/[\u0080-\u009f]/gu, '')))
    return undefined;
  const isMarkup = /^[\s\ufeff]*</u.test(text);
  const plain = isMarkup
    ? text
        .replaceAll(/<(?:style|script)\b[\s\S]*?<\/(?:style|script)>/giu, '')
        .replaceAll(/<(?:br|\/tr|\/p|\/div|\/li|\/h\d|\/title|\/paragraph|\/item)\b[^>]*>/giu, '\n')
        .replaceAll(/<\/t[dh]>/giu, '   ')
        .replaceAll(/<[^>]*>/gu, ' ')
        .replaceAll('&nbsp;', ' ')
    : text.replaceAll('\t', '   ');
  const stated = isMarkup ? clinicalDocumentLines(text) : [];
  const pages = plain.split('\f').flatMap(part => {
    const lines = part.split(/\r\n|\r|\n/u);
    const count = Math.ceil(lines.length / linesOfPage);
    return Array.from({ length: count }, (_, at) => lines.slice(at * linesOfPage, (at + 1) * linesOfPage));
  });
  return pages.map((lines, index) => ({
    number: index + 1,
    lines: [...(index === 0 ? stated : []), ...messageLines(lines), ...lines],
    isRecognized: false,
  }));
}
