/** Check boxes: the text that each precedes, and whether it is checked. */
import type { Box } from '../../domain/auth-checks/extraction';
import type { DocumentLayout } from '../document-layout';
import { rightOf, type Segment } from './text-segments';

const ticked = /[☑☒✓✔■●]|\[\s?[xX✓]\s?\]|\(\s?[xX]\s?\)|\uf0fe|\uf052|\uf078/;
const empty = /[☐□○❏❑]|\[\s{0,3}\]|\(\s{0,3}\)|\uf0a8|\uf06f|\uf071/;
/** A check box at the start of a text; `o`, `q`, and `¨` are boxes of symbol fonts, read as letters. */
const optionMark = /^\s*(?:[☐□○❏❑☑☒]|\[\s{0,3}[xX✓]?\s{0,3}\]|\(\s{0,3}\)|_{2,7}\s\p{L}|[oq¨]\s\p{Lu})/u;
// A box made of letters, on top of which a form places its field.
const printedBox = /^(?:_{2,}|\[\s{0,3}\]|\(\s{0,3}\)|[☐□○❏❑oq¨]\s)/;
// How recognition reads boxes, only at the start of a line.
const recognizedTick = /^(?:[@#&%®]|[xX]|\[x\]|M|W|4)\s/;
const recognizedEmpty = /^(?:\[?[0OoDQ]\]?|\[\]|L\]|\[J|J|\(\))\s/;

/** Whether a text is a printed option to check. */
export function isPrintedOption(text: string): boolean {
  return optionMark.test(text);
}

/**
 * Whether a check box field is directly before a text, or in the brackets or on the line that the text starts
 * with.
 */
function isBefore(field: Box, { text, box }: Segment): boolean {
  const gap = box.x - rightOf(field);
  if (gap > -4 && gap < 24) return true;
  return printedBox.test(text) && field.x > box.x - 6 && field.x < box.x + 30;
}

/** Returns whether the box before a text is checked; `undefined` without a box. */
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
  if (recognizedTick.test(text)) return true;
  return recognizedEmpty.test(text) ? false : undefined;
}
