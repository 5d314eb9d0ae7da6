/** Lines that are typed as underscores with spaces between them are lines like those without. */
import type { DocumentLayout, PageLayout, Word } from '../document-layout';
import { around, rightOf } from './text-segments';

const dashes = /^_+$/;
/** Fewer may be the places of initials, one for each. */
const dashesLeast = 4;
/** A larger gap is between two lines, in points. */
const gapMost = 9;
/** Words on one line differ in height by less, in points. */
const tilt = 2;

function continues(last: Word, { box }: Word): boolean {
  const gap = box.x - rightOf(last.box);
  return Math.abs(box.y - last.box.y) < tilt && gap > -1 && gap < gapMost;
}

function joined(run: readonly Word[]): readonly Word[] {
  if (run.length < dashesLeast) return run;
  const box = around(run.map(word => word.box));
  const [first] = run;
  const width = (first?.box.width ?? 1) / (first?.text.length ?? 1);
  return [
    { ...first, text: '_'.repeat(Math.max(run.length, Math.round(box.width / Math.max(width, 1)))), box },
  ];
}

/** Returns a word apart from the first or last underscore of a line that it touches: `_D.O.B._ _ _`. */
function apart(word: Word, before: Word | undefined, after: Word | undefined): Word[] {
  const [, first = '', middle = word.text, last = ''] = /^(_?)([^_\s]+)(_?)$/.exec(word.text) ?? [];
  if (first + last === '') return [word];
  const isAfterLine = first !== '' && before?.text.endsWith('_') === true && continues(before, word);
  const isBeforeLine = last !== '' && after?.text.startsWith('_') === true && continues(word, after);
  const letter = word.box.width / word.text.length;
  const [from, to] = [isAfterLine ? 1 : 0, word.text.length - (isBeforeLine ? 1 : 0)];
  const part = (text: string, start: number, end: number): Word => ({
    ...word,
    text,
    box: { ...word.box, x: word.box.x + start * letter, width: (end - start) * letter },
  });
  return [
    ...(isAfterLine ? [part('_', 0, 1)] : []),
    part((isAfterLine ? '' : first) + middle + (isBeforeLine ? '' : last), from, to),
    ...(isBeforeLine ? [part('_', to, word.text.length)] : []),
  ];
}

function withoutSpaces(page: PageLayout): PageLayout {
  const words: Word[] = [];
  let run: Word[] = [];
  const parts = page.words.flatMap((word, index) =>
    apart(word, page.words[index - 1], page.words[index + 1]),
  );
  for (const word of parts) {
    const last = run.at(-1);
    if (dashes.test(word.text) && (last === undefined || continues(last, word))) {
      run.push(word);
      continue;
    }
    words.push(...joined(run));
    run = dashes.test(word.text) ? [word] : [];
    if (run.length === 0) words.push(word);
  }
  return { ...page, words: [...words, ...joined(run)] };
}

/** Returns a layout in which underscores with spaces between them are one word, as long as they all are. */
export function withTypedLines(layout: DocumentLayout): DocumentLayout {
  return { ...layout, pages: layout.pages.map(withoutSpaces) };
}
