/**
 * Made-up households, and how partners write down the people in them. Everybody in a household shares the
 * address, the phone, and the e-mail, so only names and birth dates tell them apart. The same seed gives the
 * same people.
 */
import { nicknameOf } from '../../src/domain/matching/nicknames';
import type { Person } from '../../src/domain/matching/person';

/** A member of a household, as our customer registers them. */
export interface Member {
  readonly role: 'father' | 'mother' | 'junior' | 'twin' | 'sibling';
  readonly person: Person;
}

/** Returns numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const women =
  'Anna Maria Emma Olivia Ava Sophia Isabella Mia Charlotte Amelia Evelyn Abigail Harper Emily Ella ' +
  'Elizabeth Camila Luna Sofía Avery Mila Aria Scarlett Penelope Layla Chloe Victoria Madison ' +
  'Eleanor Grace Nora Riley Zoe Hannah Hazel Lily Ellie Violet Lillian Zoë Stella Aurora Natalie ' +
  'Emilia Everly Leah Aubrey Willow Addison Lucy Audrey Bella Nova Brooklyn Paisley Savannah Claire ' +
  'Skylar Isla Genesis Naomi Elena Caroline Eliana Anne Jane Jean Joan Joanna Mary Marie Rosa Rose ' +
  'Ruth Núria Lê Thuy Mei Ying Fatima Aisha';
const men =
  'Liam Noah Oliver Elijah James William Benjamin Lucas Henry Alexander Mason Michael Ethan Daniel ' +
  'Jacob Logan Jackson Levi Sebastian Mateo Jack Owen Theodore Aiden Samuel Joseph John David Wyatt ' +
  'Matthew Luke Asher Carter Julian Grayson Leo Jayden Gabriel Isaac Lincoln Anthony Hudson Dylan ' +
  'Ezra Thomas Charles Christopher Jaxon Maverick Josiah Isaiah Andrew Elias Joshua Nathan Caleb ' +
  'Ryan Adrian Miles Eli Nolan Christian Aaron Cameron Ezekiel Colton Luca José Jorge Björn Søren ' +
  'Jürgen Hiếu Minh Omar Ali Wei Jun';
const lastNames =
  'Smith|Johnson|Williams|Brown|Jones|García|Miller|Davis|Rodríguez|Martínez|Hernández|López|' +
  'González|Wilson|Anderson|Thomas|Taylor|Moore|Jackson|Martin|Lee|Pérez|Thompson|White|Harris|' +
  'Sánchez|Clark|Ramírez|Lewis|Robinson|Walker|Young|Allen|King|Wright|Scott|Torres|Nguyen|Hill|' +
  "Flores|O'Brien|O’Connor|De La Cruz|Van der Berg|Van Dyke|García-López|Smith-Jones|Strauß|Müller|" +
  'Søby|Jørgensen|Ågård|Núñez|Ng|Lü|Łukasik|McDonald|Mac Donald|St. John|Saint James|Al Hassan|' +
  'Ben Ali|Di Maggio|Du Bois|Dos Santos|Đặng|Ibn Rushd';

function listOf(text: string, mark: string): readonly string[] {
  return text.split(mark);
}
const firstNames = { Female: listOf(women, ' '), Male: listOf(men, ' ') } as const;
const families = listOf(lastNames, '|');

function pickFrom<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new TypeError('there is nothing to pick from');
  return value;
}

function dateIn(random: () => number, from: number, to: number): string {
  const day = Date.UTC(from, 0, 1) + Math.floor(random() * (to - from) * 365) * 86_400_000;
  return new Date(day).toISOString().slice(0, 10);
}

const plain = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[đĐ]/g, 'd')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '');

/** Returns the members of a household: parents, a son named after his father, twins, and a sibling. */
export function household(seed: number): Member[] {
  const random = seededRandom(seed);
  const family = pickFrom(random, families);
  const shared = {
    zipCodes: [String(1_000 + Math.floor(random() * 90_000)).padStart(5, '0')],
    places: [],
    phones: [`+1617${String(2_000_000 + Math.floor(random() * 7_000_000))}`],
    emails: [`family${seed}@mail.org`],
  };
  const sexOf = (): 'Male' | 'Female' => (random() < 0.5 ? 'Male' : 'Female');
  const taken = new Set<string>();
  const nameOf = (sex: 'Male' | 'Female'): string => {
    for (;;) {
      const name = pickFrom(random, firstNames[sex]);
      // Nobody names one child by the nickname of another.
      const isFree = [...taken].every(
        other =>
          other !== name && nicknameOf(plain(other).toLowerCase(), plain(name).toLowerCase()) === undefined,
      );
      if (isFree) {
        taken.add(name);
        return name;
      }
    }
  };
  const member = (role: Member['role'], sex: 'Male' | 'Female', name: string, birthDate: string): Member => ({
    role,
    person: { ...shared, firstNames: [name], lastNames: [family], birthDate, sex },
  });
  const father = member('father', 'Male', nameOf('Male'), dateIn(random, 1945, 1970));
  const mother = member('mother', 'Female', nameOf('Female'), dateIn(random, 1945, 1970));
  const born = dateIn(random, 1985, 2010);
  const [sex, otherSex] = [sexOf(), sexOf()];
  const twins = [member('twin', sex, nameOf(sex), born), member('twin', otherSex, nameOf(otherSex), born)];
  const [name = ''] = father.person.firstNames;
  const junior = member('junior', 'Male', name, dateIn(random, 1985, 2010));
  const siblingSex = sexOf();
  const sibling = member('sibling', siblingSex, nameOf(siblingSex), dateIn(random, 1985, 2015));
  return [father, mother, junior, ...twins, sibling];
}

