/** Values that a form splits over several places: a name in parts, a date in three boxes, an option among others. */
import type { DocumentLayout, Widget } from './document-layout';
import { cleanValue, findLabels, findValue, type Found, type Label } from './find-field';
import { anyLabel, fieldRules, isNameLike, isOption } from './form-fields';
import { boxState } from './sensitive-categories';
import { findDate } from './stated-date';
import { bottomOf, rightOf, type Segment } from './text-segments';

const numbered = String.raw`^(?:\d{1,2}\.\s)?`;
const lastLabel = new RegExp(
  `${numbered}(?:(?:patient|veteran|client|member)(?:['’]s)? )?(?:last name|family name|surname|apellidos?)\\b(?!,)|^\\(last\\)`,
  'iu',
);
const firstLabel = new RegExp(
  `${numbered}(?:(?:patient|veteran|client|member)(?:['’]s)? )?(?:first name|given name|nombre)\\b(?!,| (?:del|completo|en|impreso|de))|name \\(first\\)|^\\(first\\)`,
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

/** The patient's name where first and last name have places of their own. */
export function findSplitName(layout: DocumentLayout, segments: readonly Segment[]): Found | null {
  const last = valueOf(layout, segments, lastLabel, isNamePart);
  const first = valueOf(layout, segments, firstLabel, isNamePart);
  if (last === undefined || first === undefined || last.found.page !== first.found.page) return null;
  const text = `${first.found.text} ${last.found.text}`;
  return isNameLike(text) ? { ...first.found, text } : null;
}

/** A date of birth in three boxes: month, day and year. */
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

/** How far below its label a row of fields begins, how far apart they stand, and how level they are, in points. */
const rowReach = 18;
const rowGap = 40;
const rowTilt = 4;

/** The fields of a form that stand in one row below a label, from where it begins: parts of one value. */
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

/** The patient's name where its parts are fields of their own below one label, which may say that the last name comes first. */
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

/** A date of birth whose month, day and year are fields of their own below one label. */
export function findBirthInFields(layout: DocumentLayout, segments: readonly Segment[]): Found | null {
  return inRow(layout, findLabels(segments, fieldRules.patientDateOfBirth), row => {
    const [month, day, year, ...others] = row.slice(0, 4).map(({ value }) => value.trim());
    const isDate = /^\d{1,2}$/.test(month ?? '') && /^\d{1,2}$/.test(day ?? '') && /^\d{4}$/.test(year ?? '');
    // A fourth number beside them would make another reading possible.
    if (!isDate || others.some(value => value !== '')) return undefined;
    const text = `${month}/${day}/${year}`;
    return findDate(text, 2060) === undefined ? undefined : text;
  });
}

/** How far below its question an option may stand, in points. */
const optionsReach = 110;

/** The option that is ticked below a label. A box that is empty, or none that can be seen, is no answer. */
export function findTicked(
  layout: DocumentLayout,
  segments: readonly Segment[],
  label: RegExp,
): Found | null {
  for (const { segment: question } of findLabels(segments, { label })) {
    const ticked = segments.find(
      segment =>
        segment.page === question.page &&
        segment.box.y >= question.box.y - 2 &&
        segment.box.y - bottomOf(question.box) < optionsReach &&
        isOption(segment.text) &&
        boxState(layout, segments, segment) === true,
    );
    if (ticked !== undefined) return { text: ticked.text, page: ticked.page, box: ticked.box };
  }
  return null;
}
