/**
 * When an authorization ends: a date, an event, or a term that is written at words about it, a checked
 * option, or a printed sentence. Every candidate gets a score, and the best one counts; what is printed
 * counts if nothing is written, or if it ends first.
 */
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { Box, Found } from '../../domain/auth-checks/extraction';
import { findDate } from '../../domain/auth-checks/stated-date';
import { endOfTerm } from '../../domain/auth-checks/stated-term';
import { anyLabel, fieldRules, latestYear } from './form-fields';
import { datesOn, labelsAround, nearestTo, ofForm } from './nearby-values';
import { distancesOn } from './questions';
import type { RunningText } from './sentences';
import type { Piece, Sheet } from './sheet';
import { isPrintedOption } from './tick-boxes';
import { labelsOf, printedOn, wordsBefore, wrappedLabel, writtenOn } from './written-texts';

/** How much each fact about a candidate counts; they are set by hand. */
const weights = {
  place: { field: 0.35, line: 0.3, cell: 0.2, beside: 0.1 },
  /** Where words about the end are: directly before it, around it, over it, or elsewhere on its page. */
  cue: { before: 0.45, near: 0.3, below: 0.2, later: 0.1 },
  /** What a text says: a date after the signature's, or words about time and events. */
  date: 0.25,
  event: 0.25,
  option: { field: 0.4, typed: 0.35, ink: 0.32 },
  question: 0.3,
} as const;
const scoreLeast = 0.6;

const expiring =
  /\bexpir|\bvenc|\b(?:until|hasta|valid|in (?:full )?(?:force|effect)|remains? effective|effective (?:for|through)|(?:authorization|consent|permission|release) (?:ends?|terminates?|lasts?)|duration|v[áa]lid[ao]|vigente|(?:date|fecha) ?(?:\/|or|o|and\/or) ?(?:event|evento)|(?:event|evento) ?(?:\/|or|o) ?(?:date|fecha)|(?:following|siguiente) (?:date|event|evento)|end date)(?!\p{L})/iu;
const notExpiring =
  /\b(?:birth|nacimiento|d\.?o\.?b|dates? of (?:service|treatment|care|visit)|service dates?|servicio|tratamiento|admi\w+|signature|date signed|firma|witness|omb|rev(?:ised)?|employ\w*|relationship|copy|copies|driver|license|passport|card)\b/iu;
/** Words in a label that say something else than what it asks for: `(if none, one year from signature)`. */
const inner = /\([^)]*\)|\b(?:from|after|of) (?:the |my )*(?:date (?:of|signed)|signature)[^:]*/giu;
/** What a later date may be for. */
const notEnd =
  /\b(?:appointment|court|hearing|trial|surgery|needed|due|visit|received|processed|released)\b/iu;
const eventWords =
  /\b(?:end|ends|ended|when|until|upon|once|after|complet\w+|closed?|resol\w+|settle\w*|discharge\w*|years?|months?|weeks?|days?|death|revok\w*|cancel\w*|terminat\w*|never|none|indefinite\w*|treatment|litigation|fin|final|termin\w+|cuando|hasta|años?|meses|días)\b/iu;
/** An option that only says what is written behind it. */
const pointing =
  /:\s*$|\b(?:specify|following|other|here|otr[oa]|siguiente)\b|\b(?:date|fecha|on|until|el|hasta)\W*\d*\W*$/iu;

/** Words that only lead to a date. */
const connecting = /^\W*(?:until|upon|on|when|after|hasta|el|of|or|and)\W*\d*\W*$/iu;

const unit = '(?:days?|weeks?|months?|years?|d[íi]as?|semanas?|mes(?:es)?|a[ñn]os?)';
const number =
  '(?:a|an|one|two|three|four|five|six|nine|ten|twelve|eighteen|twenty-four|thirty|sixty|ninety|one hundred (?:twenty|eighty)|una?|dos|tres|seis|doce|treinta|sesenta|noventa|\\d{1,3})';
const length = String.raw`(?:${number} ?(?:\(\d{1,3}\) ?)?|\(\d{1,3}\) ?)-?${unit}`;
const leading = String.raw`(?:in|after|for|within|of|or|is|expires?|expir\w+|vence\w*|until|on|upon|terminates|automatically|autom[áa]ticamente|por|durante|en|los|i)`;
const startOfTerm = new RegExp(String.raw`^(?:${length}|the end of .*)`, 'iu');
const tail = String.raw`(?: (?:from|after|following|of (?:the |my )?(?=dat|sign)|despu[ée]s de|desde|a partir de|de)(?:(?! (?:unless|or|if|except|whichever|and will)\b)[^.,;:_)]){3,60})?`;
const ends = String.raw`\b(?:expir\w*|terminat(?:es?|ed)|(?:remains?|be|is|stays?) (?:\w+ )?(?:valid|good|effective)|valid|good for|in (?:full )?(?:force|effect)|effective for|ends?|termina|vence\w*|vencer[áa]|v[áa]lid[ao]|vigente)(?!\p{L})`;
const printedTerm = new RegExp(
  String.raw`${ends}[^.]{0,80}?(?<=${leading}\W{1,3}|\()(${length}(?!\p{L}| (?:of age|old))${tail})|${ends}(?: (?:on|at|upon|until))? (the end of [^.;:_]{3,50})`,
  'giu',
);
/** What a term starts with; anything else is the start of another sentence. */
const starts =
  /\b(?:dat(?:e|ed)|sign\w*|execut\w*|today|below|above|authori[sz]ation|consent|release|form|it|firm\w*|fecha|data|assinatura|discharge|treatment|services?|visit|death|settle\w*|litigation|claim|study|research|case|event)\b/iu;
