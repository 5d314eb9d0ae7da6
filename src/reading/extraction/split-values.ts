/**
 * Values that a form splits into several places: a name in parts, a date in three boxes, an option among
 * others.
 */
import type { Found } from '../../domain/auth-checks/extraction';
import { findDate } from '../../domain/auth-checks/stated-date';
import type { DocumentLayout, Widget } from '../document-layout';
import { cleanValue, findLabels, findValue, asksToChoose, touches, type Label } from './find-field';
import { anyLabel, fieldRules, isNameLike, isOption } from './form-fields';
import { bottomOf, rightOf, type Segment } from './text-segments';
import { boxState } from './tick-boxes';
import { ruledArea } from './value-areas';

const numbered = String.raw`^(?:\d{1,2}\.\s)?`;
const lastLabel = new RegExp(
  `${numbered}(?:(?:patient|veteran|client|member)(?:['’]s)? )?(?:last name|family ` +
    'name|surname|apellidos?)\\b(?!,)|^\\(?last(?:\\)|$)',
  'iu',
);
const firstLabel = new RegExp(
  `${numbered}(?:(?:patient|veteran|client|member)(?:['’]s)? )?(?:first name|given ` +
    'name|nombre)\\b(?!,| (?:del|completo|en|impreso|de))|name \\(first\\)|^\\(?first(?:\\)|$)',
  'iu',
);
const isNamePart = (text: string): boolean =>
  /^\p{L}[\p{L}\p{M}'’ .-]{0,40}$/u.test(text) && !anyLabel.test(text);

function valueOf(
  layout: DocumentLayout,
  segments: readonly Segment[],
  label: RegExp,
  accepts: (text: string) => boolean,
  from?: Segment,
): { readonly found: Found; readonly label: Segment } | undefined {
  const labels = findLabels(segments, { label }).filter(
    ({ segment }) =>
      from === undefined ||
      (segment.page === from.page && Math.abs(segment.box.y - from.box.y) < 6 && segment.box.x > from.box.x),
  );
  for (const entry of labels) {
    const found = findValue(layout, segments, entry, { label, accepts }, anyLabel);
    if (found !== undefined) return { found, label: entry.segment };
  }
  return undefined;
}

/** Returns the patient's name if first and last name have their own places. */
export function findSplitName(layout: DocumentLayout, segments: readonly Segment[]): Found | null {
  const last = valueOf(layout, segments, lastLabel, isNamePart);
  const first = valueOf(layout, segments, firstLabel, isNamePart);
  if (last === undefined || first === undefined || last.found.page !== first.found.page) return null;
  const text = `${first.found.text} ${last.found.text}`;
  return isNameLike(text) ? { ...first.found, text } : null;
}

/** Returns a date of birth in three boxes: month, day, and year. */
export function findSplitBirth(layout: DocumentLayout, segments: readonly Segment[]): Found | null {
  const isNumber = (text: string): boolean => /^\d{1,4}$/.test(text);
  const month = valueOf(layout, segments, /\bbirth\b.{0,12}\bmonth$/i, isNumber);
  if (month === undefined) return null;
  const day = valueOf(layout, segments, /^day$/i, isNumber, month.label);
  const year = valueOf(layout, segments, /^year$/i, isNumber, month.label);
  if (day === undefined || year === undefined) return null;
  const text = `${month.found.text}/${day.found.text}/${year.found.text}`;
  return findDate(text, 2060) === undefined ? null : { ...month.found, text };
}

/** How far below its label a row of fields starts, how far apart they are, and how level, in points. */
const rowReach = 18;
const rowGap = 40;
const rowTilt = 4;

/** Returns the form fields in one row below a label, from its left edge: parts of one value. */
function rowBelow(layout: DocumentLayout, { segment: { page, box } }: Label): Widget[] {
  const below =
    layout.pages
      .find(({ number }) => number === page)
      ?.widgets.filter(
        ({ kind, box: own }) =>
          kind === 'text' && own.y > box.y && own.y - bottomOf(box) < rowReach && own.x > box.x - 12,
      )
      .toSorted((a, b) => a.box.x - b.box.x) ?? [];
  const [first] = below;
  if (first === undefined || first.box.x - box.x > rowGap) return [];
  const row = [first];
  for (const field of below.slice(1)) {
    const end = row.at(-1)?.box ?? first.box;
    if (Math.abs(field.box.y - first.box.y) > rowTilt || field.box.x - rightOf(end) > rowGap) break;
    row.push(field);
  }
  return row;
}

function inRow(
  layout: DocumentLayout,
  labels: readonly Label[],
  valueIn: (fields: readonly Widget[], label: Label) => string | undefined,
): Found | null {
  for (const label of labels) {
    const row = rowBelow(layout, label);
    const text = valueIn(row, label);
    const [first] = row;
    if (first !== undefined && text !== undefined) return { text, page: label.segment.page, box: first.box };
  }
  return null;
}

/**
 * Returns the patient's name if its parts are separate fields below one label, which may say that the last
 * name comes first.
 */
export function findNameInFields(layout: DocumentLayout, segments: readonly Segment[]): Found | null {
  return inRow(layout, findLabels(segments, fieldRules.patientName), (row, { segment }) => {
    const parts = row
      .slice(0, 4)
      .map(({ value }) => cleanValue(value))
      .filter(value => value !== '');
    if (parts.length < 2 || !parts.every(isNamePart)) return undefined;
    const isLastFirst = /\blast\b.*\bfirst\b/i.test(segment.text);
    const [first = '', ...others] = parts;
    const text = (isLastFirst ? [...others, first] : parts).join(' ');
    return isNameLike(text) ? text : undefined;
  });
}

/** Returns a date of birth whose month, day, and year are separate fields below one label. */
export function findBirthInFields(layout: DocumentLayout, segments: readonly Segment[]): Found | null {
  return inRow(layout, findLabels(segments, fieldRules.patientDateOfBirth), row => {
    const [month, day, year, ...others] = row.slice(0, 4).map(({ value }) => value.trim());
    const isDate = /^\d{1,2}$/.test(month ?? '') && /^\d{1,2}$/.test(day ?? '') && /^\d{4}$/.test(year ?? '');
    // A fourth number next to them would allow another reading.
    if (!isDate || others.some(value => value !== '')) return undefined;
    const text = `${month}/${day}/${year}`;
    return findDate(text, 2060) === undefined ? undefined : text;
  });
}

/** How far below its question an option may be, in points. */
const optionsReach = 110;

/** How far after its label the field of a cell starts at most, in points. */
const cellReach = 120;

/** Whether a question has its own line, cell, or field: then it is answered there. */
function hasOwnPlace(layout: DocumentLayout, segments: readonly Segment[], label: Label): boolean {
  const { box, page: number } = label.segment;
  const page = layout.pages.find(candidate => candidate.number === number);
  const fields = (page?.widgets ?? []).filter(({ kind }) => kind === 'text').map(field => field.box);
  const behind = fields.filter(
    field =>
      field.y < bottomOf(box) &&
      box.y < bottomOf(field) &&
      field.x > rightOf(box) &&
      field.x - rightOf(box) < cellReach,
  );
  const isNext = behind.some(field =>
    segments.every(
      other =>
        other.page !== number ||
        other.line !== label.segment.line ||
        other.box.x <= box.x ||
        other.box.x > field.x,
    ),
  );
  if (isNext || fields.some(field => touches(box, field))) return true;
  const area = page === undefined ? undefined : ruledArea(page, label, box.height);
  return area !== undefined && area.y < box.y + 2 && area.x > box.x + 10;
}

/** The largest gap between lines of one paragraph, in points. */
const leading = 5;

/**
 * The segments of a page, and whether the box before each is checked, computed once for each: there may be
 * thousands.
 */
interface Options {
  readonly segments: readonly Segment[];
  readonly stateOf: (segment: Segment) => boolean | undefined;
}

function optionsOn(layout: DocumentLayout, all: readonly Segment[], page: number): Options {
  const segments = all.filter(segment => segment.page === page);
  const known = new Map<Segment, boolean | undefined>();
  return {
    segments,
    stateOf: segment => {
      if (!known.has(segment)) known.set(segment, boxState(layout, segments, segment));
      return known.get(segment);
    },
  };
}

/** Whether an option belongs to a question: in its column, with no other question or paragraph in between. */
function isOptionOf({ segments, stateOf }: Options, question: Segment, option: Segment): boolean {
  if (option.box.x < question.box.x - rowGap) return false;
  const between = segments.filter(
    other =>
      other.box.y > question.box.y + 2 &&
      other.box.y < option.box.y - 2 &&
      other.box.x < option.box.x + option.box.width &&
      rightOf(other.box) > question.box.x - 2,
  );
  const left = Math.min(
    option.box.x,
    ...between.filter(other => stateOf(other) !== undefined).map(({ box }) => box.x),
  );
  let last = question;
  return between.every(other => {
    // A question may take several lines, or say that one option must be marked.
    const goesOn = other.box.y - bottomOf(last.box) < leading && !/[.:?)]$/.test(last.text);
    if (other.box.x < question.box.x + 4 && (goesOn || asksToChoose(other.text))) {
      last = other;
      return true;
    }
    return (
      stateOf(other) !== undefined ||
      (other.box.x > left - 5 && !/[:?]$/.test(other.text) && !anyLabel.test(other.text))
    );
  });
}

/** Returns the checked option below a label. An empty or invisible box isn't an answer. */
export function findTicked(
  layout: DocumentLayout,
  segments: readonly Segment[],
  label: RegExp,
): Found | null {
  const pages = new Map<number, Options>();
  const optionsOf = (page: number): Options => {
    const options = pages.get(page) ?? optionsOn(layout, segments, page);
    pages.set(page, options);
    return options;
  };
  for (const entry of findLabels(segments, { label })) {
    const { segment: question } = entry;
    if (hasOwnPlace(layout, segments, entry)) continue;
    const options = optionsOf(question.page);
    const ticked = options.segments.find(
      segment =>
        segment.box.y >= question.box.y - 2 &&
        segment.box.y - bottomOf(question.box) < optionsReach &&
        isOption(segment.text) &&
        options.stateOf(segment) === true &&
        isOptionOf(options, question, segment),
    );
    if (ticked !== undefined) return { text: cleanValue(ticked.text), page: ticked.page, box: ticked.box };
  }
  return null;
}
