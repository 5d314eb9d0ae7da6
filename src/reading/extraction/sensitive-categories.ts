import {
  sensitiveCategoryNames,
  type SensitiveCategory,
  type SensitiveRelease,
} from '../../domain/auth-checks/extraction';
import type { DocumentLayout } from '../document-layout';
import { bottomOf, type Segment } from './text-segments';
import { boxState } from './tick-boxes';

/** The patterns that name each category. */
const patterns: Readonly<Record<SensitiveCategory, RegExp>> = {
  substanceUse: /\b(?:substance (?:use|abuse)|alcohol|drug (?:abuse|use|treatment)|chemical dependen)/i,
  mentalHealth: /\b(?:mental health|behavioral health|psychiatric)/i,
  psychotherapyNotes: /\bpsychotherapy notes?\b/i,
  hiv: /\b(?:hiv|aids)\b/i,
  std: /\b(?:sexually transmitted|venereal|std|sti)\b/i,
  genetic: /\bgenetic/i,
  reproductive: /\b(?:reproductive|abortion|pregnancy)\b/i,
  sickleCell: /\bsickle cell\b/i,
};

/** A category, its place, and the segment that names it. */
export interface SensitiveMention {
  readonly category: SensitiveCategory;
  readonly release: SensitiveRelease;
  readonly segment: Segment;
}

const releasing = /\b(?:includ|releas|disclos|authoriz|consent)/i;
const initialsAsked = /\binitial/i;
const initialsLine = /_{3,}\s*$|^\s*_{3,}/;
/** A form names each category a few times. */
const mentionsMax = 40;
const restricting = /\b(?:only if|not (?:be )?(?:disclosed|released|included)|exclud|except|unless)\b/i;

/** A line of a paragraph is longer than an option, in points, and the next one is this close below it. */
const runningLine = { width: 200, gap: 6, tilt: 4 } as const;

function goesOnIn(upper: Segment, lower: Segment): boolean {
  const gap = lower.box.y - bottomOf(upper.box);
  return (
    upper.page === lower.page &&
    upper.box.width > runningLine.width &&
    Math.abs(upper.box.x - lower.box.x) < runningLine.tilt &&
    gap > -runningLine.tilt &&
    gap < runningLine.gap
  );
}

/** Returns the sentence that names a category, with the paragraph lines before and after it. */
function sentenceAround(segments: readonly Segment[], segment: Segment, category: RegExp): string {
  const lines = [segment];
  for (let step = 0; step < 2; step += 1) {
    const [first = segment, last = segment] = [lines[0], lines.at(-1)];
    const before = segments.find(other => goesOnIn(other, first) && other !== first);
    const after = segments.find(other => goesOnIn(last, other) && other !== last);
    if (before !== undefined) lines.unshift(before);
    if (after !== undefined) lines.push(after);
  }
  const sentences = lines
    .map(({ text }) => text)
    .join(' ')
    .split(/(?<=[.;])\s/);
  return sentences.find(sentence => category.test(sentence)) ?? segment.text;
}

/** Returns the place of each sensitive category on the document; the clearest mention of each counts. */
export function findSensitive(layout: DocumentLayout, segments: readonly Segment[]): SensitiveMention[] {
  const asksInitials = segments.some(({ text }) => initialsAsked.test(text));
  const rank: readonly SensitiveRelease[] = ['released', 'initialsMissing', 'notRequested', 'blanket'];
  return sensitiveCategoryNames.flatMap(category => {
    const mentions = segments
      .filter(({ text }) => patterns[category].test(text))
      .slice(0, mentionsMax)
      .map((segment): SensitiveMention => {
        const state = boxState(layout, segments, segment);
        if (state === false) return { category, segment, release: 'notRequested' };
        if (state === true) {
          const isMissing = asksInitials && initialsLine.test(segment.text);
          return { category, segment, release: isMissing ? 'initialsMissing' : 'released' };
        }
        const sentence = sentenceAround(segments, segment, patterns[category]);
        const isBlanket = releasing.test(sentence) && !restricting.test(sentence);
        return { category, segment, release: isBlanket ? 'blanket' : 'notRequested' };
      });
    const [clearest] = mentions.toSorted((a, b) => rank.indexOf(a.release) - rank.indexOf(b.release));
    return clearest === undefined ? [] : [clearest];
  });
}
