/** The patient's name if its label doesn't say whose it is, or if its parts have their own blanks. */
import type { Found } from '../../domain/auth-checks/extraction';
import { labelsOn, readBlanks } from './blank-values';
import { anyLabel, fieldRules, isNameLike } from './form-fields';
import type { Piece, Sheet } from './sheet';
import { bottomOf, rightOf } from './text-segments';

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
function isPatients(sheet: Sheet, label: Piece): boolean {
  const births = labelsOn(sheet, fieldRules.patientDateOfBirth);
  const isByBirth = births.some(({ piece }) => Math.abs(piece.box.y - label.box.y) < contextReach - 16);
  const [nearest] = sheet.pieces
    .filter(piece => piece !== label && isClose(label, piece))
    .filter(({ text }) => text.split(' ').length <= contextWordsMax)
    .filter(({ text }) => ofOthers.test(text) || ofPatient.test(text))
    .toSorted((a, b) => b.box.y - a.box.y);
  return nearest === undefined ? isByBirth : !ofOthers.test(nearest.text);
}

/** Returns the name at a label that only says "Name", if that is the patient's; the first one counts. */
export function findPlainName(sheets: readonly Sheet[]): Found | undefined {
  for (const sheet of sheets)
    for (const { piece } of labelsOn(sheet, plainName)) {
      if (!isPatients(sheet, piece)) continue;
      const best = readBlanks([sheet], plainName, anyLabel, label => label === piece);
      if (best !== undefined) return best;
    }
  return undefined;
}

const sentenceName = {
  label:
    /\b(?:records?|information|history|chart) (?:of|about|regarding|concerning|for|de)(?: (?:the )?(?:patient|client|individual|paciente))?\s*:?\s*$/iu,
  not: /\b(?:names?|number|date|type|kind|description)\b/i,
  accepts: isNameLike,
};

/** Returns the name in the blank at the end of a sentence: `release medical information of: ____`. */
export function findNameInSentence(sheets: readonly Sheet[]): Found | undefined {
  return readBlanks(sheets, sentenceName, anyLabel);
}

const isNamePart = (text: string): boolean =>
  /^\p{L}[\p{L}\p{M}'’ .-]{0,40}$/u.test(text) && !anyLabel.test(text);
/** The parts of a name end where the label of the next part starts. */
const anyPart = new RegExp(
  String.raw`${anyLabel.source}|\b(?:last|first|middle|m\.? ?i|initial|suffix|maiden)\b(?=[\s:.(]|$)`,
  'i',
);
const lastPart = {
  label: /^(?:\d{1,2}[.)]\s?)?(?:(?:patient|client)(?:['’]s)? )?last(?: name)?(?=\s*(?::|$))/iu,
  accepts: isNamePart,
};
const firstPart = {
  label: /^(?:\d{1,2}[.)]\s?)?(?:(?:patient|client)(?:['’]s)? )?first(?: name)?(?=\s*(?::|$))/iu,
  accepts: isNamePart,
};

/** Returns the name whose first and last part have their own blanks. */
export function findNameInParts(sheets: readonly Sheet[]): Found | undefined {
  for (const sheet of sheets) {
    const last = readBlanks([sheet], lastPart, anyPart);
    const first = readBlanks([sheet], firstPart, anyPart);
    if (last === undefined || first === undefined) continue;
    const text = `${first.text} ${last.text}`;
    if (isNameLike(text) && Math.abs(bottomOf(first.box) - bottomOf(last.box)) < contextReach)
      return { ...first, text };
  }
  return undefined;
}
