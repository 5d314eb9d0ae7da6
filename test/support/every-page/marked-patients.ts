/** Patients whose values stand nowhere else, so that each can be looked for wherever it must not be. */

/** Of digits so many that no mark is the beginning of another. */
function digits(value: number, width = 3): string {
  return String(value).padStart(width, '0');
}

/** A patient, ten marked values of theirs, and how they are registered. */
export interface MarkedPatient {
  /** As their customer calls them. */
  readonly id: string;
  readonly form: object;
  readonly firstName: string;
  /** Of a note to their record request. */
  readonly note: string;
  /** Of a file that came back for them. */
  readonly fileName: string;
  readonly marks: readonly string[];
}

/** What the word of a mark is followed by. */
const kinds = ['id', 'first', 'last', 'town', 'mail', 'note', 'file'] as const;

/**
 * Finds the marks of these words. More than the word: three letters in a row stand in one of some thousand
 * random tokens, and a page has a few.
 */
export function marksOf(...words: readonly string[]): RegExp {
  return new RegExp(`(?:${words.join('|')})(?:${kinds.join('|')})\\d`, 'i');
}

/** Makes one. @param word what all of its marks begin with */
export function markedPatient(word: string, index: number): MarkedPatient {
  const n = digits(index);
  const mark = (kind: (typeof kinds)[number]): string => `${word}${kind}${n}`;
  const [id, firstName, lastName] = [mark('id'), mark('first'), mark('last')];
  const [city, mail, note, file] = [mark('town'), mark('mail'), mark('note'), mark('file')];
  const dateOfBirth = `19${digits(11 + index, 2)}-11-${digits(1 + index, 2)}`;
  const [zip, mobile] = [`83${n}-7719`, `+12085550${digits(100 + index)}`];
  return {
    id,
    firstName,
    note: `${note} is what was said`,
    fileName: `${file}.pdf`,
    form: {
      firstName,
      lastNames: [lastName],
      dateOfBirth,
      zipCodes: [zip],
      city,
      mobile,
      sex: 'Female',
      email: `${mail}@example.com`,
      siteSonar: true,
    },
    marks: [id, firstName, lastName, dateOfBirth, zip, city, mobile.slice(1), mail, note, file],
  };
}
