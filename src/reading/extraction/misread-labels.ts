/** Labels of scans of which recognition misread one letter: `Apelidos`, `Date of Blrth`. */
import type { DocumentLayout } from '../document-layout';
import type { Segment } from './text-segments';

/** Labels that are long enough to be known with a wrong letter, and are like no other words of a form. */
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

/** A label stands at the beginning of its segment, behind a number at most. */
const startsMost = 2;
const wordsMost = 14;

/** Whether two texts are alike but for one letter that is another, missing or too many. */
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
      const said = bare.toLowerCase().replaceAll("'", '’');
      const isExact = said === label.text;
      return isExact || isOneLetterOff(said, label.text)
        ? [{ ...label, isExact, end: part.slice(bare.length) }]
        : [];
    });
    // What is a label as it stands is none that was misread.
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
 * The segments of a document, labels on its recognised pages as they are meant where all but one letter of
 * them is right.
 */
export function mendLabels({ pages }: DocumentLayout, segments: readonly Segment[]): Segment[] {
  const recognised = new Set(
    pages.filter(({ source }) => source === 'recognition').map(({ number }) => number),
  );
  return segments.map(segment =>
    recognised.has(segment.page) ? { ...segment, text: mended(segment.text) } : segment,
  );
}
