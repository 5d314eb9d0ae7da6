/** Values that a form splits over several places: a name in parts, a date in three boxes, an option among others. */
import type { DocumentLayout } from './document-layout';
import { findLabels, findValue, type Found } from './find-field';
import { anyLabel, isNameLike, isOption } from './form-fields';
import { boxState } from './sensitive-categories';
import { findDate } from './stated-date';
import { bottomOf, type Segment } from './text-segments';

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
