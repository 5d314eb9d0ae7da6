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

function withoutSpaces(page: PageLayout): PageLayout {
  const words: Word[] = [];
  let run: Word[] = [];
  for (const word of page.words) {
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
