/**
 * The dates of service that a form covers: two dates with words between them, a period that is written at a
 * label, or a checked option. Every candidate gets a score, and the best one counts.
 */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import { readBlanks } from './blank-values';
import { anyLabel, fieldRules } from './form-fields';
import { datesOn, labelsAround, nearestTo } from './nearby-values';
import { distancesOn } from './questions';
import type { Sheet } from './sheet';
import { around, bottomOf, middleOf, rightOf } from './text-segments';
import { labelsOf, printedOn, wordsBefore, writtenOn, type Written } from './written-texts';

/** How much each fact about a candidate counts; they are set by hand. */
const weights = {
  /** Two dates, with `to` between them. */
  pair: 0.45,
  /** `from` or `between` before them. */
  from: 0.2,
  /** Where words about dates of service are: directly before it, at the head of its row, or around it. */
  cue: { before: 0.4, head: 0.3, near: 0.25, bare: 0.15 },
  place: { field: 0.35, line: 0.3, cell: 0.2, beside: 0.1 },
  /** What a text says: a range or all dates, or one date. */
  period: 0.2,
  date: -0.1,
  /** What is in the blank of a label; halves of ranges are, too. */
  blank: 0.6,
  option: { field: 0.45, typed: 0.4, ink: 0.3 },
  /** An option that says that all dates count, or that is at a question about dates. */
  all: 0.25,
  question: 0.2,
} as const;
const scoreLeast = 0.5;

const service =
  /\b(?:(?:dates?|time ?(?:frame|period)|periods?)(?: ?\(s\))?(?: ?(?:of|for|needed|requested|range|in|&|and|\/|or|,))*.{0,18}\b(?:services?|treatments?|care|visits?|admissions?|hospitali[sz]ations?|hospital|clinic|er|encounters?|records?|information|stay)|(?:services?|treatments?|visit|admission|encounter) dates?|date(?: ?\(s\))? range|range of dates?|(?:records?|information|treatment|care|services?)\b.{0,40}\b(?:from|between|period|dates?)|covering|(?:specific|these|between) (?:the )?dates?(?: ?\(s\))?|dates? (?:needed|requested|below)|during the period|fechas? de(?:l| la| los)? ?(?:servicios?|atenci[óo]n|tratamientos?|visitas?|consultas?)|datas? d[eo] (?:tratamento|servi[çc]o|atendimento)|per[íi]odo)(?!\p{L})/iu;
/** `Date(s):`, `In home – Dates:`. */
const bareLabel = /^\W*(?:\p{L}+\W+){0,3}dates?(?: ?\(s\))?\W*$/iu;
const notService =
  /\b(?:birth|born|nacimiento|nascimento|d\.?o\.?b|sign(?:ed|ature|ing)|firma|expir\w*|venc\w*|valid|v[áa]lid[ao]|in effect|effective|(?:authorization|consent|permission) (?:is|will|shall|begins|ends|remains)|employ\w*|accident|injury|incident|injuries|today)\b/iu;
const aside = String.raw`\W*(?:\(?\s?(?:insert |enter )?(?:dates?|fecha|data|month ?\/ ?year|mm.{0,12})\s?\)?)?\W*`;
/** A date in three boxes. */
const inParts = /^(\d{1,2}) (\d{1,2}) (\d{4}|\d{2})$/;
const from = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:from|between|desde|de|del|entre|starting|beginning|start(?: date)?|begin(?: date)?)(?: the)?${aside}$`,
  'iu',
);
const to = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:t[o0]|through|thru|until|till|and|hasta|al?|at[ée]|y|e|ending|end(?: date)?)${aside}$|^\s*[-–—]\s*$`,
  'iu',
);
/** `2015 to present`, `01/2019 - 06/2025`, `all dates`, `last 2 years`. */
const period =
  /(?:19|20)\d{2}\W{0,3}(?:to|through|thru|until|-|–|—|and|hasta|al?)\W{0,3}(?:\S{1,12}[\s,.]){0,2}(?:\S{0,6}(?:19|20)\d{2}|present|current|now|today|presente|actual|fecha)|\d[/.-]\d{2} ?(?:to|through|thru|-|–|—) ?\d{1,2}[/.-]|\b(?:all|any(?: and all)?|todas?(?: las)?|entire)(?: (?:dates?|records?|visits?|years|fechas|available))?\W*$|\b(?:all|any and all|todas las) (?:\w+ ){0,2}(?:dates?|visits?|years|admissions?|fechas)\b|\blifetime\b|\b(?:last|past|previous|prior|[úu]ltimos?) (?:\S+ ){0,2}(?:years?|months?|visits?|a[ñn]os?|meses)\b|\b(?:since|after|before|prior to|from) .{0,12}(?:19|20)\d{2}/iu;
