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

/** Makes one. @param word what all of its marks begin with */
export function markedPatient(word: string, index: number): MarkedPatient {
  const n = digits(index);
  const [id, firstName, lastName] = [`${word}id${n}`, `${word}first${n}`, `${word}last${n}`];
  const [city, mail, note, file] = [
    `${word}town${n}`,
    `${word}mail${n}`,
    `${word}note${n}`,
    `${word}file${n}`,
  ];
  const dateOfBirth = `19${digits(11 + index, 2)}-11-${digits(1 + index, 2)}`;
  const [zip, mobile] = [`83${n}-7719`, `+12085550${digits(100 + index)}`];
  return {
    ...{ id, firstName, note: `${note} is what was said`, fileName: `${file}.pdf` },
    form: {
      ...{ firstName, lastNames: [lastName], dateOfBirth, zipCodes: [zip], city, mobile, sex: 'Female' },
      ...{ email: `${mail}@example.com`, siteSonar: true },
    },
    marks: [id, firstName, lastName, dateOfBirth, zip, city, mobile.slice(1), mail, note, file],
  };
}
