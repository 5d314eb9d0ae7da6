/** A page as people see it: pieces of text, the blanks to write in, and which piece is in which blank. */
import type { DocumentLayout, PageLayout, Word } from '../document-layout';
import { blanksOf, linesOf, type Blank } from './blanks';
import { checkedOptionsOn, type CheckedOption } from './checked-options';
import { mendLabels } from './misread-labels';
import {
  around,
  baselineOf,
  bottomOf,
  cut,
  isApart,
  plainText,
  rightOf,
  textLinesOf,
  type Segment,
} from './text-segments';

/** Words next to each other, all in the same blank or all in none. */
export interface Piece extends Segment {
  readonly words: readonly Word[];
  /** The line or cell that they are written on or in. */
  readonly blank: Blank | undefined;
}

/** A page with its blanks and pieces of text. */
export interface Sheet {
  readonly page: PageLayout;
  readonly blanks: readonly Blank[];
  readonly pieces: readonly Piece[];
  /** The options that someone checked, from the top. */
  readonly checked: readonly CheckedOption[];
}

/** How far above and below a line the letters on it rest, in points. */
const rest = { above: 9, below: 2.5 } as const;

/** Whether a word is written on a line, or in a cell. */
function isIn({ kind, box: blank }: Blank, { box }: Word): boolean {
  const middle = box.x + box.width / 2;
  if (middle < blank.x - 2 || middle > rightOf(blank) + 2) return false;
  const above = bottomOf(blank) - baselineOf(box);
  if (kind === 'line') return above > -rest.below && above < rest.above;
  return box.y + box.height / 2 > blank.y && above > -rest.below;
}

/** Returns the blank of each word: the nearest line, or otherwise the smallest cell. */
function blankOf(word: Word, blanks: readonly Blank[]): Blank | undefined {
  let best: Blank | undefined;
  let least = Infinity;
  for (const blank of blanks) {
    if (!isIn(blank, word)) continue;
    const size =
      blank.kind === 'line'
        ? Math.abs(bottomOf(blank.box) - baselineOf(word.box))
        : 1_000 + blank.box.width * blank.box.height;
    if (size < least) [best, least] = [blank, size];
  }
  return best;
}

const pieceMax = 1_000;

function piecesOf(page: PageLayout, words: readonly Word[], blanks: readonly Blank[]): Piece[] {
  const drawn = blanks.filter(({ kind }) => kind !== 'field');
  const pieces: Piece[] = [];
  const close = (open: readonly Word[], blank: Blank | undefined, line: number): void => {
    if (open.length === 0) return;
    const text = plainText(cut(open.map(word => word.text).join(' '), pieceMax));
    pieces.push({
      page: page.number,
      text,
      box: around(open.map(({ box }) => box)),
      line,
      words: open,
      blank,
    });
  };
  textLinesOf(words).forEach((own, line) => {
    let open: Word[] = [];
    let blank: Blank | undefined;
    for (const word of own) {
      const next = blankOf(word, drawn);
      const last = open.at(-1);
      if (last !== undefined && (next !== blank || isApart(last, word))) {
        close(open, blank, line);
        open = [];
      }
      blank = next;
      open.push(word);
    }
    close(open, blank, line);
  });
  return pieces;
}

/** Returns the pages of a document as people see them. Misread labels are corrected. */
export function sheetsOf(layout: DocumentLayout): Sheet[] {
  return layout.pages.map(page => {
    const lined = linesOf(page);
    const blanks = blanksOf(page, lined);
    const pieces = piecesOf(page, lined.words, blanks);
    const mended = mendLabels(layout, pieces);
    return {
      page,
      blanks,
      pieces: pieces.map((piece, index) => ({ ...piece, text: mended[index]?.text ?? piece.text })),
      checked: checkedOptionsOn(page),
    };
  });
}
