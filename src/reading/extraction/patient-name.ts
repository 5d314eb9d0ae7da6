/**
 * The patient's name. Whatever says that a text is the name is evidence: the label of its blank, the nearest
 * words, the name of its form field, a sentence, the birth date beside it. The likeliest text counts.
 */
import type { Found } from '../../domain/auth-checks/extraction';
import { flatten } from '../../domain/auth-checks/flat-text';
import { blankCandidates, labelsOn, readParts } from './blank-values';
import { evidenceInBlanks, likeliestOf, type Evidence } from './evidence';
import { cleanValue } from './find-field';
import { anyLabel, fieldRules, isCapitalizedName, isNameLike, smallWordsIn } from './form-fields';
import type { SheetLabel } from './label-places';
import { wordsOfField } from './named-fields';
import { labelsAround, nearestTo, nearnessOf, type Surroundings } from './nearby-values';
import { isOrganization } from './parties';
import { cueIn } from './party-cues';
import { fromSentence, type RunningText } from './sentences';
import type { Piece, Sheet } from './sheet';
import { bottomOf, middleOf, rightOf, segmentsOf } from './text-segments';
import { writtenOn } from './written-texts';

/**
 * How likely a text is the name for each reason. They are set by hand: fitted to the few forms that may be
 * looked at, they would repeat these.
 */
const likelihoods = {
  /** It is in the blank of a label, times how likely the blank is the label's. */
  blank: 0.9,
  /** Its label only says "Name", and the words around it are about the patient. */
  plain: 0.8,
  /** It follows a label on its line, in no blank. */
  behind: 0.7,
  /** First and last name have their own blanks. */
  parts: 0.8,
  /** The nearest words are a label of the name. */
  nearest: 0.65,
  field: 0.7,
  fieldParts: 0.6,
  sentence: 0.75,
  /** It is in the blank where a sentence breaks off. */
  brokenSentence: 0.5,
  byBirth: 0.6,
} as const;
/** How much less likely it is for each 100 points from the birth date. */
const perBirthDistance = 0.35;
/** What remains if the nearest words make it someone else's, and if it is the signer's printed name. */
const [othersShare, signersShare] = [0.5, 0.8];
const least = 0.35;

/** A page has a few names, and a few reasons for each; a malicious one has thousands. */
const [namesMax, evidenceMax] = [60, 200];

/** Whose name it isn't. */
const othersName =
  /\b(?:facility|provider|physician|doctor|hospital|clinic|recipient|organization|agency|witness|representative|guardian|parent|mother|father|spouse|emergency|attorney|staff|employer|insur\w+|school|maiden|previous|former|other|relationship|contact|release|disclose|send|to)\b/i;

/** The end of a printed sentence labels nothing. */
const sentenceEnd = /^(?:\S+ ){4,}\S*\p{Ll}{3}\.$/u;

const plainName = {
  label: /^(?:\d{1,2}[.)]\s?)?(?:print(?:ed)? |full |legal )?(?:name|nombre|nome)(?=\s*(?:$|:|\())/iu,
  accepts: isNameLike,
};
const ofPatient = /\b(?:patient|client|individual|member|paciente|whose (?:health )?information)\b/iu;
const ofOthers =
  /\b(?:recipient|facility|provider|physician|hospital|person or|organization|agency|witness|representative|guardian|emergency|release to|send to|disclose to|attorney|signature|relationship)\b/iu;
/** How far above its label the words are that say whose name it is, in points. */
const contextReach = 46;
/** A heading or question is shorter than a sentence. */
const contextWordsMax = 12;

function isClose(label: Piece, other: Piece): boolean {
  const below = label.box.y - bottomOf(other.box);
  return below > -label.box.height - 4 && below < contextReach && other.box.x < rightOf(label.box) + 60;
}

/** Whether a label that only says "Name" is the patient's: its heading says so, or a birth date is near. */
function isPatientsPlain(sheet: Sheet, births: readonly SheetLabel[], label: Piece): boolean {
  const isByBirth = births.some(({ piece }) => Math.abs(piece.box.y - label.box.y) < contextReach - 16);
  const [nearest] = sheet.pieces
    .filter(piece => piece !== label && isClose(label, piece))
    .filter(({ text }) => text.split(' ').length <= contextWordsMax)
    .filter(({ text }) => ofOthers.test(text) || ofPatient.test(text))
    .toSorted((a, b) => b.box.y - a.box.y);
  return nearest === undefined ? isByBirth : !ofOthers.test(nearest.text);
}

