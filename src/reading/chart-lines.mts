import type { Word } from './document-layout.ts';

/** Three times what a dense page has. */
const linesMax = 300;
const lineLettersMax = 400;

/**
 * Returns the lines of a page from the places of its words: those at one height are a line. Cells, which are
 * wider apart than words, are separated by three spaces.
 */
export function linesOf(words: readonly Word[]): string[] {
  const lines: Word[][] = [];
  for (const word of words.toSorted((a, b) => a.box.y + a.box.height / 2 - (b.box.y + b.box.height / 2))) {
    const middle = word.box.y + word.box.height / 2;
    const line = lines.at(-1);
    const last = line?.at(0);
    const isBeside = last !== undefined && middle < last.box.y + last.box.height * 0.9;
    if (isBeside && line !== undefined) line.push(word);
    else lines.push([word]);
  }
  return lines.slice(0, linesMax).map(line => {
    let end: number | undefined;
    let text = '';
    for (const { text: own, box } of line.toSorted((a, b) => a.box.x - b.box.x)) {
      const gap = end === undefined ? '' : box.x - end > box.height * 0.9 ? '   ' : ' ';
      text += gap + own;
      end = box.x + box.width;
    }
    return text.slice(0, lineLettersMax);
  });
}
