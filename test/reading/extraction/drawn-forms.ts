/** One-page forms with lines to sign on. */
import type { AuthorizationData, Box } from '../../../src/domain/auth-checks/extraction';
import type { InkStroke, PageLayout, PenLine } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, rule, type Line } from './layouts';

/** The first line of each form. */
export const title: Line = [60, 40, 'Authorization to release health information'];

/** What is on a page. */
export interface Drawn {
  readonly lines: readonly Line[];
  readonly rules?: readonly Box[] | undefined;
  readonly strokes?: readonly InkStroke[];
  readonly penLines?: readonly PenLine[];
  readonly over?: Partial<PageLayout>;
}

/** Reads the form on a page. */
export function read({
  lines,
  rules = [],
  strokes = [],
  penLines = [],
  over = {},
}: Drawn): AuthorizationData {
  return extract(layout(page([title, ...lines], { ...over, ink: { strokes, rules, penLines } }))).data;
}

/** Returns the evidence of the signature on a page. */
export function evidenceOf(drawn: Drawn): string {
  return read(drawn).signature.evidence;
}

/** Returns two rows: the patient's at 600, and another one at 660, each with its label under a line. */
export function twoRows(other: string, strokes: readonly InkStroke[], typed: readonly Line[] = []): Drawn {
  return {
    lines: [
      [60, 602, 'Signature of patient'],
      [400, 602, 'Date'],
      [60, 662, other],
      [400, 662, 'Date'],
      ...typed,
    ],
    rules: [rule(60, 600, 300), rule(400, 600, 120), rule(60, 660, 300), rule(400, 660, 120)],
    strokes,
  };
}
