/** The options of a page that someone checked: in a form field, by a typed X, or in ink. */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import type { InkStroke, PageLayout, Word } from '../document-layout';
import { tokensOf } from './blanks';
import { labelsOn } from './blank-values';
import { cleanValue, isHeading, type FieldRule } from './find-field';
import { cueIn } from './party-cues';
import type { Piece, Sheet } from './sheet';
import { around, bottomOf, middleOf, overlaps, rightOf, textLinesOf } from './text-segments';
import { isPrintedOption } from './tick-boxes';

/** A checked option. */
export interface CheckedOption extends Found {
  readonly how: 'field' | 'typed' | 'ink';
}

interface Mark {
  readonly how: CheckedOption['how'];
  readonly box: Box;
}

/** A printed box, also as a letter of a symbol font. */
const printedBox = /^(?:[\uE000-\uF8FF☐□❑❏○■▢◻●]|\u20DE|\[|\]|\[\]|\(\)|[oq¨£TDO0])$/u;
const boxWithWord = /^[\uE000-\uF8FF☐□❑❏○▢◻]+(?=[\p{L}\d])/u;
const typedMark = /^(?:[xX✓✔☒☑]|\[[xX✓]\]|\([xX✓]\))$/u;

/** How large the ink of a check mark is, in points: handwriting is wider, and smaller parts are specks. */
const inkSizes = { least: 5, widthMost: 34, heightMost: 26 } as const;
/** A square of this width or less is a box, which may be empty. */
const boxMost = 16;
/** How far behind its mark an option starts at most, and how far apart its words are, in points. */
const [behindReach, wordGap, level] = [26, 15, 8] as const;
/** Ink that fills its box is a filled box; other ink of one size is printed if it is there more often. */
const [solid, repeatsMost] = [0.85, 2] as const;
/** How far below its question an option may be, in points. */
const optionReach = 100;
/** A question goes on in the next line if that is nearer, in points. */
const paragraphGap = 8;
const optionWordsMax = 14;
const marksMax = 60;
/** A frame whose middle is at least this dark is checked. */
const innerLeast = 0.15;

/** Whether something is drawn inside of a stroke's box, so that it isn't just an empty square. */
function isFilled({ box, fill, drawing }: InkStroke): boolean {
  const isSquare = box.width <= boxMost && Math.abs(box.width - box.height) < 5;
  if (!isSquare) return true;
  if (drawing === undefined || drawing.length < 7) return fill > 0.7;
  const inner = drawing.slice(3, -3).map(row => row.slice(3, -3));
  const cells = inner.join('');
  return cells.length > 0 && cells.replaceAll('.', '').length / cells.length > 0.15;
}

/** Whether a page has a stroke so often that it is printed: a box, a number, a symbol. */
function isRepeated({ box, fill }: InkStroke, strokes: readonly InkStroke[]): boolean {
  const same = strokes.filter(
    other =>
      Math.abs(other.box.width - box.width) < 1.5 &&
      Math.abs(other.box.height - box.height) < 1.5 &&
      Math.abs(other.fill - fill) < 0.06,
  );
  return fill < solid && same.length > repeatsMost;
}

/** Whether a stroke is at a box, or is one with something in it: elsewhere, ink may be anything. */
function isAtBox({ box }: InkStroke, boxes: readonly Box[]): boolean {
  const isBox = box.width <= boxMost && box.height <= boxMost && Math.abs(box.width - box.height) < 2;
  return isBox || boxes.some(other => overlaps(other, box));
}

const isBoxLike = (text: string): boolean =>
  printedBox.test(text) || boxWithWord.test(text) || /^_+$/.test(text);

/** Whether a text has letters or digits, and isn't a printed box. */
export const isLettered = (text: string): boolean =>
  /[\p{L}\d]/u.test(text) && !printedBox.test(text) && !boxWithWord.test(text);

function isOnWord(box: Box, words: readonly Box[]): boolean {
  return words.some(word => {
    const width = Math.min(rightOf(box), rightOf(word)) - Math.max(box.x, word.x);
    const height = Math.min(bottomOf(box), bottomOf(word)) - Math.max(box.y, word.y);
    return width > 0.45 * Math.min(box.width, word.width) && height > 0.5 * Math.min(box.height, word.height);
  });
}

/** Whether a text is a typed check mark. */
export const isTypedMark = (text: string): boolean => typedMark.test(text);