/** `Release medical information of: ____`, `I, ____, authorize`. */
const brokenSentence = {
  label:
    /\b(?:records?|information|history|chart) (?:of|about|regarding|concerning|for|de)(?: (?:the )?(?:patient|client|individual|paciente))?\s*:?\s*$|^(?:I|Yo|Eu),?$/iu,
  not: /\b(?:names?|number|date|type|kind|description)\b/i,
  accepts: isNameLike,
};

/** The parts of a name end where the label of the next part starts. */
const anyPart = new RegExp(
  String.raw`${anyLabel.source}|\b(?:last|first|middle|m\.? ?i|initial|suffix|maiden)\b(?=[\s:.(]|$)`,
  'i',
);
const isNamePart = (text: string): boolean =>
  /^\p{L}[\p{L}\p{M}'’ .-]{0,40}$/u.test(text) && !anyPart.test(text);
const partStart = String.raw`^(?:\d{1,2}[.)]\s?)?\(?(?:(?:patient|veteran|client|member)(?:['’]s)? )?`;
const lastPart = {
  label: new RegExp(
    String.raw`${partStart}(?:(?:last name|family name|surname|apellidos?)\b(?!,| y )|last(?=\s*(?:$|[:)])))`,
    'iu',
  ),
  accepts: isNamePart,
};
const firstPart = {
  label: new RegExp(
    String.raw`${partStart}(?:(?:first name|given name|nombres?)\b(?!,| (?:del|completo|en|impreso|de|y) )|first(?=\s*(?:$|[:)])))|${partStart}name \(first\)`,
    'iu',
  ),
  accepts: isNamePart,
};

/** Returns the name whose first and last part have their own blanks. */
function inParts(sheet: Sheet): Evidence[] {
  const [first, last] = readParts(sheet, [firstPart, lastPart], anyPart) ?? [];
  if (first === undefined || last === undefined) return [];
  const found = { ...first, text: `${first.text} ${last.text}` };
  const isOne = Math.abs(bottomOf(first.box) - bottomOf(last.box)) < contextReach;
  return isOne ? [{ found, source: 'parts', likelihood: likelihoods.parts }] : [];
}

const patientsField =
  /\b(?:(?:patient|client|member|individual)(?:'?s|’s| s)?(?: full| legal| printed)? name|name of (?:the )?(?:patient|client|individual)|patient print|full (?:legal )?name|nome do paciente|nombre (?:completo |del )?paciente)\b|^\W*(?:print )?(?:name|nombre|patient)\W*$/i;
const firstField = /\b(?:first|given) ?name\b|^\W*first\W*$|\bprimer nombre\b/i;
const lastField = /\b(?:last|family) ?name\b|^\W*(?:last|surname)\W*$|\bapellidos?\b/i;

/** Returns the names in fields that are named after the patient's name, or in two for its parts. */
function inFields({ page }: Sheet): Evidence[] {
  const filled = page.widgets.flatMap(widget => {
    const [words, text] = [wordsOfField(widget), cleanValue(widget.value)];
    const found: Found = { text, page: page.number, box: widget.box };
    return text === '' || othersName.test(words) ? [] : [{ words, found }];
  });
  const whole = filled
    .filter(({ words }) => patientsField.test(words))
    .map(({ found }) => ({ found, source: 'field', likelihood: likelihoods.field }));
  const [first, last] = [firstField, lastField].map(part => filled.find(({ words }) => part.test(words)));
  if (first === undefined || last === undefined || first === last) return whole;
  const found = { ...first.found, text: `${first.found.text} ${last.found.text}` };
  return [...whole, { found, source: 'fieldParts', likelihood: likelihoods.fieldParts }];
}

/** Returns what follows a label on its line, in no blank. */
function behindLabels({ page }: Sheet): Evidence[] {
  return segmentsOf(page).flatMap(({ text, box }) => {
    const match = fieldRules.patientName.label.exec(text);
    if (match === null || !surroundings.isLabel(text)) return [];
    const rest = text.slice(match.index + match[0].length);
    const found = { text: cleanValue(rest.slice(0, anyLabel.exec(rest)?.index)), page: page.number, box };
    return isName(found.text) ? [{ found, source: 'behind', likelihood: likelihoods.behind }] : [];
  });
}

/** How far above and below the date of birth the name is, in points. */
const birthReach = { above: 52, below: 40 } as const;

/** Returns how far a name is from the birth date: on its line, else over or, less likely, under it. */
function distanceToBirth({ box }: Found, birth: Found): number {
  const down = middleOf(box) - middleOf(birth.box);
  const isNear = down > -birthReach.above && down < birthReach.below;
  return isNear ? Math.abs(down) * (down > 0 ? 1.5 : 1) + box.x / 100 : Infinity;
}

/** A sentence has more words in lower case than a name. */
const smallWordsMax = 3;
const isPossible = (text: string): boolean => isNameLike(text) && smallWordsIn(text) <= smallWordsMax;

const isName = (text: string): boolean =>
  isCapitalizedName(text) &&
  !anyLabel.test(text) &&
  !othersName.test(text) &&
  !isOrganization(text) &&
  cueIn(text) === undefined;

const surroundings: Surroundings = {
  isLabel: text => fieldRules.patientName.label.test(text) && fieldRules.patientName.not?.test(text) !== true,
  isRival: text => othersName.test(text),
  // Headings look like names, and none looks like a date.
  reach: 60,
};

/** Whether the words that are nearest to a name say that it is someone else's. */
function isOthers(text: string): boolean {
  return othersName.test(text) && !surroundings.isLabel(text) && !brokenSentence.label.test(text);
}

/** Returns the evidence on one page. */
function evidenceOn(sheet: Sheet, birth: Found | null): Evidence[] {
  const labels = labelsAround(sheet).filter(({ text }) => !sentenceEnd.test(text));
  const around = writtenOn(sheet)
    .filter(({ text }) => isName(text))
    .slice(0, namesMax)
    .flatMap(({ text, box }): Evidence[] => {
      const found = { text, page: sheet.page.number, box };
      const nearness = nearnessOf(labels, found, surroundings);
      const byBirth = birth?.page === found.page ? distanceToBirth(found, birth) : Infinity;
      return [
        { found, source: 'nearest', likelihood: likelihoods.nearest * nearness },
        { found, source: 'byBirth', likelihood: likelihoods.byBirth - (perBirthDistance * byBirth) / 100 },
      ];
    });
  const births = labelsOn(sheet, fieldRules.patientDateOfBirth);
  const inBlanks = [
    ...evidenceInBlanks(
      blankCandidates([sheet], plainName, anyLabel, label => isPatientsPlain(sheet, births, label)),
      'plain',
      likelihoods.plain,
    ),
    ...evidenceInBlanks(
      blankCandidates([sheet], brokenSentence, anyLabel),
      'brokenSentence',
      likelihoods.brokenSentence,
    ),
  ];
  return [...inBlanks, ...inParts(sheet), ...inFields(sheet), ...behindLabels(sheet), ...around]
    .filter(({ found, likelihood }) => likelihood > 0 && isPossible(found.text))
    .slice(0, evidenceMax)
    .map(one => ({
      ...one,
      likelihood: one.likelihood * (isOthers(nearestTo(labels, one.found).text) ? othersShare : 1),
    }));
}

/** Returns a text that is equal for two spellings of one name. */
function keyOf(name: string): string {
  return flatten(name)
    .split(/[\s,.]+/)
    .filter(word => word.length > 1)
    .toSorted()
    .join(' ');
}

/**
 * Returns the patient's name; `undefined` if no text is likely to be it.
 * @param birth the patient's birth date, which the name is often beside
 * @param signer the printed name of who signed, who may be someone else
 */
export function findPatientName(
  sheets: readonly Sheet[],
  running: RunningText,
  birth: Found | null,
  signer: Found | null,
): Found | undefined {
  const stated = fromSentence(running, 'patientName');
  const evidence: Evidence[] = [
    ...evidenceInBlanks(
      blankCandidates(sheets, { ...fieldRules.patientName, accepts: isPossible }, anyLabel),
      'blank',
      likelihoods.blank,
    ),
    ...(stated === null ? [] : [{ found: stated, source: 'sentence', likelihood: likelihoods.sentence }]),
    ...sheets.flatMap(sheet => evidenceOn(sheet, birth)),
  ];
  const isSigners = ({ page, box }: Found): boolean =>
    page === signer?.page && box.x === signer.box.x && box.y === signer.box.y;
  return likeliestOf(
    evidence.map(one => ({ ...one, likelihood: one.likelihood * (isSigners(one.found) ? signersShare : 1) })),
    keyOf,
    least,
  );
}
