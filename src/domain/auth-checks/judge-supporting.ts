import { completedYears, type CalendarDate } from '../clinical/calendar-date';
import type {
  SupportingData,
  SupportingKind,
  SupportingPaper,
} from '../supporting-documents/supporting-document';
import { deathFault } from '../patients/date-of-death';
import { capacityOf, type Capacity } from './capacity';
import { compareNames } from './compare-names';
import type { AuthorizationData, ReadValue } from './extraction';
import type { JudgingContext } from './judging-context';
import { verdicts, type Placed, type Verdict } from './verdict';

type Patient = NonNullable<JudgingContext['patient']>;

const representation = '45 CFR 164.502(g)';
const estate = '45 CFR 164.502(g)(4)';

// In order of weight: the first of several doubts becomes the verdict.
const doubts = {
  otherPatient: {
    status: 'failed',
    message: "A supporting document isn't about this patient.",
    rule: representation,
    remedy: "Upload this patient's document, or correct the patient's name or date of birth.",
  },
  otherRepresentative: {
    status: 'failed',
    message: 'A supporting document appoints someone other than the signer.',
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: 'Upload the document that appoints the signer, or have the appointed person sign.',
  },
  ended: {
    status: 'failed',
    message: 'The authority in a supporting document ended before the authorization was signed.',
    rule: representation,
    remedy: 'Upload a document that was still valid, and have the authorization signed again.',
  },
  notYetGiven: {
    status: 'failed',
    message: 'The authorization was signed before the supporting document gave the authority to sign it.',
    rule: representation,
    remedy: 'Have the authorization signed again.',
  },
  endedByDeath: {
    status: 'failed',
    message: "The authorization was signed after the patient's death, which ended the power of attorney.",
    rule: estate,
    remedy: 'Have the executor or administrator of the estate sign, and upload the letters.',
  },
  beforeDeath: {
    status: 'failed',
    message: "The letters are dated before the patient's death.",
    rule: estate,
    remedy: 'Compare the dates, and upload the letters issued after the death.',
  },
  impossibleDeath: {
    status: 'warning',
    message:
      "The date of death on a death certificate can't be right: it's before the date of birth, in the " +
      'future, or more than 120 years after birth.',
    remedy: 'Compare the dates of birth and death, and correct the one that is wrong.',
  },
  otherAge: {
    status: 'warning',
    message: "The age on a death certificate doesn't match the dates of birth and death.",
    remedy: 'Compare the age with the two dates, and correct the one that is wrong.',
  },
  otherDateOfDeath: {
    status: 'warning',
    message: "The date of death on the death certificate doesn't match the record.",
    remedy: 'Compare the two dates.',
  },
  closeName: {
    status: 'warning',
    message:
      'A name on a supporting document is close to the expected one: a nickname, an initial, or a typo.',
    remedy: 'Compare the two names.',
  },
  unclear: {
    status: 'warning',
    message: "We couldn't tell who a supporting document is about, or who it appoints.",
    remedy: 'Review the document.',
  },
  unrecognised: {
    status: 'warning',
    message:
      "We don't recognize a supporting document as a power of attorney, guardianship papers, " +
      'letters of an estate, or a death certificate.',
    remedy: 'Review the document.',
  },
  hardToRead: {
    status: 'warning',
    message: "A supporting document is an image that's hard to read.",
    remedy: 'Review the document, or upload a sharper scan.',
  },
  unreadable: {
    status: 'warning',
    message:
      "A supporting document can't be read: it isn't a PDF, or it's damaged, " +
      'password-protected, or too large.',
    remedy: 'Upload it again as a PDF of at most 25 MiB and 25 pages, without a password.',
  },
} as const;

type Doubt = keyof typeof doubts;
const validity = verdicts(doubts);
const weight = Object.keys(doubts) as readonly Doubt[];

/** The kind of document that each capacity takes. */
const speaksFor: Readonly<Partial<Record<Capacity, SupportingKind>>> = {
  agent: 'powerOfAttorney',
  guardian: 'guardianship',
  estate: 'letters',
};

