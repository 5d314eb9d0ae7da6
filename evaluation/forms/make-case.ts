/** Creates one document of the test set with its truth. */
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';
import { randomStream } from '../../src/sandbox/random-stream';
import { drawForm, type DrawnForm, type SignatureKind, type Written } from './draw-form';
import { halfOf, type Half } from './halves';
import type { FormLayout, PaperKind, Slot } from './layout';
import { fill, inventPerson, type Person } from './people';
import { scanForm } from './scan-form';
import { signDocument } from './sign-document';

/** The shape in which a document is uploaded. */
export const shapes = ['fields', 'flattened', 'scanned'] as const;

/** The shape in which a document is uploaded. */
export type Shape = (typeof shapes)[number];

/** How the form was filled in. */
export type State = 'signed' | 'typed' | 'unsigned' | 'blank';

/** The measured values, by their names in an analysis. */
export const valueNames = [
  'patientName',
  'patientDateOfBirth',
  'disclosingParty',
  'recipient',
  'datesOfService',
  'purpose',
  'expiration',
  'signatureDate',
  'signerName',
  'relationship',
] as const;

/** A measured value. */
export type ValueName = (typeof valueNames)[number];

/** The truth about a document. */
export interface Truth {
  readonly layout: string;
  readonly half: Half;
  readonly language: FormLayout['language'];
  readonly paper: PaperKind;
  readonly shape: Shape;
  readonly state: State;
  /** The person who fills it in, or would have if it's blank. */
  readonly person: Person;
  /** What's written, ticked, or printed; `null` for nothing. */
  readonly values: Readonly<Record<ValueName, { readonly text: string; readonly isPrinted: boolean } | null>>;
  readonly signature: SignatureKind | null;
  readonly signedOn: CalendarDate | null;
  readonly written: readonly Written[];
  readonly signaturePlace: DrawnForm['signaturePlace'];
}

/** A document and its truth. */
export interface FormCase {
  readonly pdf: Uint8Array;
  readonly truth: Truth;
}

/** Selects a document. */
export interface CaseOrder {
  readonly form: FormLayout;
  /** From 0. */
  readonly personNumber: number;
  readonly shape: Shape;
  readonly state: State;
}

const slotsOf: Readonly<Record<ValueName, readonly Slot[]>> = {
  patientName: ['patientName', 'patientNameReversed', 'lastName'],
  patientDateOfBirth: ['dateOfBirth', 'birthYear'],
  disclosingParty: ['disclosingParty'],
  recipient: ['recipient'],
  datesOfService: ['datesOfService'],
  purpose: ['purpose'],
  expiration: ['expiration'],
  signatureDate: ['signatureDate'],
  signerName: ['signerName'],
  relationship: ['relationship'],
};

/**
 * Most people sign with a pen. A cryptographically signed file is never printed, and one with an annotation
 * is never flattened.
 */
const signatureKinds: Readonly<Record<Shape, ReadonlyArray<readonly [SignatureKind, number]>>> = {
  fields: [
    ['strokes', 4],
    ['picture', 2],
    ['annotation', 1],
    ['typedMark', 1],
    ['cryptographic', 2],
  ],
  flattened: [
    ['strokes', 5],
    ['picture', 3],
    ['typedMark', 2],
  ],
  scanned: [
    ['strokes', 8],
    ['picture', 1],
    ['typedMark', 1],
  ],
};

function valuesOf(written: readonly Written[], person: Person, signedOn: CalendarDate): Truth['values'] {
  return Object.fromEntries(
    valueNames.map(name => {
      const entry = written.find(({ slot }) => slotsOf[name].some(wanted => wanted === slot));
      if (entry === undefined) return [name, null];
      const texts: Partial<Record<ValueName, string>> = {
        patientName: `${person.firstName} ${person.lastName}`,
        patientDateOfBirth: person.dateOfBirth,
        signatureDate: signedOn,
      };
      return [name, { text: texts[name] ?? entry.text, isPrinted: entry.source === 'printed' }];
    }),
  ) as Truth['values'];
}

/** Creates one document. The same order gives the same bytes and the same truth. */
export async function makeCase({ form, personNumber, shape, state }: CaseOrder): Promise<FormCase> {
  // The same people fill in a form in each shape, so that shapes can be compared.
  const stream = randomStream('case', form.name, String(personNumber));
  const person = inventPerson(stream, form.language);
  const filling = fill(form, person, stream);
  const ways = randomStream('ways', form.name, String(personNumber), shape, state);
  const signature =
    state === 'signed'
      ? ways.pick(signatureKinds[shape], ([, weight]) => weight)[0]
      : state === 'typed'
        ? 'typedName'
        : null;
  // Some people date a form and forget to sign it.
  const leftOut = new Set<Slot>(state === 'unsigned' && ways.chance(0.5) ? ['signatureDate'] : []);
  const seed = [form.name, personNumber, shape, state].join('/');
  const { document, written, signaturePlace } = await drawForm({
    form,
    filling: state === 'blank' ? null : filling,
    signature,
    leftOut,
    isInteractive: shape === 'fields',
    seed,
  });
  const bytes = await document.save({ useObjectStreams: signature !== 'cryptographic' });
  const signed = signature === 'cryptographic' ? await signDocument(bytes, person, filling.signedOn) : bytes;
  return {
    pdf: shape === 'scanned' ? await scanForm(signed, seed) : signed,
    truth: {
      layout: form.name,
      half: halfOf(form.name),
      language: form.language,
      paper: form.paper,
      shape,
      state,
      person,
      values: valuesOf(written, person, filling.signedOn),
      signature,
      signedOn: signature === null ? null : filling.signedOn,
      written,
      signaturePlace,
    },
  };
}
