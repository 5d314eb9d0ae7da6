/** Which of the forms in a document counts, and which pages are another person's. */
import { compareNames } from './compare-names';
import type { AuthorizationData, Extraction, FormReading } from './extraction';
import type { JudgingContext } from './judging-context';
import { isSamePerson, personOf } from './named-person';

type Patient = Pick<NonNullable<JudgingContext['patient']>, 'firstName' | 'lastNames' | 'dateOfBirth'>;

/** Whose form it is. */
type Owner =
  | 'patient'
  | 'another'
  /** It doesn't say whose it is. */
  | 'unknown';

/** Returns the forms of a document. Readings from before engine 6 have one. */
export function formsIn({ forms, data, pageCount }: Extraction): readonly FormReading[] {
  return forms ?? [{ pages: Array.from({ length: pageCount }, (_, index) => index + 1), data }];
}

function ownerOf({ patientName, patientDateOfBirth }: AuthorizationData, patient: Patient): Owner {
  const name = patientName === null ? undefined : compareNames(patientName.text, patient);
  const birth = patientDateOfBirth === null ? undefined : patientDateOfBirth.date === patient.dateOfBirth;
  if (name === 'other' || birth === false) return 'another';
  return name === undefined && birth === undefined ? 'unknown' : 'patient';
}

function isSigned({ signature }: AuthorizationData): boolean {
  return signature.evidence !== 'none';
}

function authorizes({ documentType }: AuthorizationData): boolean {
  return documentType !== 'unknown' && documentType !== 'noticeOfPrivacyPractices';
}

/** Whether it is a form at all, and not an identity card or another paper with a name on it. */
function isForm({ data }: FormReading): boolean {
  return authorizes(data) || data.signature.hasLine;
}

/** Whether one of a patient's forms says more than another: it is signed, and later. */
function isBetter(a: AuthorizationData, b: AuthorizationData): boolean {
  if (authorizes(a) !== authorizes(b)) return authorizes(a);
  if (isSigned(a) !== isSigned(b)) return isSigned(a);
  return (a.signatureDate?.date ?? '') > (b.signatureDate?.date ?? '');
}

/** The forms of a document, by whose they are. */
export interface SortedForms {
  /** The form that is judged: the patient's, or the first one if none is. */
  readonly judged: FormReading;
  /** Forms of other people, and signed ones without a name. */
  readonly others: readonly FormReading[];
}

/**
 * Sorts the forms of a document. Of several forms of the patient, a signed one counts before an unsigned one,
 * then the one that was signed last. Without a patient to compare with, the first form counts, and the others
 * are those of anyone it doesn't name.
 */
export function sortForms(reading: Extraction, patient: Patient | null): SortedForms {
  const forms = formsIn(reading);
  const first = forms.find(({ data }) => authorizes(data)) ?? forms[0];
  if (first === undefined) return { judged: { pages: [], data: reading.data }, others: [] };
  if (patient === null) {
    const isAnother = ({ data }: FormReading): boolean =>
      isSamePerson(personOf(data), personOf(first.data)) === false;
    return { judged: first, others: forms.filter(form => isForm(form) && isAnother(form)) };
  }
  const judged = forms.reduce<FormReading | undefined>((best, form) => {
    if (ownerOf(form.data, patient) !== 'patient') return best;
    return best === undefined || isBetter(form.data, best.data) ? form : best;
  }, undefined);
  const belongsToAnother = (form: FormReading): boolean => {
    const owner = ownerOf(form.data, patient);
    return isForm(form) && (owner === 'another' || (owner === 'unknown' && isSigned(form.data)));
  };
  const others = forms.filter(form => form !== (judged ?? first) && belongsToAnother(form));
  return { judged: judged ?? first, others };
}

/** Returns a reading in which the patient's form is the one that counts. */
export function withPatientsForm(reading: Extraction, patient: Patient | null): Extraction {
  return { ...reading, data: sortForms(reading, patient).judged.data };
}

/** Returns the pages that belong to other people's forms, in order, from 1. */
export function othersPages(reading: Extraction, patient: Patient): readonly number[] {
  return sortForms(reading, patient)
    .others.flatMap(({ pages }) => pages)
    .toSorted((a, b) => a - b);
}
