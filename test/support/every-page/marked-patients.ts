/** Patients with unique values, so that each can be searched for wherever it must not be. */

/** Returns enough digits that no mark is the prefix of another. */
function digits(value: number, width = 3): string {
  return String(value).padStart(width, '0');
}

/** A patient with eleven marked values, and how they are registered. */
export interface MarkedPatient {
  /** The customer's id. */
  readonly id: string;
  readonly form: object;
  readonly firstName: string;
  /** The text of a note on their record request. */
  readonly note: string;
  /** The name of a file returned for them. */
  readonly fileName: string;
  readonly marks: readonly string[];
}

/** The suffix after a mark's word. */
const kinds = ['id', 'first', 'last', 'town', 'mail', 'note', 'file', 'matter'] as const;

/**
 * Returns a pattern for the marks of these words. It includes more than the word: three letters in a row
 * occur in one of some thousand random tokens, and a page has a few.
 */
export function marksOf(...words: readonly string[]): RegExp {
  return new RegExp(`(?:${words.join('|')})(?:${kinds.join('|')})\\d`, 'i');
}

/** Creates one. @param word the prefix of all of its marks */
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
      reference: mark('matter'),
      siteSonar: true,
    },
    marks: [
      id,
      firstName,
      lastName,
      dateOfBirth,
      zip,
      city,
      mobile.slice(1),
      mail,
      note,
      file,
      mark('matter'),
    ],
  };
}