/** `2015`, `06/2019`, `present`, in a blank. */
const moment = /^(?:(?:\d{1,2}[/.-])?(?:19|20)\d{2}|present|current|now|today|presente|actual)$/iu;
const oneDate = /(?:^|[^\d])(?:19|20)\d{2}\b|\d{1,2}[/.-]\d{1,2}[/.-]\d{2}/;
const allDates =
  /\b(?:all|any(?: and all)?|todas? l[ao]s) (?:(?:past|prior|previous|of|my|the|available) )*(?:dates?|admissions?|visits?|years|encounters?|fechas|ingresos)\b|\b(?:entire|complete) (?:time|period|history of)\b/iu;
const relative =
  /\b(?:last|past|previous|prior|most recent|[úu]ltimos?) (?:\S+ ){0,2}(?:years?|months?|visits?|a[ñn]os?|meses)\b|^\W*\(?(?:\d{1,2}|one|two|three|five|ten) (?:years?|months?)\W*$/iu;

const isPeriod = (text: string): boolean =>
  fieldRules.datesOfService.accepts(text) && (period.test(text) || oneDate.test(text));

interface Candidate {
  readonly found: Found;
  readonly score: number;
}

/** A page has a handful; a malicious one has hundreds. */
const [momentsMax, questionsMax] = [60, 40] as const;
/** How far below the first date the second may be, and how far apart dates of one line are, in points. */
const [pairDrop, level] = [26, 8] as const;
/** How wide the head of a table's row is at most, and how far from what it is about, in points. */
const head = { width: 130, reach: 60 } as const;
/** How near words around a date must be to say what it is. */
const nearReach = 34;

/** Returns the words at the left edge of a row: in the narrow cell beside it. */
function headOf({ blanks, pieces }: Sheet, box: Box): string {
  const cell = blanks.find(
    ({ kind, box: own }) =>
      kind === 'cell' &&
      own.width < head.width &&
      rightOf(own) < box.x + 4 &&
      own.y < middleOf(box) &&
      bottomOf(own) > middleOf(box) &&
      /\p{L}/u.test(
        pieces
          .filter(({ blank }) => blank?.box === own)
          .map(({ text }) => text)
          .join(''),
      ),
  );
  return cell === undefined
    ? ''
    : pieces
        .filter(({ blank }) => blank === cell)
        .map(({ text }) => text)
        .join(' ');
}

/** Returns how much the words around the first date say that it is of service. */
function cueOf(sheet: Sheet, labels: ReturnType<typeof labelsAround>, first: Found, before: string): number {
  if (service.test(before)) return weights.cue.before;
  if (service.test(headOf(sheet, first.box))) return weights.cue.head;
  const { text, distance } = nearestTo(labels, first);
  if (distance < nearReach && service.test(text)) return weights.cue.near;
  return bareLabel.test(before) ? weights.cue.bare : 0;
}

/** Returns what may start or end a range: dates, and years, months, and `present` in blanks. */
function momentsOn(sheet: Sheet): Found[] {
  const dates = datesOn(sheet);
  // The year of a date in three boxes is none.
  const isPart = ({ text, box }: Written): boolean =>
    dates.some(date => date.text.includes(text) && Math.abs(middleOf(date.box) - middleOf(box)) < level);
  const written = writtenOn(sheet).filter(
    one => (one.kind === 'field' || one.kind === 'line') && moment.test(one.text) && !isPart(one),
  );
  return [...dates, ...written.map(one => foundOf(sheet, one))].slice(0, momentsMax);
}

function pairsOn(sheet: Sheet): Candidate[] {
  const dates = momentsOn(sheet);
  if (dates.length < 2) return [];
  const labels = labelsAround(sheet);
  return dates.flatMap((first): Candidate[] => {
    const [second] = dates
      .filter(({ box }) => {
        const down = middleOf(box) - middleOf(first.box);
        const isBehind = Math.abs(down) < level && box.x > rightOf(first.box);
        return isBehind || (down >= level && down < pairDrop && Math.abs(box.x - first.box.x) < 40);
      })
      .toSorted((a, b) => a.box.x - b.box.x);
    if (second === undefined) return [];
    const isLevel = Math.abs(middleOf(second.box) - middleOf(first.box)) < level;
    const between = wordsBefore(sheet, second.box, isLevel ? rightOf(first.box) - 2 : 0);
    const before = wordsBefore(sheet, first.box, 0);
    if (!to.test(between) || between.split(/[^\p{L}]+/u).length > 7 || notService.test(before)) return [];
    const score = weights.pair + (from.test(before) ? weights.from : 0) + cueOf(sheet, labels, first, before);
    const text = [first, second].map(date => date.text.replace(inParts, '$1/$2/$3')).join(' - ');
    return [{ found: { text, page: first.page, box: around([first.box, second.box]) }, score }];
  });
}

/** Whether a text is one of two dates on a line: then it would be half of a range. */
function isHalf(dates: readonly Found[], { text, box }: Pick<Found, 'text' | 'box'>): boolean {
  const isOther = (date: Found): boolean =>
    !text.includes(date.text) && Math.abs(middleOf(date.box) - middleOf(box)) < level;
  return !period.test(text) && dates.some(isOther);
}

function periodsOn(sheet: Sheet): Candidate[] {
  const [printed, dates] = [printedOn(sheet, new Set()), datesOn(sheet)];
  return writtenOn(sheet)
    .filter(written => isPeriod(written.text) && !isHalf(dates, written))
    .flatMap(written => {
      const labels = labelsOf(printed, written);
      const own = labels.findIndex(label => service.test(label) || notService.test(label));
      const label = labels[own] ?? '';
      const isBare = own < 0 && period.test(written.text) && bareLabel.test(labels[0] ?? '');
      if (!isBare && (notService.test(label) || !service.test(label))) return [];
      const cue = isBare ? weights.cue.bare : own === 0 ? weights.cue.before : weights.cue.near;
      const score =
        weights.place[written.kind] + cue + (period.test(written.text) ? weights.period : weights.date);
      return [{ found: foundOf(sheet, written), score }];
    });
}

function foundOf({ page }: Sheet, { text, box }: Written): Found {
  return { text, page: page.number, box };
}

function optionsOn(sheet: Sheet): Candidate[] {
  const options = sheet.checked.filter(({ text }) => allDates.test(text) || relative.test(text));
  if (options.length === 0) return [];
  const distanceTo = distancesOn(sheet);
  const questions = sheet.pieces
    .filter(({ text }) => service.test(text) && !notService.test(text))
    .slice(0, questionsMax);
  return options.map(({ how, text, page, box }) => ({
    found: { text, page, box },
    score:
      weights.option[how] +
      (allDates.test(text) ? weights.all : 0) +
      (questions.some(question => distanceTo(question.box, box) !== undefined) ? weights.question : 0),
  }));
}

/** Returns the best candidate for the dates of service; `null` without a good one. */
export function findDatesOfService(sheets: readonly Sheet[]): Found | null {
  const rule = { label: service, not: notService, accepts: isPeriod, isFreeText: true };
  const blank = readBlanks(sheets, rule, anyLabel);
  const dates = sheets.flatMap(datesOn).filter(({ page }) => page === blank?.page);
  const inBlank =
    blank === undefined || isHalf(dates, blank) ? [] : [{ found: blank, score: weights.blank * blank.score }];
  const [best] = sheets
    .flatMap(sheet => [...pairsOn(sheet), ...periodsOn(sheet), ...optionsOn(sheet)])
    .concat(inBlank)
    .toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score < scoreLeast
    ? null
    : { text: best.found.text, page: best.found.page, box: best.found.box };
}
