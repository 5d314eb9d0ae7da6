/**
 * The patient's birth date. Whatever says that a date is the birth date is evidence: the label of its blank,
 * the nearest words, the name of its form field. The likeliest date counts.
 */
import type { Found } from '../../domain/auth-checks/extraction';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { findDate } from '../../domain/auth-checks/stated-date';
import { blankCandidates, labelsOn, readParts } from './blank-values';
import { evidenceInBlanks, likeliestOf, type Evidence } from './evidence';
import { anyLabel, fieldRules, latestYear } from './form-fields';
import { wordsOfField } from './named-fields';
import { datesOn, isOfSomethingElse, labelsAround, nearnessOf, type Surroundings } from './nearby-values';
import type { Sheet } from './sheet';

/** How likely a date is the birth date for each reason, set by hand. */
const likelihoods = {
  /** It is in the blank of a label, times how likely the blank is the label's. */
  blank: 0.95,
  /** Its label is directly before it. */
  label: 0.9,
  /** The nearest words are a label of the birth date. */
  nearest: 0.8,
  field: 0.75,
  /** Month, day, and year have their own blanks. */
  parts: 0.8,
} as const;
/** What remains of a birth date after the signature. */
const futureShare = 0.2;
const least = 0.35;

const birthField =
  /\b(?:date of birth|birth ?date|birth ?day|dob|d o b|data de nascimento|fecha de nac\w*)\b/i;
const ofOthers =
  /\b(?:mother|father|parent|guardian|spouse|subscriber|policy ?holder|insured|guarantor|representative|witness)\b/i;

/** Words that ask for a date. */
const dateLabel =
  /\b(?:dates?|fecha|data|d\.?o\.?b|birth|born|signed|expir\w*|from|to|through|until|since|service|visit)\b/i;

const surroundings: Surroundings = {
  isLabel: text => fieldRules.patientDateOfBirth.label.test(text) && !ofOthers.test(text),
  isRival: text => dateLabel.test(text),
  reach: 80,
};

const isNumber = (text: string): boolean => /^\d{1,4}$/.test(text);
const monthPart = { label: /\b(?:date of )?birth\b.{0,12}\bmonth$/i, accepts: isNumber };
const dateParts = [
  monthPart,
  { label: /^day$/i, accepts: isNumber },
  { label: /^year$/i, accepts: isNumber },
];

/** Returns the date whose month, day, and year have their own blanks, with labels on one line. */
function inParts(sheet: Sheet): Evidence[] {
  const lines = new Set(labelsOn(sheet, monthPart).map(({ piece }) => piece.line));
  const [month, ...others] = readParts(sheet, dateParts, anyLabel, ({ line }) => lines.has(line)) ?? [];
  if (month === undefined) return [];
  const found = { ...month, text: [month, ...others].map(({ text }) => text).join('/') };
  return [{ found, source: 'parts', likelihood: likelihoods.parts }];
}

/** Returns the evidence around the dates of a page. */
function evidenceOn(sheet: Sheet): Evidence[] {
  const { label } = fieldRules.patientDateOfBirth;
  const dates = datesOn(sheet);
  const labels = dates.length === 0 ? [] : labelsAround(sheet);
  return dates.flatMap(date => {
    const { before, widget } = date;
    const found = { text: date.text, page: date.page, box: date.box };
    const isNamed = widget !== undefined && birthField.test(wordsOfField(widget));
    const named = isNamed ? [{ found, source: 'field', likelihood: likelihoods.field }] : [];
    if (isOfSomethingElse(before)) return named;
    const own = label.exec(before);
    // Nothing but signs are between a label and its value.
    if (own !== null && !/\p{L}{3}/u.test(before.slice(own.index + own[0].length)))
      return [...named, { found, source: 'nearest', likelihood: likelihoods.label }];
    const nearness = nearnessOf(labels, date, surroundings);
    return [...named, { found, source: 'nearest', likelihood: likelihoods.nearest * nearness }];
  });
}

const dateIn = (text: string): CalendarDate => findDate(text, latestYear)?.date ?? '';

/**
 * Returns the patient's birth date; `undefined` if no date is likely to be it.
 * @param signedOn the date of the signature, which comes after the birth
 */
export function findBirthDate(sheets: readonly Sheet[], signedOn: CalendarDate | null): Found | undefined {
  const evidence: Evidence[] = [
    ...evidenceInBlanks(
      blankCandidates(sheets, fieldRules.patientDateOfBirth, anyLabel),
      'blank',
      likelihoods.blank,
    ),
    ...sheets.flatMap(evidenceOn),
    ...sheets.flatMap(inParts),
  ];
  return likeliestOf(
    evidence.flatMap(one => {
      const date = dateIn(one.found.text);
      const isFuture = signedOn !== null && date > signedOn;
      return date === '' ? [] : [{ ...one, likelihood: one.likelihood * (isFuture ? futureShare : 1) }];
    }),
    dateIn,
    least,
  );
}
