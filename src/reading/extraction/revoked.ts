/** What revokes a form: words across it, a signed revocation, or a crossed-out signature. */
import type { Box, Revoked } from '../../domain/auth-checks/extraction';
import { findDate } from '../../domain/auth-checks/stated-date';
import type { DocumentLayout, PageLayout, Word } from '../document-layout';
import { bottomOf, rightOf, segmentsOf, type Segment } from './text-segments';
import { boxState } from './tick-boxes';

const revokedWords = String.raw`revoked|void(?:ed)?|cancell?ed|rescinded|withdrawn|revocad[oa]|anulad[oa]|cancelad[oa]`;
/** A stamp, or a word written across the page: `VOID`, `*** REVOKED ***`, `THIS FORM IS CANCELED`. */
const stamp = new RegExp(
  String.raw`^\W*(?:(?:this |esta )?(?:authori[sz]ation|consent|form|release|autorizaci[óo]n)(?: is| has been| est[áa]| ha sido)? )?(?:${revokedWords})\W*$`,
  'iu',
);
/** The same with a date: `Revoked 11/22/2026`, `Date revoked: 11/22/2026`. */
const datedStamp = new RegExp(
  String.raw`^\W*(?:date |fecha )?(?:${revokedWords})\b\W*(?:(?:on|as of|by patient|effective|el)\b\W*){0,3}(?=\d|[a-z]{3,9}\.? \d)`,
  'iu',
);
/** A word of such a stamp or sentence. */
const revokingWord = new RegExp(
  String.raw`^\W*(?:${revokedWords}|revoke|revoco|rescind|withdraw|cancel)\W*$`,
  'iu',
);
/** A sentence in which the patient revokes it. */
const sentence =
  /^\W*(?:revocation\W+|revocaci[óo]n\W+)?(?:i|yo)\b(?:, [^,]{3,60},)?,? ?(?:hereby |do hereby |por la presente )?(?:revoke|cancel|withdraw|rescind|revoco|cancelo|anulo) (?:this|my|the|all|any|esta|mi|la)\b[^.:;]{0,60}?\b(?:authori[sz]ations?|consent|release|permission|autorizaci[óo]n|permiso)\b(?!\s*(?:in writing|by|at any time|if|unless|when|before|except))/iu;
/** Words that end a statement; a line that follows anything else continues it. */
const isEnded = /[.:;!?_)\]]\s*$/;
/** A stamp is larger than print, or in capitals. */
const stampHeight = 1.4;
/** A line to sign on is longer, in points. */
const lineLeast = 80;
/** How far below its words a revocation is signed, in points. */
const rowReach = 130;

