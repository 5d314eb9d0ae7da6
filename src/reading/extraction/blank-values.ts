/** Values that are written in blanks: for each label, the blanks around it, and what is written there. */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import type { Blank } from './blanks';
import { cleanValue, isHeading, type FieldRule } from './find-field';
import { boxOfLabel, placesOf, type LabelPlace, type SheetLabel } from './label-places';
import type { Piece, Sheet } from './sheet';
import { around, bottomOf, isApart, rightOf } from './text-segments';
import { isPrintedOption } from './tick-boxes';

/** A value that may be the wanted one. */
export interface Candidate extends Found {
  /** How likely it is the wanted one, 0 to 1. */
  readonly score: number;
}

const labelWordsMax = 14;
const labelsMax = 40;
/** More blanks than this are never around a label. */
const placesMax = 8;

/** Returns neighbors on a line as one piece: a line under half of a label separates them. */
function pairsOf(pieces: readonly Piece[]): Array<{ readonly piece: Piece; readonly seam: number }> {
  return pieces.slice(1).flatMap((next, index) => {
    const first = pieces[index];
    const [last, word] = [first?.words.at(-1), next.words[0]];
    if (first === undefined || last === undefined || word === undefined) return [];
    if (first.line !== next.line || isApart(last, word)) return [];
    const words = [...first.words, ...next.words];
    const box = around(words.map(one => one.box));
    return [{ piece: { ...next, text: `${first.text} ${next.text}`, words, box }, seam: first.text.length }];
  });
}

/** Returns the labels of a rule on a sheet, in reading order. Labels in long sentences don't count. */
export function labelsOn({ pieces }: Sheet, rule: Pick<FieldRule, 'label' | 'not'>): SheetLabel[] {
  return [...pieces.map(piece => ({ piece, seam: 0 })), ...pairsOf(pieces)]
    .flatMap(({ piece, seam }) => {
      const match = rule.label.exec(piece.text);
      if (match === null || (seam > 0 && (match.index > seam || match.index + match[0].length <= seam)))
        return [];
      if (rule.not?.test(piece.text) === true) return [];
      if (piece.text.slice(0, match.index).trim().split(/\s+/).length > labelWordsMax) return [];
      const to = match.index + match[0].length;
      const aside = /^:?\s*\([^)]{0,60}\)/.exec(piece.text.slice(to))?.[0].length ?? 0;
      return [{ piece, from: match.index, to: to + aside }];
    })
    .slice(0, labelsMax);
}

/** Returns the words of a piece within a box, without those of a label. */
function wordsWithin(piece: Piece, { x, width }: Box, after: number): string {
  return piece.words
    .filter(({ box }) => {
      const middle = box.x + box.width / 2;
      return middle > x - 3 && middle < x + width + 3 && box.x >= after;
    })
    .map(({ text }) => text)
    .join(' ');
}

/** Returns the texts that are written in a blank, most likely first: together, and each line. */
function textsIn(sheet: Sheet, label: SheetLabel, { blank, box, position }: LabelPlace): string[] {
  const { widget } = blank;
  if (widget !== undefined) return [widget.value];
  const own = boxOfLabel(label);
  const pieces = sheet.pieces
    .filter(piece => piece.blank === blank && (piece.box.x > label.piece.box.x - 12 || position !== 'around'))
    .toSorted((a, b) => a.line - b.line || a.box.x - b.box.x);
  const level = (piece: Piece): boolean => piece.line === label.piece.line;
  const texts = pieces
    .filter(piece => !(position === 'around' && level(piece) && rightOf(piece.box) < own.x + own.width))
    .map(piece => wordsWithin(piece, box, piece === label.piece ? rightOf(own) - 2 : -Infinity))
    .map(text => text.replace(/^\s*(?:\([^)]{0,90}\)|\[(?! ?[xX]? ?\])[^\]]{0,90}\])/, ''))
    .filter(text => text.trim() !== '');
  return [texts.join(' '), ...texts];
}

/** The parts of one value are this close, in points. */
const partGap = 26;

/** Returns a blank and those next to it on its line, which continue it: a date, or a name, in parts. */
function rowFrom({ blanks, pieces }: Sheet, first: Blank): Blank[] {
  const row = [first];
  const others = blanks
    .filter(
      ({ kind, box }) =>
        kind === first.kind && Math.abs(bottomOf(box) - bottomOf(first.box)) < 4 && box.x > first.box.x + 4,
    )
    .toSorted((a, b) => a.box.x - b.box.x);
  for (const next of others) {
    const last = row.at(-1) ?? first;
    const isApart = next.box.x - rightOf(last.box) > partGap;
    const words = pieces.filter(
      ({ box, blank, text }) =>
        blank === undefined &&
        /\p{L}/u.test(text) &&
        box.x > rightOf(last.box) - 4 &&
        rightOf(box) < next.box.x + 4 &&
        bottomOf(box) > bottomOf(first.box) - 9 &&
        box.y < bottomOf(first.box) - 2,
    );
    if (isApart || words.length > 0) break;
    row.push(next);
  }
  return row.slice(0, 5);
}

/** A name's parts, in an order that isn't the usual one. */
const lastFirst = /\blast\b.*\bfirst\b/i;

