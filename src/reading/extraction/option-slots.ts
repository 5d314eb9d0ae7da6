/**
 * Where a page asks for a mark at an option, and whether it has one: check boxes, and short blanks for
 * initials, before or behind the option's words.
 */
import type { Box } from '../../domain/auth-checks/extraction';
import type { PageLayout, Word } from '../document-layout';
import { isLettered, isTypedMark, marksOn, printedBoxOf, wordsOf } from './checked-options';
import type { Sheet } from './sheet';
import { bottomOf, middleOf, overlaps, rightOf } from './text-segments';

/** A place for a mark. */
export interface OptionSlot {
  /** A check box, or a blank for initials, an X, or "yes". */
  readonly kind: 'box' | 'blank';
  readonly box: Box;
  readonly isMarked: boolean;
}

/** The places for marks on a page, and its words without typed lines. */
export interface SlottedPage {
  readonly slots: readonly OptionSlot[];
  readonly words: readonly Word[];
  /** Returns the words on the line of a box, and some from the lines around it. */
  readonly wordsLevelWith: (box: Box) => readonly Word[];
}

/** A page has fewer options; a malicious one has thousands of boxes. */
const slotsMax = 300;
/** A wider blank is for words, and a narrower one is a part of a rule, in points. */
const blankSizes = { least: 8, most: 130, heightMost: 40 } as const;
/** Initials, an X, or "yes": more is a text. */
const initialsMost = 6;
/** Ink of a hand is larger than a speck and smaller than a picture, in points. */
const inkSizes = { least: 5, widthMost: 90, heightMost: 40 } as const;
/** How far words are from each other, from a slot before them, and from one behind them, in points. */
const gaps = { words: 15, before: 30, behind: 40 } as const;
/** How far behind the start of a word a check box can begin that is before it, in points. */
const underMost = 12;
const level = 8;
const optionWordsMax = 14;
/** How far before a question its answers begin, in points. */
const yesReach = 110;

/** Groups words by their height: a malicious page has thousands, and most are far from any option. */
function rowsOf(words: readonly Word[]): SlottedPage['wordsLevelWith'] {
  const rows = new Map<number, Word[]>();
  const rowOf = (box: Box): number => Math.floor(middleOf(box) / level);
  for (const word of words) {
    const row = rowOf(word.box);
    const known = rows.get(row);
    if (known === undefined) rows.set(row, [word]);
    else known.push(word);
  }
  return box => [-1, 0, 1].flatMap(step => rows.get(rowOf(box) + step) ?? []);
}

/** Whether a slot is on the line of a word, or is a cell that the line runs through. */
function isBeside({ box: slot }: OptionSlot, { box }: Word): boolean {
  const middle = middleOf(box);
  return (
    Math.abs(middleOf(slot) - middle) < level ||
    (middle > slot.y && middle < bottomOf(slot)) ||
    Math.abs(bottomOf(slot) - bottomOf(box)) < level - 3
  );
}

type IsMarked = (box: Box) => boolean;

/** Returns the check boxes of a page: form fields, printed ones, and drawn ones. */
function boxesOn(page: PageLayout, words: readonly Word[], isMarked: IsMarked): OptionSlot[] {
  const fields = page.widgets.filter(({ kind }) => kind === 'checkbox');
  const isFlat = (box: Box): boolean => !fields.some(field => overlaps(field.box, box));
  const printed = words.flatMap(word => printedBoxOf(word) ?? []).filter(isFlat);
  const drawn = (page.ink.marks ?? [])
    .filter(({ isFrame }) => isFrame)
    .map(({ box }) => box)
    .filter(box => isFlat(box) && !printed.some(other => overlaps(other, box)));
  return [
    ...fields.map(({ box, isOn }) => ({ kind: 'box' as const, box, isMarked: isOn || isMarked(box) })),
    ...[...printed, ...drawn].map(box => ({ kind: 'box' as const, box, isMarked: isMarked(box) })),
  ];
}

