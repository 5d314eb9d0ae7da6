/** What an appearance of a field shows as text. */
import { PDFDict, PDFName, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { bytesOfStream } from './stream-bytes.mts';

const name = {
  font: PDFName.of('Font'),
  resources: PDFName.of('Resources'),
  subtype: PDFName.of('Subtype'),
  toUnicode: PDFName.of('ToUnicode'),
} as const;
const composite = PDFName.of('Type0');
/** More than a page of text takes. */
const bytesMax = 1024 * 1024;
const rangeMax = 0x1_00_00;

function unicodeOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  return bytes.length % 2 === 0 ? bytes.swap16().toString('utf16le') : '';
}

/** Returns the texts of a font's two-byte codes (a ToUnicode map). */
function mapOf(source: string): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  for (const [, part = ''] of source.matchAll(/beginbfchar([\s\S]*?)endbfchar/gu))
    for (const [, code = '', text = ''] of part.matchAll(/<([\dA-Fa-f]+)>\s*<([\dA-Fa-f]+)>/gu))
      map.set(Number.parseInt(code, 16), unicodeOf(text));
  for (const [, part = ''] of source.matchAll(/beginbfrange([\s\S]*?)endbfrange/gu))
    for (const [, first = '', last = '', text = ''] of part.matchAll(
      /<([\dA-Fa-f]+)>\s*<([\dA-Fa-f]+)>\s*<([\dA-Fa-f]+)>/gu,
    )) {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      const start = unicodeOf(text).codePointAt(0) ?? 0;
      for (let code = from; code <= Math.min(to, from + rangeMax); code += 1)
        if (start + code - from <= 0x10_ff_ff) map.set(code, String.fromCodePoint(start + code - from));
    }
  return map;
}

/** Returns how a font's codes read; one-byte codes are read as Latin-1. */
function readerOf(font: PDFObject | undefined): (codes: string) => string {
  if (!(font instanceof PDFDict) || font.lookup(name.subtype) !== composite) return codes => codes;
  const source = bytesOfStream(font.lookup(name.toUnicode), bytesMax);
  const map = mapOf(Buffer.from(source ?? []).toString('latin1'));
  return codes =>
    (codes.match(/[\s\S]{2}/gu) ?? [])
      .map(pair => map.get(pair.charCodeAt(0) * 256 + pair.charCodeAt(1)) ?? '')
      .join('');
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(text: string): string {
  return text
    .replaceAll(/\\(?:\r\n|[\r\n])/gu, '')
    .replaceAll(/\\([0-7]{1,3}|.)/gsu, (_, escaped: string) =>
      /^[0-7]/u.test(escaped)
        ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
        : (escapes[escaped] ?? escaped),
    );
}

const tokens =
  /\/(?<font>[^\s/[\]()<>{}%]+)\s+[-+\d.]+\s+Tf\b|\((?<text>(?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*)\)|<(?<hex>[\dA-Fa-f\s]*)>/gu;

/** Returns the text of a content stream, without a place for each part. */
export function textOfContent(bytes: Uint8Array, resources: PDFObject | undefined): string {
  const content = Buffer.from(bytes).toString('latin1');
  const fonts = resources instanceof PDFDict ? resources.lookup(name.font) : undefined;
  let read = readerOf(undefined);
  let shown = '';
  for (const { groups } of content.matchAll(tokens)) {
    if (groups?.['font'] !== undefined)
      read = readerOf(fonts instanceof PDFDict ? fonts.lookup(PDFName.of(groups['font'])) : undefined);
    else if (groups?.['text'] !== undefined) shown += read(literal(groups['text']));
    else {
      const hex = (groups?.['hex'] ?? '').replaceAll(/\s/gu, '');
      shown += read(Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex').toString('latin1'));
    }
  }
  return shown;
}

/** Returns the text that an appearance shows; empty if it shows none. */
export function textOfAppearance(appearance: PDFObject | undefined): string {
  if (!(appearance instanceof PDFStream)) return '';
  const bytes = bytesOfStream(appearance, bytesMax) ?? new Uint8Array();
  return textOfContent(bytes, appearance.dict.lookup(name.resources));
}

function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Whether an appearance shows a value. White space and punctuation don't count: forms add them. */
export function showsValue(appearance: PDFObject | undefined, value: string): boolean {
  const [shown, wanted] = [textOfAppearance(appearance), comparable(value)];
  return wanted === '' ? shown.trim() !== '' : comparable(shown).includes(wanted);
}