function medianHeight(segments: readonly Segment[]): number {
  const heights = segments.map(({ box }) => box.height).toSorted((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 10;
}

/** Whether a line continues the one directly above it. */
function continuesLine(segments: readonly Segment[], { page, box, line }: Segment): boolean {
  const above = segments.find(
    other =>
      other.page === page &&
      other.line !== line &&
      other.box.y < box.y &&
      box.y - bottomOf(other.box) < 0.7 * box.height &&
      other.box.x < rightOf(box) &&
      rightOf(other.box) > box.x,
  );
  return above !== undefined && !isEnded.test(above.text) && above.text.split(' ').length > 3;
}

function isWritten(layout: DocumentLayout, segments: readonly Segment[], segment: Segment): boolean {
  const state = boxState(layout, segments, segment);
  if (state !== undefined) return state;
  return !continuesLine(segments, segment);
}

function isRevokingSentence(layout: DocumentLayout, segments: readonly Segment[], segment: Segment): boolean {
  return sentence.test(segment.text) && isWritten(layout, segments, segment);
}

function isStamp(segment: Segment, usual: number): boolean {
  const { text, box } = segment;
  if (datedStamp.test(text) && findDate(text, 2060) !== undefined) return true;
  return stamp.test(text) && (text === text.toUpperCase() || box.height > stampHeight * usual);
}

/** A place where words revoke the form. */
export interface RevokingWords {
  readonly page: number;
  readonly box: Box;
}

/**
 * Returns the sentences that revoke the form, such as `I revoke this authorization`. A form may print one
 * above a separate signature line. Then it counts only if that line is signed.
 */
export function findRevokingSentences(
  layout: DocumentLayout,
  segments: readonly Segment[],
): readonly Segment[] {
  return segments.filter(segment => isRevokingSentence(layout, segments, segment));
}

/** Returns what reviewers wrote on the page with their reader's tools, and what is in its form fields. */
function writtenApart({ number, annotations, widgets }: PageLayout): Segment[] {
  const notes = annotations.flatMap(({ text, box }) => (text === undefined ? [] : [{ text, box }]));
  const fields = widgets.flatMap(({ kind, value, box }) => (kind === 'text' ? [{ text: value, box }] : []));
  return [...notes, ...fields].flatMap(({ text, box }) =>
    text.split('\n').map(line => ({ page: number, text: line, box, line: -1 })),
  );
}

/** Returns the height of a word, as far as it tells two kinds of print apart. */
function heightOf({ box }: Word): number {
  return Math.round(box.height * 2) / 2;
}

/**
 * Returns what is written over the print. Pens and stamps have letters of another size, and their words are
 * between those of the form.
 */
function writtenOver(page: PageLayout): Segment[] {
  const heights = new Set(page.words.filter(({ text }) => revokingWord.test(text)).map(heightOf));
  return [...heights].flatMap(height =>
    segmentsOf({ ...page, words: page.words.filter(word => heightOf(word) === height) }),
  );
}

/** Whether a line to sign on may be below words: a rule, or underscores. */
function hasLineBelow(layout: DocumentLayout, segments: readonly Segment[], words: RevokingWords): boolean {
  const rules = layout.pages.find(({ number }) => number === words.page)?.ink.rules ?? [];
  const isNear = (box: Box): boolean => isBelow(words, { page: words.page, box }) && box.y > words.box.y + 6;
  return (
    rules.some(box => box.width > lineLeast && box.width > box.height && isNear(box)) ||
    segments.some(({ page, text, box }) => page === words.page && /_{8,}/.test(text) && isNear(box))
  );
}

/** Whether a sentence looks unlike a form's own print: in capitals, with a date, or in larger letters. */
function isByHand({ text, box }: Segment, usual: number): boolean {
  return text === text.toUpperCase() || /\d/.test(text) || box.height > 1.15 * usual;
}

/**
 * Finds words that revoke the form. A sentence above a signature line is preprinted; whether it counts
 * depends on the signature there.
 * @param isPrintedAbove whether a sentence is above such a line
 */
export function findRevokingWords(
  layout: DocumentLayout,
  segments: readonly Segment[],
  isPrintedAbove: (words: RevokingWords) => boolean,
): Revoked | null {
  const usual = medianHeight(segments);
  const apart = layout.pages.flatMap(writtenApart);
  const all = [...segments, ...layout.pages.flatMap(writtenOver)];
  const sentences = all.filter(
    segment => isRevokingSentence(layout, segments, segment) && !isPrintedAbove(segment),
  );
  const found =
    all.find(segment => isStamp(segment, usual) && isWritten(layout, segments, segment)) ??
    apart.find(({ text }) => stamp.test(text) || datedStamp.test(text) || sentence.test(text)) ??
    sentences.find(segment => isByHand(segment, usual) || !hasLineBelow(layout, segments, segment));
  if (found !== undefined) return { by: 'words', page: found.page, box: found.box };
  const [unclear] = sentences;
  return unclear === undefined ? null : { by: 'unclearWords', page: unclear.page, box: unclear.box };
}

/** Whether a row to sign on belongs to a revocation: the words that it signs are above it. */
export function isBelow(words: RevokingWords, row: { readonly page: number; readonly box: Box }): boolean {
  const distance = row.box.y - words.box.y;
  return words.page === row.page && distance >= -4 && distance < rowReach;
}
