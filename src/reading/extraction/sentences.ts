/** What a form states in a sentence: printed, or with gaps that someone filled in. */
import type { Found } from '../../domain/auth-checks/extraction';
import type { DocumentLayout, PageLayout } from '../document-layout';
import { hasTypedLine, tokensOf } from './blanks';
import { anyLabel, fieldRules } from './form-fields';
import { segmentsOf, textOfDocument, type Segment } from './text-segments';

/** A party in a sentence; the periods of `St.` and `Dr.` don't end it. */
const party = String.raw`((?:[^.,;_:()]|(?<=\b(?:St|Dr|Dra|Inc|Co|Mr|Ms))\.){3,60}?(?:, (?:P\.? ?C\.?|Inc\.?|LL[CP])(?= ))?)`;

const patterns = {
  patientName: [
    /\b(?:i|yo), ([\p{L} .'’-]{4,60}?)\s?,? (?:\(|hereby|born|authorize|revoke|consent|do hereby|date of birth|con fecha|autorizo|of (?=\p{Lu})|residing)/iu,
    /\bconcerning ([\p{L} .'’-]{4,60}?)\s?, whose\b/iu,
  ],
  disclosingParty: [
    new RegExp(
      String.raw`\b(?:authorizes?(?:/request)?|permit|my treatment records by|autorizo al?),? ${party},? (?:to (?:disclose|release|furnish)|a (?:divulgar|utilizar|revelar|usar|entregar|compartir)|to)\b`,
      'i',
    ),
    new RegExp(String.raw`\b(?:information|records) from ${party} to\b`, 'i'),
    new RegExp(String.raw`\bprovider: ${party}(?= this information|$)`, 'i'),
    /\b(any health care provider who [a-z ]{5,40})/i,
  ],
  recipient: [
    new RegExp(
      String.raw`\b(?:disclose|release|send|furnish)\b[^.]{0,160}? to:? ${party}(?= (?:any and all|the (?:health )?information)|[.,;_]|$)`,
      'i',
    ),
    /\ba divulgar [^.]{5,80}? a ([^.,;_]{3,60})/i,
  ],
  purpose: [
    /\bpurpose of th(?:is|e) (?:disclosure|authorization|release) is ([^._;]{3,90})/i,
    /\binformation is needed for ([^._;]{3,60}?)(?=[._;]|$| this authorization)/i,
    /\bprop[óo]sito de esta divulgaci[óo]n es ([^._;]{3,60})/i,
  ],
} as const;

/** The values that may be in a sentence. */
export type SentenceValue = keyof typeof patterns;

/**
 * Returns a page with its filled-in fields among its words, so that a sentence with gaps reads as intended.
 */
function withFields(page: PageLayout): PageLayout {
  const filled = page.widgets
    .filter(({ kind, value }) => (kind === 'text' || kind === 'choice') && value !== '')
    .flatMap(({ value, box }) =>
      value
        .split(/\s+/)
        .map((text, index, all) => ({
          text,
          box: {
            x: box.x + (index * box.width) / all.length,
            y: box.y + box.height - 11,
            width: box.width / all.length - 2,
            height: 10,
          },
        })),
    );
  return filled.length === 0 ? page : { ...page, words: [...page.words, ...filled] };
}

/** Returns a page without typed lines: what is typed on one comes before the comma that ends it. */
function withoutLines(page: PageLayout): PageLayout {
  return {
    ...page,
    words: page.words.flatMap(word =>
      hasTypedLine(word.text)
        ? tokensOf(page, word)
            .filter(({ isLine }) => !isLine)
            .map(({ text, box }) => ({ ...word, text, box }))
        : [word],
    ),
  };
}

/** The segments and the running text of a document, including its fields. */
export interface RunningText {
  readonly segments: readonly Segment[];
  readonly text: string;
}

/**
 * Returns the segments and the running text of a document, including its fields. @param printed the segments
 * without them
 */
export function runningText(layout: DocumentLayout, printed: readonly Segment[]): RunningText {
  const hasFields = layout.pages.some(({ widgets }) => widgets.some(({ value }) => value !== ''));
  const hasLines = layout.pages.some(({ words }) => words.some(({ text }) => hasTypedLine(text)));
  const segments =
    hasFields || hasLines ? layout.pages.map(withoutLines).map(withFields).flatMap(segmentsOf) : printed;
  const text = textOfDocument(segments)
    .replaceAll(/[\n_]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',');
  return { segments, text };
}

/**
 * Words that refer to someone named elsewhere, or nowhere: `you`, `the following provider`,
 * `the agency below`.
 */
const pointing =
  /^(?:you|us|them|it|him|her|me|whoever|usted|la siguiente|el siguiente|los siguientes|las siguientes)$|\b(?:following|listed|indicated|specified|identified|siguientes?)\b|^(?:section|part|item|parte|secci[óo]n) \w{1,3}\b/i;
const common = /^(?:the|this|that|such|any|each|said|el|la|los|las)(?: \p{Ll}[\p{L}’'-]*)+$/u;

/** Whether words are the form’s: another label, the start of the next sentence, nobody's name. */
function isFormWords(value: string, name: SentenceValue): boolean {
  if (name === 'patientName')
    return value.split(/\s+/).some(word => /^\p{Ll}{2}/u.test(word) && !/^(?:de|del|la|van|von)$/.test(word));
  const isParty = name === 'disclosingParty' || name === 'recipient';
  if (isParty && (pointing.test(value) || (common.test(value) && !/\bwho\b/.test(value)))) return true;
  return (
    /:|^\(|^(?:be|all|\d+)\b|\b(?:cfr|named|revoke|i may|any and all|disclose|above|below|designated|others|hipaa|entiendo)\b/i.test(
      value,
    ) || anyLabel.test(value)
  );
}

/** A line that states a value after its label, in the form's own print. */
const stated: Readonly<Partial<Record<SentenceValue, RegExp>>> = {
  purpose: /^(?:the )?purpose: ?(.{3,90})/i,
  recipient: /^(?:to whom|who may receive): ?(.{3,90})/i,
  disclosingParty: /^(?:from whom|who may disclose): ?(.{3,90})/i,
};

/** A sentence that states a value is one of the first of its kind. */
const matchesMax = 5;

/** Finds a value in running text if no label led to one. */
export function fromSentence({ segments, text }: RunningText, name: SentenceValue): Found | null {
  for (const segment of segments) {
    const value = stated[name]?.exec(segment.text)?.[1]?.trim().replace(/\.$/, '');
    if (value !== undefined && fieldRules[name].accepts(value) && !isFormWords(value, name))
      return { text: value, page: segment.page, box: segment.box };
  }
  for (const pattern of patterns[name]) {
    const value = [...text.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))]
      .slice(0, matchesMax)
      .map(match => match[1]?.trim().toWellFormed() ?? '')
      .find(found => fieldRules[name].accepts(found) && !isFormWords(found, name));
    if (value === undefined) continue;
    const start = value.slice(0, 12);
    const segment = segments.find(candidate => candidate.text.includes(start)) ?? segments[0];
    if (segment !== undefined) return { text: value, page: segment.page, box: segment.box };
  }
  return null;
}
