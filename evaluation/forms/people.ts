/** Made-up people, and what they write into forms. */
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';
import type { RandomStream } from '../../src/sandbox/random-stream';
import type { FormLayout, OptionSlot, Slot } from './layout';
import { blocksOf } from './layout-blocks';

/** The person that a form is about. */
export interface Person {
  readonly firstName: string;
  readonly middleInitial: string;
  readonly lastName: string;
  readonly dateOfBirth: CalendarDate;
}

/** What someone writes and ticks on a form. */
export interface Filling {
  readonly person: Person;
  readonly signedOn: CalendarDate;
  readonly values: ReadonlyMap<Slot, string>;
  readonly ticked: ReadonlyMap<OptionSlot, ReadonlySet<string>>;
}

const givenNames = {
  en: (
    'Margaret Dennis Latoya Kevin Aisha Gregory Hannah Marcus Priya Walter ' +
    'Brenda Nathaniel Joyce Tyrone Claire Owen Mei Samuel Ingrid Jerome'
  ).split(' '),
  es: 'María José Guadalupe Álvaro Lucía Ramón Beatriz Andrés Ximena Jesús Concepción Raúl'.split(' '),
} as const;
const familyNames = {
  en: [
    'Whitfield',
    'O’Brien',
    'Kowalski',
    'Nguyen',
    'Abernathy',
    'Smith-Jones',
    'Okafor',
    'Lindqvist',
    'Patel',
    'McAllister',
    'Brown',
    'Van Dyke',
    'Hargrove',
    'Castellanos',
    'Yamamoto',
    'Rivers',
    'Day',
    'Young',
  ],
  es: [
    'Hernández',
    'Núñez',
    'García López',
    'Peña',
    'Ortiz',
    'Domínguez',
    'Reyes Soto',
    'Ibarra',
    'Villaseñor',
    'Cruz',
  ],
} as const;
/** Facilities that disclose, by language. */
export const facilities = {
  en: [
    'Harbor General Hospital',
    'Cedar Valley Medical Center',
    'Dr. Anita Rao',
    'Lakeside Family Practice',
    'St. Brendan Clinic',
    'Northgate Imaging Associates',
  ],
  es: ['Hospital San Rafael', 'Clínica del Valle', 'Harbor General Hospital', 'Dra. Elena Prieto'],
} as const;
/** Recipients, by language. */
export const recipients = {
  en: [
    'Barlow & Finch LLP',
    'Meridian Life Insurance Company',
    'Acme Law Group LLC',
    'Summit Health Research',
    'Dr. Paul Ferris',
    'Ashford Records Services, Inc.',
  ],
  es: ['Bufete Salazar y Asociados', 'Meridian Life Insurance Company', 'Clínica Santa Rosa'],
} as const;
/** Purposes, by language. */
export const purposes = {
  en: [
    'Legal proceedings',
    'Personal injury claim',
    'Life insurance application',
    'Continuing care',
    'At my request',
    'Disability determination',
  ],
  es: ['Asunto legal', 'Reclamo de seguro', 'Continuar mi tratamiento', 'Uso personal'],
} as const;
/** Streets with numbers. */
export const streets = ['4 Elm Street', '118 Garrison Ave Apt 2', '2210 Old Mill Rd', '77 W 9th St'];
/** Cities with state and ZIP code. */
export const towns = ['Boston, MA 02139', 'Dayton, OH 45402', 'Tucson, AZ 85701', 'Macon, GA 31201'];