/** Returns the marks at the boxes of a page. */
export function marksOn({ widgets, ink }: PageLayout, words: readonly Word[]): Mark[] {
  const fields = widgets
    .filter(({ kind, isOn }) => kind === 'checkbox' && isOn)
    .map(({ box }): Mark => ({ how: 'field', box }));
  const typed = words
    .filter(({ text }) => typedMark.test(text))
    .map(({ box }): Mark => ({ how: 'typed', box }));
  const printed = words.filter(({ text }) => isBoxLike(text));
  const squares = [...printed, ...widgets.filter(({ kind }) => kind === 'checkbox')].map(({ box }) => box);
  const lettered = words.filter(({ text }) => isLettered(text)).map(({ box }) => box);
  const drawn = ink.strokes
    .filter(
      ({ box, fill }) =>
        box.width >= inkSizes.least &&
        box.height >= inkSizes.least &&
        box.width <= inkSizes.widthMost &&
        box.height <= inkSizes.heightMost &&
        fill > 0.1,
    )
    .filter(
      stroke =>
        isFilled(stroke) &&
        !isRepeated(stroke, ink.strokes) &&
        !isOnWord(stroke.box, lettered) &&
        isAtBox(stroke, squares),
    )
    .map(({ box }): Mark => ({ how: 'ink', box }));
  const small = (ink.marks ?? [])
    .filter(
      mark =>
        mark.inner > innerLeast &&
        (mark.isFrame ||
          (!isOnWord(mark.box, lettered) && squares.some(square => overlaps(square, mark.box)))),
    )
    .map(({ box }): Mark => ({ how: 'ink', box }));
  return [...fields, ...typed, ...drawn, ...small].slice(0, marksMax);
}

/** Returns the words of a page without typed lines. */
export function wordsOf(page: PageLayout): Word[] {
  return page.words
    .filter(({ text }) => text.trim() !== '')
    .flatMap(word => tokensOf(page, word).filter(({ isLine }) => !isLine));
}

/** Returns where a word is a printed box, or starts with one. */
export function printedBoxOf({ text, box }: Word): Box | undefined {
  if (printedBox.test(text)) return box;
  const [start] = boxWithWord.exec(text) ?? [];
  return start === undefined ? undefined : { ...box, width: (box.width * start.length) / text.length };
}

/** Returns the words of the option behind a mark, up to the next box. */
function optionBehind(line: readonly Word[], mark: Mark, boxes: readonly Box[]): Word[] {
  const option: Word[] = [];
  const from = mark.box.x + Math.min(mark.box.width, 8) / 2;
  let end = rightOf(mark.box);
  for (const word of line) {
    if (word.box.x + word.box.width / 2 <= from) continue;
    const isBox = (isBoxLike(word.text) && !boxWithWord.test(word.text)) || typedMark.test(word.text);
    const isStart = option.length === 0;
    if (isBox && !isStart) break;
    const isNext = boxes.some(({ x }) => x > rightOf(mark.box) && x > end - 3 && x < word.box.x + 3);
    if (!isStart && isNext) break;
    if (!isStart && boxWithWord.test(word.text)) break;
    if (word.box.x - end > (isStart ? behindReach : wordGap) || option.length >= optionWordsMax) break;
    end = Math.max(end, rightOf(word.box));
    if (!isBox) option.push(word);
  }
  return option;
}

/** Returns the checked options of a page, from the top. Marks with no words behind them don't count. */
export function checkedOptionsOn(page: PageLayout): CheckedOption[] {
  const words = wordsOf(page);
  const marks = marksOn(page, words);
  if (marks.length === 0) return [];
  const lines = textLinesOf(words);
  const boxes = page.widgets.filter(({ kind }) => kind === 'checkbox').map(({ box }) => box);
  const levelWith = (mark: Mark): Box[] =>
    boxes.filter(box => Math.abs(middleOf(box) - middleOf(mark.box)) < level);
  return marks
    .flatMap((mark): CheckedOption[] => {
      const near = lines
        .flatMap(line => {
          const option = optionBehind(
            line.filter(({ box }) => Math.abs(middleOf(box) - middleOf(mark.box)) < level),
            mark,
            levelWith(mark),
          );
          return option.length === 0
            ? []
            : [around(option.map(({ box }) => box))].map(box => ({ option, box }));
        })
        .toSorted(
          (a, b) =>
            Math.abs(middleOf(a.box) - middleOf(mark.box)) - Math.abs(middleOf(b.box) - middleOf(mark.box)),
        );
      const [best] = near;
      if (best === undefined) return [];
      const text = cleanValue(best.option.map(word => word.text.replace(boxWithWord, '')).join(' '));
      return /\p{L}{2}/u.test(text) ? [{ how: mark.how, text, page: page.number, box: best.box }] : [];
    })
    .toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
}

