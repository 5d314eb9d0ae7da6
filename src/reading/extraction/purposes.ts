/**
 * The purpose of a disclosure: a checked option below or behind its question, what is written there, or a
 * sentence. Every candidate gets a score, and the best one counts.
 */
import type { Found } from '../../domain/auth-checks/extraction';
import { findDate } from '../../domain/auth-checks/stated-date';
import { labelsOn, readBlanks } from './blank-values';
import type { CheckedOption } from './checked-options';
import { anyLabel, fieldRules, latestYear } from './form-fields';
import { distancesOn, optionTextsOn } from './questions';
import { fromSentence, type RunningText } from './sentences';
import type { Sheet } from './sheet';

/** How much each kind of candidate counts; a form's field is sure, and ink may be something else. */
const weights = {
  option: { field: 0.9, typed: 0.8, ink: 0.7 },
  /** For each 100 points from its question. */
  distance: -0.2,
  /** How likely what is in a blank is the label's. */
  written: 0.8,
  sentence: 0.5,
} as const;
const scoreLeast = 0.45;

interface Candidate {
  readonly found: Found;
  readonly score: number;
}

const rule = {
  ...fieldRules.purpose,
  label:
    /\b(?:purposes?(?: ?\(s\))?|reasons?|need) (?:of|for|i am|to)\b|\bpurpose(?:\(s\)|s)?\b|\b(?:prop[óo]sito|motivo|finalidade?)(?: d[ea] (?:(?:la|esta) )?(?:divulga(?:ci[óo]n|ção)|solicitud|autorizaci[óo]n))?\b|\b(?:will|to) be used for\b|^(?:reason|for|motivo)(?=:|$)/iu,
  not: /\b(?:purposes? (?:of this (?:form|request)|other than|stated|described|listed|set forth|above|specified)|for (?:such|that|those|any|other) purposes?|no reason|any reason|(?:marketing|payment|training|research|legal) purposes)\b/iu,
};
const [purposeWordsMax, writtenWordsMax] = [16, 9];

/** What isn't a purpose even if it is checked or written behind the word. */
const notPurpose =
  /\b(?:signature|date|records?(?! (?:transfer|review))|reports?|notes|fax|paper|cd|dvd|usb|e-?mail|pick ?up|portal(?! access)|this (?:form|request)|other|otr[oa]|specify|check|from|yes|no|fee|expire\w*)\b/iu;

/** Options of other questions: what to send, and how. */
const notOption =
  /\b(?:paper|cd|dvd|usb|fax|pick ?up|portal(?! access)|e-?mail|mail|reports?|notes|x-?rays?|labs?|immunizations?|will be used)\b/iu;

function isPurpose(text: string): boolean {
  return (
    text.split(' ').length <= writtenWordsMax &&
    /\p{L}{4}/u.test(text) &&
    fieldRules.purpose.accepts(text) &&
    findDate(text, latestYear) === undefined
  );
}

function optionsOn(sheet: Sheet): Candidate[] {
  const questions = labelsOn(sheet, rule).filter(
    ({ piece: { text } }) => text.split(' ').length <= purposeWordsMax || /[:?)]\s*$/.test(text),
  );
  if (questions.length === 0 || sheet.checked.length === 0) return [];
  const distanceTo = distancesOn(sheet);
  const scoreOf = ({ how, box }: CheckedOption): number => {
    const distances = questions.flatMap(({ piece }) => distanceTo(piece.box, box) ?? []);
    return distances.length === 0
      ? 0
      : weights.option[how] + (weights.distance * Math.min(...distances)) / 100;
  };
  return sheet.checked
    .filter(({ text }) => /\p{L}{4}/u.test(text) && fieldRules.purpose.accepts(text) && !notOption.test(text))
    .map(option => ({
      found: { text: option.text, page: option.page, box: option.box },
      score: scoreOf(option),
    }));
}

/**
 * Returns the best candidate for the purpose; `null` without a good one.
 * @param isTaken whether a text is a party's name
 */
export function findPurpose(
  sheets: readonly Sheet[],
  running: RunningText,
  isTaken: (text: string) => boolean,
): Found | null {
  const options = new Set(sheets.flatMap(sheet => [...optionTextsOn(sheet)]));
  const accepts = (text: string): boolean =>
    isPurpose(text) && !notPurpose.test(text) && !options.has(text) && !isTaken(text);
  const written = readBlanks(sheets, { ...rule, accepts }, anyLabel);
  const stated = fromSentence(running, 'purpose');
  const candidates: Candidate[] = [
    ...sheets.flatMap(optionsOn),
    ...(written === undefined ? [] : [{ found: written, score: weights.written * written.score }]),
    ...(stated === null ? [] : [{ found: stated, score: weights.sentence }]),
  ];
  const [best] = candidates.toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score < scoreLeast
    ? null
    : { text: best.found.text, page: best.found.page, box: best.found.box };
}