const pad = (value: number): string => String(value).padStart(2, '0');
/** January to December. */
export const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** Date formats; each person uses one of them. */
const dateStyles: ReadonlyArray<(year: string, month: string, day: string) => string> = [
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${Number(month)}/${Number(day)}/${year}`,
  (year, month, day) => `${month}-${day}-${year}`,
  (year, month, day) => `${monthNames[Number(month) - 1] ?? ''} ${Number(day)}, ${year}`,
];

function written(date: CalendarDate, style: (typeof dateStyles)[number]): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return style(year, month, day);
}

/** Returns a person who fills in this form in its language; each one of a stream is different. */
export function inventPerson(stream: RandomStream, language: FormLayout['language']): Person {
  return {
    firstName: stream.pick(givenNames[language]),
    middleInitial: stream.pick('ABCDEFGHJKLMNPRSTVW'.split('')),
    lastName: stream.pick(familyNames[language]),
    dateOfBirth: `${stream.int(1934, 2001)}-${pad(stream.int(1, 12))}-${pad(stream.int(1, 28))}`,
  };
}

function tickedOptions(form: FormLayout, stream: RandomStream): Map<OptionSlot, Set<string>> {
  const ticked = new Map<OptionSlot, Set<string>>();
  for (const block of blocksOf(form)) {
    if (block.kind !== 'options' || block.slot === 'sensitive') continue;
    const chosen =
      block.slot === 'information'
        ? block.options.filter((_option, index) => index === 0 || stream.chance(0.35))
        : block.slot === 'relationship'
          ? block.options.slice(0, 1)
          : [stream.pick(block.options.filter(option => !/^(?:other|school|employment)/i.test(option)))];
    const before = ticked.get(block.slot) ?? new Set();
    ticked.set(block.slot, new Set([...before, ...chosen]));
  }
  return ticked;
}

/** Returns everything that a person writes, signed for themselves. */
export function fill(form: FormLayout, person: Person, stream: RandomStream): Filling {
  const { language } = form;
  const style = stream.pick(dateStyles.slice(0, language === 'es' ? 4 : 5));
  const signedOn: CalendarDate = `2026-${pad(stream.int(1, 9))}-${pad(stream.int(1, 28))}`;
  const expiresOn: CalendarDate = `2027-${pad(stream.int(1, 12))}-${pad(stream.int(1, 28))}`;
  const hasMiddle = stream.chance(0.3);
  const full = [person.firstName, ...(hasMiddle ? [person.middleInitial] : []), person.lastName].join(' ');
  const [year = '', month = '', day = ''] = person.dateOfBirth.split('-');
  const term = stream.chance(0.3);
  const terms = language === 'es' ? 'un año después de la firma' : 'One year from date of signature';
  const values = new Map<Slot, string>([
    ['patientName', full],
    [
      'patientNameReversed',
      `${person.lastName}, ${person.firstName}${hasMiddle ? ` ${person.middleInitial}` : ''}`,
    ],
    ['lastName', person.lastName],
    ['firstName', person.firstName],
    ['middleInitial', hasMiddle ? person.middleInitial : ''],
    ['dateOfBirth', written(person.dateOfBirth, style)],
    ['birthMonth', month],
    ['birthDay', day],
    ['birthYear', year],
    ['disclosingParty', stream.pick(facilities[language])],
    ['recipient', stream.pick(recipients[language])],
    ['purpose', stream.pick(purposes[language])],
    ['expiration', term ? terms : written(expiresOn, style)],
    ['datesOfService', stream.pick(['01/01/2019 - 06/30/2025', '2015 to present', 'All dates', '3/4/2024'])],
    ['signatureDate', written(signedOn, style)],
    ['signerName', full],
    ['relationship', stream.pick(language === 'es' ? ['Yo mismo', 'Paciente'] : ['Self', 'Self', 'Patient'])],
    ['address', stream.pick(streets)],
    ['cityStateZip', stream.pick(towns)],
    ['phone', `617-555-${stream.int(1000, 9999)}`],
    ['recipientAddress', `${stream.pick(streets)}, ${stream.pick(towns)}`],
    ['disclosingAddress', `${stream.pick(streets)}, ${stream.pick(towns)}`],
    ['recordNumber', String(stream.int(100_000, 999_999))],
  ]);
  return { person, signedOn, values, ticked: tickedOptions(form, stream) };
}

/** Returns a sibling: the same last name, a different first name and date of birth. */
export function siblingOf(person: Person, language: FormLayout['language']): Person {
  const names = givenNames[language];
  const other = names[(names.findIndex(name => name === person.firstName) + 7) % names.length] ?? 'Otis';
  return { ...person, firstName: other, dateOfBirth: `${Number(person.dateOfBirth.slice(0, 4)) + 2}-11-07` };
}

/** Returns a namesake: the same name, a different date of birth. */
export function namesakeOf(person: Person): Person {
  const [year = '', month = '', day = ''] = person.dateOfBirth.split('-');
  return { ...person, dateOfBirth: `${year}-${month}-${pad((Number(day) % 28) + 1)}` };
}