/** What ends then isn't the authorization. */
const notTerm =
  /\b(?:revocation|revok\w+|portal|link|password|photocop\w+|cop(?:y|ies)|fees?|business days|exceed)\b/iu;
const ofOther = /\b(?:revocation|portal|link|password)\b[^,]{0,30}$/iu;
/** Words about revoking it earlier, which say nothing about what is written. */
const unlessRevoked =
  /\b(?:unless|except|without|sin)\b[^.,;]{0,50}?\b(?:revo\w+|cancel\w*|withdr\w+|terminat\w*)(?: (?:it|earlier|sooner|in writing|by me))*/giu;
/** What applies only if nothing else is filled in, or beside a blank. */
const conditional =
  /\b(?:if (?:no|none|not|i do|you (?:do|don)|this|left|blank)|fail(?:s|ed)? to|left blank|is blank|unless|otherwise|less than|the following|following (?:date|event)|si no|a menos|salvo)\b|\bor(?: until| on| by| as)?\W*(?:$|:|\(|date|indicated|the date|event)|\bo(?:\W*$|:)/iu;
const cap = /\b(?:whichever|no longer valid|not (?:to )?exceed|no more than|sooner|earlier of)\b/iu;
/** A form has a few sentences about it; a malicious document has thousands. */
const [termsMax, sentenceMax, questionsMax] = [20, 700, 40] as const;
/** How many words of its start say what it is. */
const startWords = 8;

interface Candidate {
  readonly found: Found;
  readonly score: number;
}

/** What is known of the form otherwise. */
interface Known {
  /** Whether a date belongs to something else: a birth, the signature. */
  readonly isTaken: (found: Found) => boolean;
  readonly signedOn: CalendarDate | null;
}

/** Returns how a text is about the end: its nearest words that say what it is. */
function cueIn(labels: readonly string[]): number {
  const plain = labels.map(label => label.replaceAll(inner, ' '));
  const index = plain.findIndex(label => expiring.test(label) || notExpiring.test(label));
  const label = plain[index] ?? '';
  if (!expiring.test(label) || notExpiring.test(label)) return 0;
  return index === 0 ? weights.cue.before : weights.cue.near;
}

/** Whether a text is a date before the form ends: then it is of something else. */
function isEarlier(text: string, { signedOn }: Known): boolean {
  const date = findDate(text, latestYear)?.date;
  return date !== undefined && signedOn !== null && date < signedOn;
}

const isSigning = (text: string, { signedOn }: Known): boolean =>
  findDate(text, latestYear)?.date === signedOn;

/** Whether a date is near the number of a form's approval: then the approval ends. */
function isOfForm({ pieces }: Sheet, { x, y }: Box): boolean {
  return pieces.some(
    ({ text, box }) => /\bomb\b/i.test(text) && Math.abs(box.y - y) < 26 && Math.abs(box.x - x) < 200,
  );
}

/** Returns the words of a page that speak of the end. */
function questionsOn({ pieces }: Sheet): Piece[] {
  return pieces.filter(({ text }) => expiring.test(text) && !notExpiring.test(text)).slice(0, questionsMax);
}

function datesOf(sheet: Sheet, known: Known): Candidate[] {
  const dates = datesOn(sheet).filter(date => !known.isTaken(date) && !isEarlier(date.text, known));
  const questions = dates.length === 0 ? [] : questionsOn(sheet);
  if (dates.length === 0 || questions.length === 0) return [];
  const [words, distanceTo] = [labelsAround(sheet), distancesOn(sheet)];
  return dates.flatMap(({ text, box }) => {
    const before = wordsBefore(sheet, box, 0);
    if (ofForm.test(before.replace(/expir\w*/i, ''))) return [];
    const labels = [before, nearestTo(words, { text, box }).text, wrappedLabel(sheet, box)];
    if (isOfForm(sheet, box) || (isSigning(text, known) && !expiring.test(before))) return [];
    // A date after the signature's is hardly ever anything else.
    const other = labels.some(label => notExpiring.test(label) || notEnd.test(label))
      ? 0
      : questions.some(question => distanceTo(question.box, box) !== undefined)
        ? weights.cue.below
        : known.signedOn === null
          ? 0
          : weights.cue.later;
    const cue = cueIn(labels) || other;
    if (cue === 0) return [];
    return [
      { found: { text, page: sheet.page.number, box }, score: weights.place.line + cue + weights.date },
    ];
  });
}

function textsOf(sheet: Sheet, known: Known): Candidate[] {
  const printed = printedOn(sheet, new Set());
  return writtenOn(sheet).flatMap(written => {
    const { text, box, kind } = written;
    const isDate = findDate(text, latestYear) !== undefined && text.split(' ').length <= 5;
    const isPrint =
      kind !== 'field' &&
      (connecting.test(text) ||
        isPrintedOption(text) ||
        (kind === 'cell' && expiring.test(text)) ||
        anyLabel.exec(text)?.index === 0 ||
        text.endsWith(':'));
    if (!fieldRules.expiration.accepts(text) || (!isDate && (!eventWords.test(text) || isPrint))) return [];
    const found = { text, page: sheet.page.number, box };
    if (notTerm.test(text) || known.isTaken(found) || isEarlier(text, known)) return [];
    if (isDate && (isSigning(text, known) || isOfForm(sheet, box))) return [];
    const cue = cueIn([
      ...labelsOf(printed, written),
      ...(kind === 'beside' ? [] : [wrappedLabel(sheet, box)]),
    ]);
    const score = weights.place[kind] + cue + (isDate ? weights.date : weights.event);
    return cue === 0 ? [] : [{ found, score }];
  });
}

/** Whether something is written at words about the end, even if it can't be read: then no default holds. */
function isAnsweredOn(sheet: Sheet, known: Known): boolean {
  const printed = printedOn(sheet, new Set());
  return writtenOn(sheet).some(written => {
    const { text, kind, box } = written;
    const isNumber = /\d/.test(text) && (connecting.test(text) || !/\p{L}{3}/u.test(text));
    const isWritten = kind === 'field' || (kind === 'line' && isNumber);
    const isOther = isSigning(text, known) || known.isTaken({ text, page: sheet.page.number, box });
    if (!isWritten || isOther) return false;
    const cue = cueIn(labelsOf(printed, written));
    return kind === 'field' ? cue === weights.cue.before : cue > 0;
  });
}

function optionsOf(sheet: Sheet): Candidate[] {
  const options = sheet.checked.filter(({ text }) => eventWords.test(text) && !pointing.test(text));
  if (options.length === 0) return [];
  const questions = questionsOn(sheet);
  const distanceTo = distancesOn(sheet);
  return options.map(({ how, text, page, box }) => ({
    found: { text: text.replace(/^[^\p{L}\d(]+/u, ''), page, box },
    score:
      weights.option[how] +
      (questions.some(question => distanceTo(question.box, box) !== undefined) ? weights.question : 0),
  }));
}

/** A term that a form prints. */
interface Printed {
  readonly found: Found;
  /** Whether it holds only if nothing else is written. */
  readonly isDefault: boolean;
}

function printedTerms({ segments, text }: RunningText): Printed[] {
  return text
    .split(/[.;](?=\s|$)/u)
    .flatMap(whole => {
      const sentence = whole.slice(0, sentenceMax).replaceAll(unlessRevoked, ' ');
      const match = [...sentence.matchAll(printedTerm)].find(
        ({ 0: all, index }) => !notTerm.test(all) && !ofOther.test(sentence.slice(0, index)),
      );
      const value = (match?.[1] ?? match?.[2])?.trim().toWellFormed();
      const rest = value?.replace(startOfTerm, '') ?? '';
      if (
        match === undefined ||
        value === undefined ||
        (rest !== '' && !starts.test(rest.split(' ', startWords).join(' ')))
      )
        return [];
      const start = value.slice(0, 12);
      const segment = segments.find(one => one.text.includes(start)) ?? segments[0];
      if (segment === undefined) return [];
      return [
        {
          found: { text: value, page: segment.page, box: segment.box },
          isDefault: conditional.test(sentence) && !cap.test(sentence),
        },
      ];
    })
    .slice(0, termsMax);
}

/**
 * Returns when the form ends; `null` if nothing says so. A date, event, or term that someone wrote or checked
 * counts before what the form prints, unless that holds in any case and ends first.
 */
export function findExpiration(sheets: readonly Sheet[], running: RunningText, known: Known): Found | null {
  const [best] = sheets
    .flatMap(sheet => [...datesOf(sheet, known), ...textsOf(sheet, known), ...optionsOf(sheet)])
    .filter(({ score }) => score >= scoreLeast)
    .toSorted((a, b) => b.score - a.score);
  const printed = printedTerms(running);
  const endOf = ({ text }: Found): CalendarDate | undefined => endOfTerm(text, known.signedOn);
  const [firm] = printed
    .flatMap(({ found, isDefault }) => (isDefault ? [] : [found]))
    .toSorted((a, b) => ((endOf(a) ?? '9') < (endOf(b) ?? '9') ? -1 : 0));
  if (best === undefined) {
    const isAnswered = firm === undefined && sheets.some(sheet => isAnsweredOn(sheet, known));
    return firm ?? (isAnswered ? null : (printed[0]?.found ?? null));
  }
  const [end, writtenEnd] = [firm === undefined ? undefined : endOf(firm), endOf(best.found)];
  return firm !== undefined && end !== undefined && writtenEnd !== undefined && end < writtenEnd
    ? firm
    : best.found;
}
