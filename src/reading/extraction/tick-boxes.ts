/** Boxes to tick: which text they stand before, and whether they are ticked. */
import type { Box } from '../../domain/auth-checks/extraction';
import type { DocumentLayout } from '../document-layout';
import { rightOf, type Segment } from './text-segments';

const ticked = /[☑☒✓✔■●]|\[\s?[xX✓]\s?\]|\(\s?[xX]\s?\)|\uf0fe|\uf052|\uf078/;
const empty = /[☐□○❏❑]|\[\s{0,3}\]|\(\s{0,3}\)|\uf0a8|\uf06f|\uf071/;
/**
 * A box to tick at the beginning of a text; `o`, `q` and `¨` are boxes of the fonts of symbols, read as
 * letters.
 */
const optionMark = /^\s*(?:[☐□○❏❑☑☒]|\[\s{0,3}[xX✓]?\s{0,3}\]|\(\s{0,3}\)|_{2,7}\s\p{L}|[oq¨]\s\p{Lu})/u;
// A box made of letters, on which a form lays its field.
const printedBox = /^(?:_{2,}|\[\s{0,3}\]|\(\s{0,3}\)|[☐□○❏❑oq¨]\s)/;
// What recognition makes of boxes, at the beginning of a line only.
const recognisedTick = /^(?:[@#&%®]|[xX]|\[x\]|M|W|4)\s/;
const recognisedEmpty = /^(?:\[?[0OoDQ]\]?|\[\]|L\]|\[J|J|\(\))\s/;

/** Whether a text is an option that the form prints, for somebody to tick. */
export function isPrintedOption(text: string): boolean {
  return optionMark.test(text);
}

/**
 * Whether a field to tick stands right before a text, or in the brackets or on the line that the text begins
 * with.
 */
function isBefore(field: Box, { text, box }: Segment): boolean {
  const gap = box.x - rightOf(field);
  if (gap > -4 && gap < 24) return true;
  return printedBox.test(text) && field.x > box.x - 6 && field.x < box.x + 30;
}

/** Whether the box before a text is ticked; `undefined` when there is none. */
export function boxState(
  layout: DocumentLayout,
  segments: readonly Segment[],
  segment: Segment,
): boolean | undefined {
  const page = layout.pages.find(({ number }) => number === segment.page);
  const widget = page?.widgets.find(
    ({ kind, box }) =>
      kind === 'checkbox' &&
      Math.abs(box.y + box.height / 2 - (segment.box.y + segment.box.height / 2)) < 9 &&
      isBefore(box, segment),
  );
  if (widget !== undefined) return widget.isOn;
  const before = segments.find(
    other =>
      other.page === segment.page &&
      other.line === segment.line &&
      rightOf(other.box) <= segment.box.x + 2 &&
      segment.box.x - rightOf(other.box) < 24 &&
      other.text.length <= 3,
  );
  const text = `${before?.text ?? ''} ${segment.text}`.trim();
  if (ticked.test(text)) return true;
  if (empty.test(text)) return false;
  if (page?.source !== 'recognition') return undefined;
  if (recognisedTick.test(text)) return true;
  return recognisedEmpty.test(text) ? false : undefined;
}