/** Returns what is written in a row of blanks: the parts of a date, or of a name. */
function joinedRow(sheet: Sheet, label: SheetLabel, place: LabelPlace): string {
  const row = rowFrom(sheet, place.blank);
  if (row.length < 2) return '';
  const parts = row.map(blank =>
    cleanValue(textsIn(sheet, label, { ...place, blank, box: blank.box })[0] ?? ''),
  );
  const filled = parts.filter(part => part !== '');
  if (filled.every(part => /^\d{1,4}$/.test(part))) return filled.join('/');
  const [last = '', ...others] = filled;
  return (lastFirst.test(label.piece.text) ? [...others, last] : filled).join(' ');
}

/** How likely the words after a label, on its line but not in one of its blanks, are its value. */
const besideScore = 0.6;
const besideReach = 180;

/** Returns what is on a label's line behind it: blanks between the parts of a date hide some of them. */
function wordsBeside({ pieces }: Sheet, label: SheetLabel): string {
  const end = rightOf(boxOfLabel(label));
  const behind = pieces
    .filter(
      ({ line, box }) => line === label.piece.line && rightOf(box) > end + 2 && box.x < end + besideReach,
    )
    .toSorted((a, b) => a.box.x - b.box.x)
    .map(piece => wordsWithin(piece, { ...piece.box, width: Infinity }, end - 1));
  return behind.filter(text => text !== '').join(' ');
}

/** Returns a text up to the next label in it. */
function upToLabel(text: string, anyLabel: RegExp): string {
  const match = anyLabel.exec(text);
  return match === null ? text : text.slice(0, match.index);
}

/** Returns letters or digits in boxes of their own as one word. */
function withoutComb(text: string): string {
  return /^\s*\S(?: \S)+\s*$/u.test(text) ? text.replaceAll(' ', '') : text;
}

function valueAt(
  sheet: Sheet,
  label: SheetLabel,
  place: LabelPlace,
  rule: FieldRule,
  anyLabel: RegExp,
): { readonly text: string | undefined; readonly isEmpty: boolean } {
  const texts = [...textsIn(sheet, label, place), joinedRow(sheet, label, place)]
    .filter(text => text.trim() !== '' && !isPrintedOption(text))
    .map(text => withoutComb(text.replaceAll('_', ' ')))
    .map(text => cleanValue(place.blank.widget === undefined ? upToLabel(text, anyLabel) : text));
  return {
    text: texts.find(text => text !== '' && rule.accepts(text)),
    isEmpty: texts.every(text => text === ''),
  };
}

/** From this score on, a blank belongs to its label, and none farther away does. */
const sure = 0.8;
/** Below this score, a blank probably belongs to something else. */
const scoreLeast = 0.3;
/** What remains of a score if a sure blank is empty, and if fields are filled in: the rest may be print. */
const [emptyShare, printShare] = [0.8, 0.85];
const costs = { heading: 0.1, later: 0.005, page: 0.03 } as const;

/**
 * Returns the values that may be written in blanks at a label, or behind the label on its line. At most 40
 * labels are looked at. @param isMeant whether a label counts
 */
export function blankCandidates(
  sheets: readonly Sheet[],
  rule: FieldRule,
  anyLabel: RegExp,
  isMeant: (label: Piece) => boolean = () => true,
): Candidate[] {
  const candidates: Candidate[] = [];
  let order = 0;
  for (const [index, sheet] of sheets.entries())
    for (const label of labelsOn(sheet, rule)) {
      const hasFields = sheet.page.widgets.some(({ kind, value }) => kind === 'text' && value !== '');
      if (!isMeant(label.piece)) continue;
      order += 1;
      const cost =
        (isHeading(label.piece.text) ? costs.heading : 0) + order * costs.later + index * costs.page;
      if (order > labelsMax) break;
      const page = sheet.page.number;
      let hasEmpty = false;
      for (const place of placesOf(sheet, label).slice(0, placesMax)) {
        const { text, isEmpty } = valueAt(sheet, label, place, rule, anyLabel);
        const isField = place.blank.widget !== undefined;
        const share = isField ? 1 : (hasEmpty ? emptyShare : 1) * (hasFields ? printShare : 1);
        if (text !== undefined)
          candidates.push({ text, page, box: place.box, score: place.score * share - cost });
        // A sure blank is the label's, whatever is in the others.
        const isEnd = text !== undefined || (isEmpty && rule.isFreeText === true);
        if (place.score >= sure && isEnd) break;
        if (place.score >= sure && isEmpty) hasEmpty = true;
      }
      const beside =
        rule.isFreeText === true ? '' : cleanValue(upToLabel(wordsBeside(sheet, label), anyLabel));
      if (rule.accepts(beside))
        candidates.push({ text: beside, page, box: label.piece.box, score: besideScore - cost });
    }
  return candidates.filter(({ score }) => score > scoreLeast);
}

/** Returns the values of parts, each from the blanks of its label; `undefined` if one has none. */
export function readParts(
  sheet: Sheet,
  parts: readonly FieldRule[],
  anyLabel: RegExp,
  isMeant?: (label: Piece) => boolean,
): Candidate[] | undefined {
  const found = parts.flatMap(part => readBlanks([sheet], part, anyLabel, isMeant) ?? []);
  return found.length === parts.length ? found : undefined;
}

/** Returns the most likely value of `blankCandidates`; `undefined` without any. */
export function readBlanks(...of: Parameters<typeof blankCandidates>): Candidate | undefined {
  return blankCandidates(...of).toSorted((a, b) => b.score - a.score)[0];
}
