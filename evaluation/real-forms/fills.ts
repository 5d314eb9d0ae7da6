/**
 * Other fillings of the same forms: other people, other hands, and entries that miss their line a little. A
 * reader that was developed with one filling of each form is measured with another.
 */
import { StandardFonts } from '@cantoo/pdf-lib';
import type { RandomStream } from '../../src/sandbox/random-stream';
import { inventPerson, monthNames, type Person } from '../forms/people';
import type { PenDrawing } from './hands';
import type { DateStyle } from './typed-dates';

/** How a person fills in a form. */
interface Filler {
  readonly person: Person;
  readonly dateStyle: DateStyle;
  /** Whether everything is in capital letters. */
  readonly isLoud: boolean;
}

/** How far from its place something is written. */
export interface Hand {
  readonly face: StandardFonts;
  /** Points. */
  readonly size: number;
  /** How far above the line letters rest; negative if they overlap it. */
  readonly lift: number;
  /** Where in the space of a place an entry starts, 0 to 1. */
  readonly indent: number;
  /** How far to the right or left of its place an entry starts, in points. */
  readonly shift: number;
  readonly signs: 'drawn' | 'typed';
  /** How a signature differs from one of the usual size at the usual place. */
  readonly stretch: { readonly by: number; readonly across: number; readonly down: number };
}

const givenNames = {
  en: [
    'Bartholomew',
    'Mary Ann',
    'Jo',
    'Anne-Marie',
    'Christopher',
    'Te',
    'Evangeline',
    'D’Andre',
    'Rosalind',
    'Xi',
  ],
  es: ['María Fernanda', 'Luz', 'Juan Carlos', 'Encarnación', 'Iñigo', 'Ana', 'Guillermina'],
} as const;
const familyNames = {
  en: [
    'Featherstonehaugh',
    'Montgomery-Whitcombe',
    'De La Cruz',
    'Ng',
    'O’Shaughnessy',
    'St. John',
    'Hernández Villanueva',
    'Papadopoulos',
    'Le',
    'Van der Berg',
    'Wojciechowski',
    'García-Márquez',
    'Page',
    'Street',
  ],
  es: ['Gutiérrez Villaseñor', 'De la Fuente', 'Ruiz', 'Echeverría Montes', 'San Martín', 'Paz'],
} as const;

const monthOf = (month: string): string => monthNames[Number(month) - 1] ?? '';
/** Years have four digits, because a date with two is only a warning. */
const dateStyles: readonly DateStyle[] = [
  (year, month, day) => `${Number(month)}/${Number(day)}/${year}`,
  (year, month, day) => `${month}-${day}-${year}`,
  (year, month, day) => `${monthOf(month)} ${Number(day)}, ${year}`,
  (year, month, day) => `${monthOf(month)} ${Number(day)} ${year}`,
  (year, month, day) => `${monthOf(month).slice(0, 3)}. ${Number(day)}, ${year}`,
  (year, month, day) => `${Number(month)} - ${Number(day)} - ${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${day}-${monthOf(month).slice(0, 3)}-${year}`,
  (year, month, day) => `${Number(month)}.${Number(day)}.${year}`,
];

/** Returns another person who fills in a form, with other habits. */
export function anotherFiller(stream: RandomStream, language: 'en' | 'es'): Filler {
  const person = inventPerson(stream, language);
  return {
    person: {
      ...person,
      firstName: stream.pick(givenNames[language]),
      lastName: stream.pick(familyNames[language]),
    },
    dateStyle: stream.pick(dateStyles),
    isLoud: stream.chance(0.2),
  };
}

const faces = [
  [StandardFonts.Helvetica, 3],
  [StandardFonts.Courier, 2],
  [StandardFonts.TimesRoman, 3],
  [StandardFonts.CourierBold, 1],
  [StandardFonts.TimesRomanBoldItalic, 1],
  [StandardFonts.HelveticaOblique, 2],
] as const;

/** Returns how another person types and signs. */
export function pickHand(stream: RandomStream): Hand {
  return {
    face: stream.pick(faces, ([, weight]) => weight)[0],
    size: 7 + 5.5 * stream.next(),
    lift: -2 + 7 * stream.next(),
    indent: stream.pick([0, 0, 0.25, 0.5, 1]),
    shift: -2 + 6 * stream.next(),
    signs: stream.chance(0.12) ? 'typed' : 'drawn',
    stretch: { by: 0.8 + 0.5 * stream.next(), across: -6 + 24 * stream.next(), down: -4 + 6 * stream.next() },
  };
}

/** Returns a signature in another size and at another place. */
export function stretched(drawing: PenDrawing, { by, across, down }: Hand['stretch']): PenDrawing {
  const points = drawing.strokes.flat();
  const [left, bottom] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([, y]) => y))];
  return {
    ...drawing,
    strokes: drawing.strokes.map(stroke =>
      stroke.map(([x, y]) => [left + (x - left) * by + across, bottom + (y - bottom) * by + down] as const),
    ),
  };
}