/** Below this confidence, a person reviews the recognized text. */
const sureFrom = 60;

const suffix = /^(?:jr|sr|ii|iii|iv|md|phd|esq)\.?$/i;

/** Returns the first and last name of a name as documents write it, `Poe, Mary` or `Mary Ann Poe Jr.`. */
function partsOfName(written: string): { readonly firstName: string; readonly lastNames: readonly string[] } {
  const [before = '', after = ''] = written.split(',').map(part => part.trim());
  if (after !== '' && !suffix.test(after)) return { firstName: after, lastNames: [before] };
  const parts = before.split(/\s+/).filter(part => !suffix.test(part));
  return { firstName: parts[0] ?? '', lastNames: [parts.at(-1) ?? ''] };
}

/** The data of an authorization and its patient that a supporting document is compared with. */
interface Signing {
  readonly patient: Patient;
  readonly today: CalendarDate;
  readonly capacity: Capacity;
  readonly signerName: ReadValue | null;
  readonly signedOn: CalendarDate;
}

function signingOf(data: AuthorizationData, patient: Patient, on: CalendarDate): Signing {
  return {
    patient,
    today: on,
    capacity: capacityOf(data, patient),
    signerName: data.signerName,
    signedOn: data.signatureDate?.date ?? on,
  };
}

/** A doubt, with the places on the document that it rests on. */
type Reason = readonly [Doubt, ...Array<ReadValue | null>];

function aboutPatient({ patientName, patientDateOfBirth: born }: SupportingData, patient: Patient): Reason[] {
  const reasons: Reason[] = [];
  if (patientName === null) reasons.push(['unclear']);
  else {
    const match = compareNames(patientName.text, patient);
    if (match === 'other') reasons.push(['otherPatient', patientName]);
    if (match === 'close') reasons.push(['closeName', patientName]);
  }
  const isSameBirth =
    born === null ||
    (born.isShortYear
      ? born.date.slice(2) === patient.dateOfBirth.slice(2)
      : born.date === patient.dateOfBirth);
  return isSameBirth ? reasons : [...reasons, ['otherPatient', born]];
}

/**
 * Returns the doubts about a document that gives the signer authority: whether it names the signer, and was
 * effective at signing.
 */
function aboutSigner(data: SupportingData, { signerName, signedOn, patient }: Signing): Reason[] {
  const { kind, representative, issuedOn, endsOn } = data;
  const reasons: Reason[] = [];
  if (representative === null) reasons.push(['unclear']);
  else if (signerName !== null) {
    const match = compareNames(representative.text, partsOfName(signerName.text));
    if (match === 'other') reasons.push(['otherRepresentative', representative]);
    if (match === 'close') reasons.push(['closeName', representative]);
  }
  if (endsOn !== null && endsOn.date < signedOn) reasons.push(['ended', endsOn]);
  if (issuedOn !== null && issuedOn.date > signedOn) reasons.push(['notYetGiven', issuedOn]);
  const { dateOfDeath } = patient;
  if (kind === 'powerOfAttorney' && dateOfDeath !== null && signedOn > dateOfDeath)
    reasons.push(['endedByDeath', representative]);
  return reasons;
}

/**
 * Whether the age that a certificate prints is another one than its date of death gives: one of them was
 * misread or written wrong.
 */
function isOtherAge({ dateOfDeath, ageAtDeath }: SupportingData, dateOfBirth: CalendarDate): boolean {
  if (dateOfDeath === null || ageAtDeath === undefined || ageAtDeath === null) return false;
  return dateOfDeath.date < dateOfBirth || completedYears(dateOfBirth, dateOfDeath.date) !== ageAtDeath.years;
}

