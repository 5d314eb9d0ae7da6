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
  // Notes of a counselor about substance use are a kind of their own (42 CFR 2.11).
  substanceUse:
    /\b(?:substance (?:use|abuse)(?! disorder notes)|alcohol|drug (?:abuse|use|treatment|dependen|addict)|chemical dependen|addiction)/i,
  mentalHealth:
    /\b(?:mental(?: ?\/ ?| (?:or |and )?)(?:\w+ )?(?:health|illness|disorder)|behavioral (?:or \w+ )?health|psychiatr)/i,
  psychotherapyNotes: /\bpsychotherapy notes?\b/i,
  // On scans, a capital I is often read as l.
  hiv: /\b(?:hiv|a[il]ds|human immun|acquired immun)/i,
  std: /\b(?:sexually[- ]transmi|venereal|stds?\b|stis?\b)/i,
  genetic: /\bgenetic/i,
  reproductive: /\b(?:reproductive|abortion|pregnancy)\b/i,
  sickleCell: /\bsickle[- ]cell\b/i,
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
/** Words that make a whole sentence say that nothing is released by it. */
const restricting =
  /\bonly if\b|(?:\b|can)not (?:be )?(?:disclos|releas|includ)|\bwithout (?:my|your|the|a|specific|written)\b|\bprohibit|\binitial|\b(?:needs?|requires?) (?:my |your |an? )?(?:\w+ ){0,2}authorization\b|\b(?:does|do|is|are|shall|will|should) not (?:\w+ ){0,2}(?:includ|authoriz|permit|allow|appl|valid|releas|disclos)|\blaws? (?:\w+ )?requires?\b|\baccompanied by\b|\bdays for\b/i;
/** Words that leave out what follows them. */
const leavesOut = /\b(?:exclud\w*|except(?:ing)?|other than|unless)\b/i;
/** Words over boxes, or in an option, that make a mark withhold what it names. */
const withholds =
  /\b(?:exclud(?:e|ed|ing)|withh[eo]ld|not (?:want|wish|consent)|(?:do|does|should|be) not (?:be )?(?:releas|disclos|includ|shar)|not to (?:be )?(?:releas|disclos|includ|shar)|no (?:deseo|autorizo|divulg\w+|quiero))/i;
/** Words that turn it around: what isn't released unless it's marked is released by its mark. */
const butReleases = /\b(?:unless|without|only if|a menos|salvo|sin (?:su|mi|la))\b/i;
/** How far above an option the words are that say what its mark means, in points. */
const headingReach = 42;

/** Whether a mark at an option withholds what it names: its words say so, or the nearest ones above it. */
function isWithholding(segments: readonly Segment[], { page, box, text }: Segment): boolean {
  const isSo = (words: string): boolean => withholds.test(words) && !butReleases.test(words);
  if (isSo(text)) return true;
  const [above] = segments
    .filter(
      other =>
        other.page === page &&
        box.y - bottomOf(other.box) > -2 &&
        box.y - bottomOf(other.box) < headingReach &&
        other.text.split(' ').length > 4,
    )
    .toSorted((a, b) => b.box.y - a.box.y);
  return above !== undefined && isSo(above.text);
}

/** A sentence of more words isn't an option to choose. */
const optionWordsMost = 12;

/**
 * A line of a paragraph is longer than an option, in points, and the next one is this close below it. Below a
 * bullet or a number, it begins farther right; below an indented first line, farther left.
 */
const runningLine = { width: 200, gap: 6, tilt: 4, hang: 26, firstIndent: 40 } as const;
const hangs = /^(?:[•·●▪*➢\uf0b7-]|\(?\d{1,2}[.)]|\(?[a-z][.)])/i;

function goesOnIn(upper: Segment, lower: Segment): boolean {
  const gap = lower.box.y - bottomOf(upper.box);
  const indent = lower.box.x - upper.box.x;
  // Lines in high boxes overlap.
  const overlap = Math.max(runningLine.tilt, lower.box.height / 2);
  return (
    upper.page === lower.page &&
    upper.box.width > runningLine.width &&
    indent > -runningLine.firstIndent &&
    indent < (hangs.test(upper.text) ? runningLine.hang : runningLine.tilt) &&
    gap > -overlap &&
    lower.box.y > upper.box.y + runningLine.tilt &&
    gap < runningLine.gap
  );
}

/** A list of categories takes a few lines. */
const linesAround = 4;

/** Returns the sentence that names a category, with the paragraph lines before and after it. */
function sentenceAround(segments: readonly Segment[], segment: Segment, category: RegExp): string {
  const lines = [segment];
  for (let step = 0; step < linesAround; step += 1) {
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

/** Whether a sentence releases a category that it names. */
function isReleasedBy(sentence: string, category: RegExp): boolean {
  if (!releasing.test(sentence) || restricting.test(sentence)) return false;
  const [before = ''] = sentence.split(leavesOut);
  return category.test(before);
}

/** The first words of names of categories that go on in the next line. */
const firstWords =
  /\b(?:mental|behavioral|sexually|sickle|substance|chemical|drug|psychotherapy)(?: (?:and|or))?$/i;

/** Returns the segments that end with a part of a name, with that name as far as two lines have it. */
function brokenNames(segments: readonly Segment[]) {
  return segments
    .filter(({ text }) => firstWords.test(text))
    .slice(0, mentionsMax)
    .flatMap(segment => {
      const next = segments.find(other => goesOnIn(segment, other) && other !== segment);
      const [start = ''] = firstWords.exec(segment.text) ?? [];
      return next === undefined ? [] : [{ segment, whole: `${start} ${next.text.slice(0, 40)}` }];
    });
}

/** Returns the place of each sensitive category on the document; the clearest mention of each counts. */
export function findSensitive(layout: DocumentLayout, segments: readonly Segment[]): SensitiveMention[] {
  const asksInitials = segments.some(({ text }) => initialsAsked.test(text));
  const broken = brokenNames(segments);
  const rank: readonly SensitiveRelease[] = ['released', 'initialsMissing', 'notRequested', 'blanket'];
  return sensitiveCategoryNames.flatMap(category => {
    const mentions = segments
      .filter(({ text }) => patterns[category].test(text))
      .concat(broken.filter(({ whole }) => patterns[category].test(whole)).map(({ segment }) => segment))
      .slice(0, mentionsMax)
      .flatMap((segment): SensitiveMention[] => {
        const state = boxState(layout, segments, segment);
        // An empty box that would withhold something says nothing about its release.
        if (state !== undefined && isWithholding(segments, segment))
          return state ? [{ category, segment, release: 'notRequested' }] : [];
        if (state === false) return [{ category, segment, release: 'notRequested' }];
        if (state === true) {
          const isMissing = asksInitials && initialsLine.test(segment.text);
          return [{ category, segment, release: isMissing ? 'initialsMissing' : 'released' }];
        }
        const sentence = sentenceAround(segments, segment, patterns[category]);
        if (!releasing.test(sentence) && sentence.split(' ').length > optionWordsMost) return [];
        const isBlanket = isReleasedBy(sentence, patterns[category]);
        return [{ category, segment, release: isBlanket ? 'blanket' : 'notRequested' }];
      });
    const [clearest] = mentions.toSorted((a, b) => rank.indexOf(a.release) - rank.indexOf(b.release));
    return clearest === undefined ? [] : [clearest];
  });
}