/** Returns the letters that are typed in a blank. */
function typedIn(words: readonly Word[], blank: Box): string {
  return words
    .filter(({ box }) => {
      const [x, y] = [box.x + box.width / 2, middleOf(box)];
      return x > blank.x && x < rightOf(blank) && y > blank.y - 2 && y < bottomOf(blank) + 2;
    })
    .map(({ text }) => text.replaceAll(/[^\p{L}]/gu, ''))
    .join('');
}

/** Whether ink is in a blank: its middle is over the line, and its foot isn't far below. */
function isIn(ink: Box, blank: Box): boolean {
  const middle = ink.x + ink.width / 2;
  return (
    middle > blank.x - 2 &&
    middle < rightOf(blank) + 2 &&
    bottomOf(ink) > blank.y + 2 &&
    middleOf(ink) < bottomOf(blank) + 4 &&
    middleOf(ink) > blank.y - 6
  );
}

/** Returns the ink of a hand: neither specks nor pictures, and beside the print. */
function handInkOn({ ink: { strokes, marks = [] } }: PageLayout, print: readonly Word[]): Box[] {
  return [...strokes, ...marks]
    .map(({ box }) => box)
    .filter(
      ({ width, height }) =>
        Math.min(width, height) >= inkSizes.least &&
        width <= inkSizes.widthMost &&
        height <= inkSizes.heightMost,
    )
    .filter(box => !print.some(word => overlaps(word.box, box)));
}

/** Returns the short blanks of a page that hold no more than initials. */
function shortBlanksOn(
  { page, blanks }: Sheet,
  words: readonly Word[],
  print: readonly Word[],
): OptionSlot[] {
  const fields = page.widgets.filter(({ kind }) => kind === 'checkbox');
  const ink = handInkOn(page, print);
  return blanks
    .filter(
      ({ box: { width, height } }) =>
        width >= blankSizes.least && width <= blankSizes.most && height <= blankSizes.heightMost,
    )
    .filter(({ box }) => !fields.some(field => overlaps(field.box, box)))
    .flatMap(({ box, widget }): OptionSlot[] => {
      const text = widget === undefined ? typedIn(words, box) : widget.value.trim();
      if (text.length > initialsMost) return [];
      return [{ kind: 'blank', box, isMarked: text !== '' || ink.some(stroke => isIn(stroke, box)) }];
    });
}

/** Returns the places for marks on a page, and the marks that are in none of them. */
export function slotsOn(sheet: Sheet): SlottedPage {
  const { page } = sheet;
  const words = wordsOf(page);
  const print = words.filter(({ text }) => isLettered(text) && !isTypedMark(text));
  const marks = marksOn(page, words).map(({ box }) => box);
  const known = [
    ...boxesOn(page, words, box => marks.some(mark => overlaps(mark, box))),
    ...shortBlanksOn(sheet, words, print),
  ];
  const loose = marks
    .filter(mark => !known.some(({ box }) => overlaps(box, mark)))
    .map(box => ({ kind: 'box' as const, box, isMarked: true }));
  return { slots: [...known, ...loose].slice(0, slotsMax), words: print, wordsLevelWith: rowsOf(print) };
}

/** Returns the words of a line up to a word or from it on, the nearest first. */
function wordsFrom({ wordsLevelWith }: SlottedPage, start: Word, side: 'left' | 'right'): Word[] {
  const words = wordsLevelWith(start.box);
  const found = [start];
  for (let last = start; found.length < optionWordsMax;) {
    const next = words
      .filter(
        word =>
          Math.abs(middleOf(word.box) - middleOf(start.box)) < level - 3 &&
          !found.includes(word) &&
          (side === 'left' ? rightOf(word.box) <= last.box.x + 3 : word.box.x >= rightOf(last.box) - 3),
      )
      .toSorted((a, b) => (side === 'left' ? b.box.x - a.box.x : a.box.x - b.box.x))[0];
    if (next === undefined) break;
    const gap = side === 'left' ? last.box.x - rightOf(next.box) : next.box.x - rightOf(last.box);
    if (gap > gaps.words) break;
    found.push(next);
    last = next;
  }
  return found;
}

