/** Values that are written in blanks: for each label, the blanks around it, and what is written there. */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import type { Blank } from './blanks';
import { cleanValue, isHeading, type FieldRule } from './find-field';
import { boxOfLabel, placesOf, type LabelPlace, type SheetLabel } from './label-places';
import type { Piece, Sheet } from './sheet';
import { bottomOf, rightOf } from './text-segments';
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

/** Returns the labels of a rule on a sheet, in reading order. Labels in long sentences don't count. */
export function labelsOn({ pieces }: Sheet, rule: Pick<FieldRule, 'label' | 'not'>): SheetLabel[] {
  return pieces
    .flatMap(piece => {
      const match = rule.label.exec(piece.text);
      if (match === null || rule.not?.test(piece.text) === true) return [];
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

function joinedRow(sheet: Sheet, label: SheetLabel, place: LabelPlace): string {
  const row = rowFrom(sheet, place.blank);
  if (row.length < 2) return '';
  const parts = row.map(blank =>
    cleanValue(textsIn(sheet, label, { ...place, blank, box: blank.box })[0] ?? ''),
  );
  return parts.every(part => /^\d{1,4}$/.test(part))
    ? parts.join('/')
    : parts.filter(part => part !== '').join(' ');
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

function valueAt(
  sheet: Sheet,
  label: SheetLabel,
  place: LabelPlace,
  rule: FieldRule,
  anyLabel: RegExp,
): { readonly text: string | undefined; readonly isEmpty: boolean } {
  const texts = [...textsIn(sheet, label, place), joinedRow(sheet, label, place)]
    .filter(text => text.trim() !== '' && !isPrintedOption(text))
    .map(text => text.replaceAll('_', ' '))
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
const costs = { heading: 0.2, later: 0.005, page: 0.03 } as const;

/**
 * Returns the most likely value that is written in a blank at a label, or behind the label on its line;
 * `undefined` without any. At most 40 labels are looked at. @param isMeant whether a label counts
 */
export function readBlanks(
  sheets: readonly Sheet[],
  rule: FieldRule,
  anyLabel: RegExp,
  isMeant: (label: Piece) => boolean = () => true,
): Candidate | undefined {
  let best: Candidate | undefined;
  let order = 0;
  for (const [index, sheet] of sheets.entries())
    for (const label of labelsOn(sheet, rule)) {
      if (!isMeant(label.piece)) continue;
      order += 1;
      const cost =
        (isHeading(label.piece.text) ? costs.heading : 0) + order * costs.later + index * costs.page;
      if (order > labelsMax) break;
      for (const place of placesOf(sheet, label).slice(0, placesMax)) {
        const { text, isEmpty } = valueAt(sheet, label, place, rule, anyLabel);
        const score = place.score - cost;
        if (text !== undefined && score > (best?.score ?? scoreLeast))
          best = { text, page: sheet.page.number, box: place.box, score };
        // A sure blank is the label's, whatever is in the others.
        if (place.score >= sure && (text !== undefined || isEmpty)) break;
      }
      const beside =
        rule.isFreeText === true ? '' : cleanValue(upToLabel(wordsBeside(sheet, label), anyLabel));
      const score = besideScore - cost;
      if (score > (best?.score ?? scoreLeast) && rule.accepts(beside))
        best = { text: beside, page: sheet.page.number, box: label.piece.box, score };
    }
  return best;
}