function reasonsOf({ reading }: SupportingPaper, signing: Signing): Reason[] {
  if (typeof reading === 'string') return [['unreadable']];
  const { data, legibility } = reading;
  if (legibility.confidence !== null && legibility.confidence < sureFrom) return [['hardToRead']];
  if (data.kind === null) return [['unrecognised']];
  const { dateOfDeath } = signing.patient;
  const reasons = aboutPatient(data, signing.patient);
  if (data.kind === speaksFor[signing.capacity]) reasons.push(...aboutSigner(data, signing));
  if (
    data.kind === 'letters' &&
    data.issuedOn !== null &&
    dateOfDeath !== null &&
    data.issuedOn.date < dateOfDeath
  )
    reasons.push(['beforeDeath', data.issuedOn]);
  const { dateOfBirth } = signing.patient;
  const life = { dateOfBirth, today: signing.today };
  if (data.dateOfDeath !== null && deathFault(data.dateOfDeath.date, life) !== undefined)
    reasons.push(['impossibleDeath', data.dateOfDeath]);
  else if (isOtherAge(data, dateOfBirth))
    reasons.push(['otherAge', data.dateOfDeath, data.ageAtDeath ?? null]);
  if (data.dateOfDeath !== null && dateOfDeath !== null && data.dateOfDeath.date !== dateOfDeath)
    reasons.push(['otherDateOfDeath', data.dateOfDeath]);
  return reasons;
}

function placedOn(paper: SupportingPaper, places: ReadonlyArray<ReadValue | null>): Placed[] {
  return places.flatMap(place => (place === null ? [] : [{ ...place, document: paper.name }]));
}

/**
 * Judges whether there is a doubt about a supporting document; `null` if there is none, which never means
 * that it is valid (CHECK-9). What it says about the signer's authority is judged by `capability`.
 */
export function judgeSupporting(
  data: AuthorizationData,
  patient: Patient,
  papers: readonly SupportingPaper[],
  on: CalendarDate,
): Verdict | null {
  const signing = signingOf(data, patient, on);
  const reasons = papers.flatMap(paper =>
    reasonsOf(paper, signing).map(([doubt, ...places]) => ({ doubt, places: placedOn(paper, places) })),
  );
  const [first] = reasons.toSorted((a, b) => weight.indexOf(a.doubt) - weight.indexOf(b.doubt));
  return first === undefined ? null : validity(first.doubt, ...first.places);
}

/**
 * Returns where a supporting document proves that the signer may sign: of the kind that their capacity takes,
 * about this patient, naming this signer, and without doubts. A signer whose name isn't printed can't be
 * proven.
 */
export function findProof(
  data: AuthorizationData,
  patient: Patient,
  papers: readonly SupportingPaper[],
  on: CalendarDate,
): readonly Placed[] | undefined {
  const signing = signingOf(data, patient, on);
  const wanted = speaksFor[signing.capacity];
  if (wanted === undefined || signing.signerName === null) return undefined;
  for (const paper of papers) {
    if (typeof paper.reading === 'string' || paper.reading.data.kind !== wanted) continue;
    if (reasonsOf(paper, signing).length > 0) continue;
    const { patientName, representative, endsOn } = paper.reading.data;
    return placedOn(paper, [patientName, representative, endsOn]);
  }
  return undefined;
}

/**
 * Returns the date of death on this patient's death certificates, or `null` if there is none or two of them
 * disagree. A certificate whose name or birth date differs from the patient's, or is only close, doesn't
 * count, nor does a date that contradicts the patient's age, or the age on the certificate.
 */
export function statedDeath(patient: Patient, papers: readonly SupportingPaper[]): CalendarDate | null {
  const stated = papers.flatMap(({ reading }) =>
    typeof reading !== 'string' &&
    reading.data.kind === 'deathCertificate' &&
    reading.data.dateOfDeath !== null &&
    !reading.data.dateOfDeath.isShortYear &&
    deathFault(reading.data.dateOfDeath.date, patient) === undefined &&
    !isOtherAge(reading.data, patient.dateOfBirth) &&
    aboutPatient(reading.data, patient).length === 0
      ? [reading.data.dateOfDeath.date]
      : [],
  );
  const [first, ...others] = new Set(stated);
  return first === undefined || others.length > 0 ? null : first;
}

/** The outcomes of this check: doubts. */
export const supportingOutcomes = { documentValidity: validity.outcomes };