/** Returns the slot next to a word, with no other word between them. */
function slotBeside(
  { slots, wordsLevelWith }: SlottedPage,
  word: Word,
  side: 'left' | 'right',
): OptionSlot | undefined {
  const distance = ({ kind, box }: OptionSlot): number => {
    // On a scan, the box of the first word reaches over the check box before it.
    const isUnder = kind === 'box' && box.x > word.box.x - 3 && box.x < word.box.x + underMost;
    if (side === 'left') return isUnder ? 0 : word.box.x - rightOf(box);
    return isUnder ? Infinity : box.x - rightOf(word.box);
  };
  const [slot] = slots
    .filter(one => isBeside(one, word))
    .filter(one => distance(one) > -5 && distance(one) < (side === 'left' ? gaps.before : gaps.behind))
    .toSorted((a, b) => distance(a) - distance(b));
  if (slot === undefined) return undefined;
  const [from, to] = side === 'left' ? [rightOf(slot.box), word.box.x] : [rightOf(word.box), slot.box.x];
  const isBetween = wordsLevelWith(word.box).some(
    ({ box }) =>
      Math.abs(middleOf(box) - middleOf(word.box)) < level - 3 &&
      box.x + box.width / 2 > from &&
      box.x + box.width / 2 < to,
  );
  return isBetween ? undefined : slot;
}

const [yesWord, noWord] = [/^(?:yes|s[íi])\W*$/i, /^no\W*$/i];

/** The slots of a question that is answered before it with yes or no. */
export interface YesOrNo {
  readonly yes: OptionSlot;
  readonly no: OptionSlot;
}

/** Returns the slots at `Yes` and `No` before some words, or at `Sí` and `No`. */
export function yesOrNoBefore(page: SlottedPage, named: readonly Word[]): YesOrNo | undefined {
  const line = named[0] === undefined ? [] : wordsFrom(page, named[0], 'left');
  const answerAt = line.findIndex(({ text }) => yesWord.test(text) || noWord.test(text));
  const first = answerAt > 0 ? line[answerAt - 1] : line.at(-1);
  if (first === undefined) return undefined;
  const before = page
    .wordsLevelWith(first.box)
    .filter(
      ({ box }) =>
        Math.abs(middleOf(box) - middleOf(first.box)) < level &&
        box.x <= first.box.x &&
        first.box.x - box.x < yesReach,
    );
  const slotOf = (answer: RegExp): OptionSlot | undefined => {
    const word = before.find(({ text }) => answer.test(text));
    return word && (slotBeside(page, word, 'left') ?? slotBeside(page, word, 'right'));
  };
  const [yes, no] = [slotOf(yesWord), slotOf(noWord)];
  return yes === undefined || no === undefined || yes === no ? undefined : { yes, no };
}

/** Returns the slots around an option, given some of its words: one before it, and one behind it. */
export function slotsOfOption(page: SlottedPage, named: readonly Word[]): OptionSlot[] {
  const [first, last] = [named[0], named.at(-1)];
  if (first === undefined || last === undefined) return [];
  let before: OptionSlot | undefined;
  for (const word of wordsFrom(page, first, 'left')) {
    before = slotBeside(page, word, 'left');
    if (before !== undefined) break;
  }
  let behind: OptionSlot | undefined;
  for (const word of wordsFrom(page, last, 'right')) {
    behind = slotBeside(page, word, 'right');
    if (behind !== undefined) break;
  }
  // A slot that has words right behind it is those words'.
  const end = behind;
  const isOfNext =
    end !== undefined &&
    page.words.some(word => {
      const gap = word.box.x - rightOf(end.box);
      return isBeside(end, word) && gap > -5 && gap < gaps.before && !/^\W*init/i.test(word.text);
    });
  return [before, isOfNext && before !== undefined ? undefined : behind].filter(slot => slot !== undefined);
}
