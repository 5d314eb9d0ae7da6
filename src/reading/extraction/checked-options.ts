/** The options of a page that someone checked: in a form field, by a typed X, or in ink. */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import type { InkStroke, PageLayout, Word } from '../document-layout';
import { tokensOf } from './blanks';
import { cleanValue } from './find-field';
import { around, bottomOf, middleOf, overlaps, rightOf, textLinesOf } from './text-segments';

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

/** Whether words begin right behind a box, on its line. */
export function isRightBehind(words: Box, box: Box): boolean {
  const gap = words.x - rightOf(box);
  return Math.abs(middleOf(box) - middleOf(words)) < level && gap > -4 && gap < behindReach;
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