/** What a piece of text is between a question and an option. */
interface Between {
  readonly box: Box;
  readonly isOption: boolean;
  /** Whether it is a heading or a question itself. */
  readonly isAsking: boolean;
  /** Whether it is the option to write something else, which has a colon, too. */
  readonly isOtherOption: boolean;
}

function betweenOf({ text, box }: Piece): Between {
  return {
    box,
    isOption: isPrintedOption(text),
    isAsking: isHeading(text) || /[:?]\s*$/.test(text) || cueIn(text) !== undefined,
    isOtherOption: /^\W*(?:other|otr[oa])\b/iu.test(text),
  };
}

/** Whether an option is in another column than a question: below words at the side of it. */
function hasOwnHead(pieces: readonly Between[], question: Box, option: Box): boolean {
  return pieces.some(
    ({ isOption, box }) =>
      !isOption && Math.abs(box.y - question.y) < 6 && box.x > rightOf(question) && box.x < option.x + 10,
  );
}

/** Returns how far an option is from a question that it may answer; `undefined` if it can't. */
export type DistanceToQuestion = (question: Box, option: Box) => number | undefined;

/** Returns the distances on a sheet, whose texts are looked at once for all questions and options. */
export function distancesOn(sheet: Sheet): DistanceToQuestion {
  const pieces = sheet.pieces.map(betweenOf);
  return (question, option) => {
    const middle = middleOf(option);
    if (middle > question.y - 4 && middle < bottomOf(question) + 4)
      return option.x > question.x ? Math.max(0, option.x - rightOf(question)) / 20 : undefined;
    const down = option.y - bottomOf(question);
    if (down < -4 || down > optionReach) return undefined;
    // A heading or another question at the left edge is between them.
    const isOther = pieces.some(
      ({ box, isOption, isAsking, isOtherOption }) =>
        box.y > bottomOf(question) - 2 &&
        bottomOf(box) < option.y + 3 &&
        box.x < question.x + 6 &&
        rightOf(box) > question.x - 40 &&
        (isAsking || (box.y - bottomOf(question) > paragraphGap && !isOption)) &&
        !isOtherOption,
    );
    const isColumn = option.x > question.x - 30 && !hasOwnHead(pieces, question, option);
    return isOther || !isColumn ? undefined : down;
  };
}

/** Returns the texts of a page that are options in form fields, checked or not. */
export function optionTextsOn({ page, pieces }: Sheet): ReadonlySet<string> {
  const boxes = page.widgets.filter(({ kind }) => kind === 'checkbox').map(({ box }) => box);
  const isOption = (text: Box): boolean =>
    boxes.some(
      box =>
        Math.abs(middleOf(box) - middleOf(text)) < level &&
        text.x - rightOf(box) > -4 &&
        text.x - rightOf(box) < behindReach,
    );
  return new Set(pieces.filter(({ box }) => isOption(box)).map(({ text }) => cleanValue(text)));
}

/** Returns the checked option nearest to a question; `null` without any. */
export function findCheckedAnswer(
  sheets: readonly Sheet[],
  rule: Pick<FieldRule, 'label' | 'not' | 'accepts'>,
): Found | null {
  const answers = sheets.flatMap(sheet => {
    const questions = labelsOn(sheet, rule);
    const options = questions.length === 0 ? [] : checkedOptionsOn(sheet.page);
    if (options.length === 0) return [];
    const distanceTo = distancesOn(sheet);
    return options
      .filter(({ text }) => rule.accepts(text) && !rule.label.test(text))
      .flatMap(({ text, page, box }) =>
        questions
          .flatMap(({ piece }) => distanceTo(piece.box, box) ?? [])
          .map(distance => ({ distance, found: { text, page, box } })),
      );
  });
  return answers.toSorted((a, b) => a.distance - b.distance)[0]?.found ?? null;
}
