import {
  sensitiveCategoryNames,
  type SensitiveCategory,
  type SensitiveRelease,
} from '../../domain/auth-checks/extraction';
import type { DocumentLayout, Word } from '../document-layout';
import {
  slotsOfOption,
  slotsOn,
  yesOrNoBefore,
  type OptionSlot,
  type SlottedPage,
  type YesOrNo,
} from './option-slots';
import type { Sheet } from './sheet';
import { bottomOf, middleOf, rightOf, type Segment } from './text-segments';
import { boxState } from './tick-boxes';

/** The patterns that name each category. */
const patterns: Readonly<Record<SensitiveCategory, RegExp>> = {
  // Notes of a counselor about substance use are a kind of their own (42 CFR 2.11).
  substanceUse:
    /\b(?:substance (?:use|abuse)(?! disorder notes)|alcohol|drug (?:abuse|use|treatment|dependen|addict)|chemical dependen|addiction|(?:abuso|consumo|uso) de (?:sustancias|drogas)|drogadicci[óo]n)/i,
  mentalHealth:
    /\b(?:mental(?: ?\/ ?| (?:or |and )?)(?:\w+ )?(?:health|illness|disorder)|behavioral (?:or \w+ )?health|psychiatr(?!\w* (?:hospital|center|institute|associates))|salud mental|psiqui[áa]tric)/i,
  psychotherapyNotes: /\b(?:psychotherapy notes?|notas de psicoterapia)\b/i,
  // On scans, a capital I is often read as l.
  hiv: /\b(?:hiv|a[il]ds|human immun|acquired immun|vih\b|sida\b)/i,
  std: /\b(?:sexually[- ]transmi|venereal|stds?\b|stis?\b|(?:de )?transmisi[óo]n sexual)/i,
  genetic: /\bgen[ée]tic/i,
  reproductive: /\b(?:reproductive|abortion|pregnancy|reproductiva|aborto|embarazo)\b/i,
  sickleCell: /\b(?:sickle[- ]cell|anemia falciforme)\b/i,
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
  /\bonly if\b|(?:\b|can)not (?:be )?(?:disclos|releas|includ)|\bwithout (?:my|your|the|a|specific|written)\b|\bprohibit|\binitial|\b(?:needs?|requires?) (?:my |your |an? )?(?:\w+ ){0,2}authorization\b|\b(?:does|do|is|are|shall|will|should) not (?:\w+ ){0,2}(?:includ|authoriz|permit|allow|appl|valid|releas|disclos)|\blaws? (?:\w+ )?requires?\b|\baccompanied by\b|\bdays for\b|\b(?:may be|is|are) (?:needed|required) (?:to|before) (?:releas|disclos)|\bmay not be used\b/i;
/** Words that leave out what follows them. */
const leavesOut = /\b(?:exclud\w*|except(?:ing)?|other than|unless)\b/i;
/** Words that say that a mark keeps what is otherwise released. */
const withholdsUnless =
  /\bopt(?:ing|s)? out\b|(?<!\bnot )(?<!\bnot be )\b(?:released|disclosed|included|shared|sent)\b[^.]{0,40}\bunless (?:you|i|the patient)\b/i;
/** Words over boxes, or in an option, that make a mark withhold what it names. */
const withholds =
  /\b(?:exclud(?:e|ed|ing)|withh[eo]ld|not (?:want|wish|consent)|(?:do|does|should|be) not (?:be )?(?:releas|disclos|includ|shar)|not to (?:be )?(?:releas|disclos|includ|shar)|no (?:deseo|autorizo|divulg\w+|quiero))/i;
/** Words that turn it around: what isn't released unless it's marked is released by its mark. */
const butReleases = /\b(?:unless|without|only if|a menos|salvo|sin (?:su|mi|la))\b/i;
/** How far above an option the words are that say what its mark means, in points. */
const headingReach = 42;
/** A list of options has fewer texts above an option. */
const aboveMax = 80;

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

/** Whether a sentence of some words says that a mark withholds. */
function saysWithhold(words: string): boolean {
  return words
    .split(/(?<=[.;])\s/)
    .some(
      sentence => withholdsUnless.test(sentence) || (withholds.test(sentence) && !butReleases.test(sentence)),
    );
}

/** Whether a line is the next one of an option whose first line begins farther left, with its box. */
function hangsUnder(upper: Segment, { box }: Segment): boolean {
  const [gap, indent] = [box.y - bottomOf(upper.box), box.x - upper.box.x];
  return (
    upper.box.width > runningLine.width &&
    gap > -runningLine.tilt &&
    gap < runningLine.gap &&
    indent > runningLine.tilt &&
    indent < runningLine.firstIndent
  );
}

/**
 * Whether a mark at an option withholds what it names: its words say so, or the nearest paragraph above it
 * that isn't an option itself.
 */
function isWithholding(
  segments: readonly Segment[],
  { page, box, text }: Segment,
  isOption: (segment: Segment) => boolean,
): boolean {
  if (saysWithhold(text)) return true;
  const above = segments
    .filter(other => other.page === page && box.y - bottomOf(other.box) > -2 && box.y > other.box.y + 4)
    .toSorted((a, b) => b.box.y - a.box.y)
    .slice(0, aboveMax);
  // The lines of a paragraph that were looked at, from the last one up, and their words.
  let heading: Segment | undefined;
  let words = '';
  let top = box.y;
  for (const other of above) {
    const isHanging = heading !== undefined && hangsUnder(other, heading) && isOption(other);
    if (heading !== undefined && !isHanging && !goesOnIn(other, heading)) {
      // Another column, or the end of the paragraph.
      if (other.box.y < heading.box.y - headingReach) return false;
      continue;
    }
    if (heading === undefined && top - bottomOf(other.box) > headingReach) return false;
    words = heading === undefined ? other.text : `${other.text} ${words}`;
    if (saysWithhold(words)) return true;
    if (above.some(one => one !== other && one.line === other.line && saysWithhold(one.text))) return true;
    top = Math.min(top, other.box.y);
    const isHeading = other.text.split(' ').length > 4 || /[:?]\W*$/.test(other.text);
    if (isHanging || isOption(other)) heading = undefined;
    else if (heading !== undefined || isHeading) heading = other;
  }
  return false;
}

/** A sentence of more words isn't an option to choose. */
const optionWordsMost = 12;

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

/** Whether words leave out a category that they name: `Mental health (except psychotherapy notes)`. */
function isLeftOut(text: string, category: RegExp): boolean {
  const match = /\b(?:except(?:ing)?|excluding|other than|not including)\b/i.exec(text);
  return match !== null && !category.test(text.slice(0, match.index));
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

/** A mention, and how much it counts: first what a person withholds, then what one releases, then print. */
interface Mention extends SensitiveMention {
  readonly rank: 0 | 1 | 2 | 3;
}

/** Returns the words of a segment that a pattern matches, or all of them. */
function wordsNaming(words: readonly Word[], { box }: Segment, pattern: RegExp): readonly Word[] {
  const own = words
    .filter(
      word =>
        Math.abs(middleOf(word.box) - middleOf(box)) < Math.max(5, box.height / 2) &&
        word.box.x > box.x - 3 &&
        rightOf(word.box) < rightOf(box) + 3,
    )
    .toSorted((a, b) => a.box.x - b.box.x);
  const match = pattern.exec(own.map(({ text }) => text).join(' '));
  if (match === null) return own;
  let from = 0;
  return own.filter(({ text }) => {
    const [start, end] = [from, from + text.length];
    from = end + 1;
    return end > match.index && start < match.index + match[0].length;
  });
}

/** Where the options of a document ask for marks. */
interface Options {
  /** Returns the slots of the option that names a category in a segment. */
  readonly slotsOf: (segment: Segment, category: RegExp) => readonly OptionSlot[];
  /** Returns its slots at Yes and No. */
  readonly answerOf: (segment: Segment, category: RegExp) => YesOrNo | undefined;
  /** Whether a segment starts with an option. */
  readonly isOption: (segment: Segment) => boolean;
}

const firstWord = /^\S+/;

function optionsOf(segments: readonly Segment[], sheets: readonly Sheet[]): Options {
  // Most pages name no category, and their slots aren't needed.
  const pages = new Map<number, SlottedPage | undefined>();
  const pageOf = ({ page: number }: Segment): SlottedPage | undefined => {
    if (!pages.has(number)) {
      const sheet = sheets.find(({ page }) => page.number === number);
      pages.set(number, sheet && slotsOn(sheet));
    }
    return pages.get(number);
  };
  const slotsAt = (segment: Segment, pattern: RegExp): readonly OptionSlot[] => {
    const page = pageOf(segment);
    return page === undefined ? [] : slotsOfOption(page, wordsNaming(page.words, segment, pattern));
  };
  const known = new Map<Segment, boolean>();
  return {
    slotsOf: (segment, category) => {
      const slots = slotsAt(segment, category);
      // A blank in a sentence is for something else.
      const isSentence = segment.text.split(' ').length > optionWordsMost;
      const own = isSentence ? slots.filter(({ kind }) => kind === 'box') : slots;
      if (own.length > 0) return own;
      // The option began in the line above.
      const upper = segments.find(other => other !== segment && goesOnIn(other, segment));
      return slotsAt(upper ?? segment, firstWord);
    },
    answerOf: (segment, category) => {
      const page = pageOf(segment);
      return page && yesOrNoBefore(page, wordsNaming(page.words, segment, category));
    },
    isOption: segment => {
      const isOption = known.get(segment) ?? slotsAt(segment, firstWord).length > 0;
      known.set(segment, isOption);
      return isOption;
    },
  };
}

/** Whether an option's box is marked, and its line for initials isn't. */
function areInitialsMissing({ text }: Segment, slots: readonly OptionSlot[]): boolean {
  if (slots.length === 0) return initialsLine.test(text);
  const blanks = slots.filter(({ kind }) => kind === 'blank');
  return blanks.length > 0 && blanks.every(({ isMarked }) => !isMarked);
}

/** A document's words and options. */
interface Marked {
  readonly layout: DocumentLayout;
  readonly segments: readonly Segment[];
  readonly options: Options;
  /** Whether the form asks for initials anywhere. */
  readonly asksInitials: boolean;
}

/** Returns what a mention of a category says of its release, and how much it counts. */
function releaseAt(
  { layout, segments, options, asksInitials }: Marked,
  segment: Segment,
  pattern: RegExp,
): Pick<Mention, 'release' | 'rank'> | undefined {
  const answer = options.answerOf(segment, pattern);
  if (answer?.no.isMarked === true) return { release: 'notRequested', rank: 0 };
  if (answer?.yes.isMarked === true) return { release: 'released', rank: 1 };
  const slots = options.slotsOf(segment, pattern);
  const state =
    slots.length === 0 ? boxState(layout, segments, segment) : slots.some(({ isMarked }) => isMarked);
  if (state === undefined) {
    const sentence = sentenceAround(segments, segment, pattern);
    if (!releasing.test(sentence) && sentence.split(' ').length > optionWordsMost) return undefined;
    return isReleasedBy(sentence, pattern)
      ? { release: 'blanket', rank: 3 }
      : { release: 'notRequested', rank: 2 };
  }
  if (isWithholding(segments, segment, options.isOption))
    // An empty box that would withhold something says nothing about its release.
    return state ? { release: 'notRequested', rank: 0 } : undefined;
  if (!state || isLeftOut(segment.text, pattern)) return { release: 'notRequested', rank: 2 };
  const areMissing = asksInitials && areInitialsMissing(segment, slots);
  return { release: areMissing ? 'initialsMissing' : 'released', rank: 1 };
}

/** Returns the place of each sensitive category on the document; the clearest mention of each counts. */
export function findSensitive(
  layout: DocumentLayout,
  segments: readonly Segment[],
  sheets: readonly Sheet[],
): SensitiveMention[] {
  const asksInitials = segments.some(({ text }) => initialsAsked.test(text));
  const marked = { layout, segments, options: optionsOf(segments, sheets), asksInitials };
  const broken = brokenNames(segments);
  return sensitiveCategoryNames.flatMap(category => {
    const pattern = patterns[category];
    const [clearest] = segments
      .filter(({ text }) => pattern.test(text))
      .concat(broken.filter(({ whole }) => pattern.test(whole)).map(({ segment }) => segment))
      .slice(0, mentionsMax)
      .flatMap((segment): Mention[] => {
        const found = releaseAt(marked, segment, pattern);
        return found === undefined ? [] : [{ category, segment, ...found }];
      })
      .toSorted((a, b) => a.rank - b.rank);
    return clearest === undefined ? [] : [clearest];
  });
}
