/** Labels on scans in which recognition misread one letter: `Apelidos`, `Date of Blrth`. */
import type { DocumentLayout } from '../document-layout';
import type { Segment } from './text-segments';

/** Labels long enough to be recognized with a wrong letter, and unlike other words on a form. */
const labels = [
  'date of birth',
  'birth date',
  'birthdate',
  'patient name',
  'patient’s name',
  'name of patient',
  'full name',
  'last name',
  'first name',
  'apellidos',
  'apellido',
  'nombre del paciente',
  'nombre completo',
  'fecha de nacimiento',
  'purpose of disclosure',
  'purpose of release',
  'propósito',
  'expiration date',
  'fecha de vencimiento',
  'date signed',
  'signature of patient',
  'patient signature',
  'printed name',
  'relationship to patient',
  'parentesco',
].map(text => ({ text, count: text.split(' ').length }));

/** A label is at the start of its segment, after at most a number. */
const startsMost = 2;
const wordsMost = 14;

/** Whether two texts are equal except for one letter replaced, missing, or added. */
function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const from = short.length === long.length ? start + 1 : start;
  return one !== other && short.slice(from) === long.slice(start + 1);
}

function mended(text: string): string {
  const words = text.split(' ');
  if (words.length > wordsMost) return text;
  for (let start = 0; start < Math.min(startsMost, words.length); start += 1) {
    const near = labels.flatMap(label => {
      const part = words.slice(start, start + label.count).join(' ');
      const [bare = ''] = /^.*?(?=[:.,*]*$)/.exec(part) ?? [];
      const plain = bare.toLowerCase().replaceAll("'", '’');
      const isExact = plain === label.text;
      return isExact || isOneLetterOff(plain, label.text)
        ? [{ ...label, isExact, end: part.slice(bare.length) }]
        : [];
    });
    // An exact label isn't a misread one.
    if (near.some(({ isExact }) => isExact)) return text;
    const [label] = near;
    if (label !== undefined)
      return [
        ...words.slice(0, start),
        `${label.text}${label.end}`,
        ...words.slice(start + label.count),
      ].join(' ');
  }
  return text;
}

/**
 * Returns the segments of a document, with labels on recognized pages corrected if all but one of their
 * letters are right.
 */
export function mendLabels({ pages }: DocumentLayout, segments: readonly Segment[]): Segment[] {
  const recognized = new Set(
    pages.filter(({ source }) => source === 'recognition').map(({ number }) => number),
  );
  return segments.map(segment =>
    recognized.has(segment.page) ? { ...segment, text: mended(segment.text) } : segment,
  );
}