const digraph = (name: string): string =>
  plain(
    name
      .replaceAll('ü', 'ue')
      .replaceAll('ö', 'oe')
      .replaceAll('ä', 'ae')
      .replaceAll(/[øØ]/g, 'oe')
      .replaceAll(/[åÅ]/g, 'aa'),
  );
const joined = (name: string): string => name.replaceAll(/[\s'’.-]/gu, '');
const eachName = (person: Person, change: (name: string) => string): Person => ({
  ...person,
  firstNames: person.firstNames.map(change),
  lastNames: person.lastNames.map(change),
});

/** How partners write the same five fields: the person stays one with all of them exact. */
export const spellings: Readonly<Record<string, (person: Person) => Person>> = {
  'as we do': person => person,
  'in capitals': person => eachName(person, name => name.toUpperCase()),
  'without marks': person => eachName(person, name => plain(name).toUpperCase()),
  'with letters as two': person => eachName(person, name => digraph(name).toUpperCase()),
  joined: person => eachName(person, name => joined(plain(name)).toUpperCase()),
  'hyphens as blanks': person => eachName(person, name => name.replaceAll('-', ' ')),
  'with a degree': person => ({ ...person, lastNames: person.lastNames.map(name => `${name} MD`) }),
  'with a suffix': person => ({ ...person, lastNames: person.lastNames.map(name => `${name} Jr.`) }),
  'with a middle initial': person => ({ ...person, firstNames: person.firstNames.map(name => `${name} Q`) }),
  'with a former name': person => ({ ...person, lastNames: [...person.lastNames, 'Formerly'] }),
  'without contacts': person => ({ ...person, phones: [], emails: [] }),
  'with ZIP+4': person => ({ ...person, zipCodes: person.zipCodes.map(zip => `${zip}-1234`) }),
};

/** What partners get wrong or leave out about a person. */
export const slips: Readonly<Record<string, (person: Person, random: () => number) => Person>> = {
  'no ZIP code': person => ({ ...person, zipCodes: [] }),
  'no sex': person => ({ ...person, sex: null }),
  'another sex': person => ({ ...person, sex: person.sex === 'Male' ? 'Female' : 'Male' }),
  'no birth date': person => ({ ...person, birthDate: null }),
  'a placeholder birth date': person => ({ ...person, birthDate: '1900-01-01' }),
  'a year only': person => ({ ...person, birthDate: person.birthDate?.slice(0, 4) ?? null }),
  'January 1': person => ({ ...person, birthDate: `${person.birthDate?.slice(0, 4) ?? ''}-01-01` }),
  'a placeholder first name': person => ({ ...person, firstNames: ['Baby Boy'] }),
  'no first name': person => ({ ...person, firstNames: [] }),
  'an initial': person => ({ ...person, firstNames: person.firstNames.map(name => name.slice(0, 1)) }),
  'another last name': (person, random) => ({ ...person, lastNames: [pickFrom(random, families)] }),
  'half of the last name': person => ({
    ...person,
    lastNames: person.lastNames.map(name => name.split(/[\s-]/u).at(-1) ?? name),
  }),
  'names exchanged': person => ({ ...person, firstNames: person.lastNames, lastNames: person.firstNames }),
  'two letters swapped': person => ({
    ...person,
    firstNames: person.firstNames.map(name => name.replace(/^(.)(.)(.)/u, '$1$3$2')),
  }),
};
