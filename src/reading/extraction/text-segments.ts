import type { Box } from '../../domain/auth-checks/extraction';
import type { DocumentLayout, PageLayout, Word } from '../document-layout';

/** Words together on one line, without a wide gap: a label, a value, a line of a paragraph. */
export interface Segment {
  readonly page: number;
  readonly text: string;
  readonly box: Box;
  /** Its line, counted from the top of the page. */
  readonly line: number;
}

/** Returns the right edge of a box. */
export function rightOf(box: Box): number {
  return box.x + box.width;
}

/** Returns the height of a box's middle. */
export function middleOf({ y, height }: Box): number {
  return y + height / 2;
}

/** Returns the lower edge of a box. */
export function bottomOf(box: Box): number {
  return box.y + box.height;
}

/** Where letters rest in a word's box, as a share of its height. */
const baselineShare = 0.8;

/** Returns where the letters of a box rest. */
export function baselineOf({ y, height }: Box): number {
  return y + height * baselineShare;
}

/** Whether two boxes overlap. */
export function overlaps(a: Box, b: Box): boolean {
  return a.x < rightOf(b) && b.x < rightOf(a) && a.y < bottomOf(b) && b.y < bottomOf(a);
}

/** Returns the smallest box around boxes; without any it is empty. */
export function around(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, rightOf(box));
    bottom = Math.max(bottom, bottomOf(box));
  }
  return boxes.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a word is on a line: they share half of the smaller of the two heights. */
function isOnLine(line: Box, word: Box): boolean {
  const [lineEnd, wordEnd] = [bottomOf(line), bottomOf(word)];
  if (line.y >= wordEnd || word.y >= lineEnd) return false;
  const common = Math.min(lineEnd, wordEnd) - Math.max(line.y, word.y);
  return common >= Math.min(line.height, word.height) * 0.5;
}

/** A letter this many times as high as most words would join the lines that it reaches across. */
const tallShare = 2.4;

/** Returns the words of a page line by line from the top, each line from the left. */
export function textLinesOf(words: readonly Word[]): Word[][] {
  const heights = words.map(({ box }) => box.height).toSorted((a, b) => a - b);
  const tall = (heights[Math.floor(heights.length / 2)] ?? 0) * tallShare;
  const [usual, large] = [
    words.filter(({ box }) => box.height <= tall),
    words.filter(({ box }) => box.height > tall),
  ];
  const lines = [...linesOfSize(usual), ...linesOfSize(large)];
  return lines.toSorted((a, b) => (a[0]?.box.y ?? 0) - (b[0]?.box.y ?? 0));
}

function linesOfSize(words: readonly Word[]): Word[][] {
  const lines: Array<{ readonly first: Box; readonly words: Word[] }> = [];
  for (const word of words.toSorted((a, b) => a.box.y - b.box.y)) {
    // Words come from the top down, so only the last lines can match: a page of ten thousand words stays
    // fast.
    const line = lines.slice(-12).find(candidate => isOnLine(candidate.first, word.box));
    if (line === undefined) lines.push({ first: word.box, words: [word] });
    else line.words.push(word);
  }
  return lines.map(line => line.words.toSorted((a, b) => a.box.x - b.box.x));
}

/** Whether two words are apart: a space is a third of the letters' height, and columns are further apart. */
export function isApart(last: Word, next: Word): boolean {
  return next.box.x - rightOf(last.box) > Math.max(7, 1.1 * next.box.height);
}

/** The length limit of a segment, which keeps every pattern fast, whatever a document contains. */
const segmentMax = 1_000;

/** Returns the segments of a page, line by line from the top, each line from the left. */
export function segmentsOf(page: PageLayout): Segment[] {
  const segments: Segment[] = [];
  const close = (words: readonly Word[], line: number): void => {
    if (words.length === 0) return;
    const text = plainText(cut(words.map(word => word.text).join(' '), segmentMax));
    segments.push({ page: page.number, text, box: around(words.map(word => word.box)), line });
  };
  textLinesOf(page.words.filter(word => word.text.trim() !== '')).forEach((words, line) => {
    let open: Word[] = [];
    for (const word of words) {
      const last = open.at(-1);
      if (last !== undefined && isApart(last, word)) {
        close(open, line);
        open = [];
      }
      open.push(word);
    }
    close(open, line);
  });
  return segments;
}

/** Returns all segments of a document in reading order. */
export function segmentsOfDocument(layout: DocumentLayout): Segment[] {
  return layout.pages.flatMap(segmentsOf);
}

const textMax = 200_000;

/**
 * Returns the words of a document as one text, a line per line of a page, at most 200,000 characters, without
 * what PostgreSQL rejects in JSON text (NUL, lone surrogates).
 */
export function textOfDocument(segments: readonly Segment[]): string {
  const lines: string[] = [];
  let last: Segment | undefined;
  for (const segment of segments) {
    const isSameLine = last !== undefined && last.page === segment.page && last.line === segment.line;
    if (isSameLine) lines[lines.length - 1] = `${lines.at(-1) ?? ''} ${segment.text}`;
    else lines.push(segment.text);
    last = segment;
  }
  return plainText(cut(lines.join('\n'), textMax));
}

/** Returns the start of a text, at most `max` long, without half a surrogate pair at its end. */
export function cut(text: string, max: number): string {
  return text.slice(0, max).toWellFormed();
}

/** Returns a text without control characters except the line feed, and without lone surrogates. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n]/gu, '');
}
