import type { Box, DocumentLayout, PageLayout } from './document-layout';
import { findLabels, type Label } from './find-field';
import { isNameLike, anyLabel } from './form-fields';
import { bottomOf, overlaps, rightOf, type Segment } from './text-segments';

/** What shows that somebody signed, the strongest first. */
export type SignatureEvidence =
  'digitalSignature' | 'annotation' | 'ink' | 'typedMark' | 'typedName' | 'envelope' | 'none';

/** The signature of a document. */
export interface SignatureFound {
  readonly evidence: SignatureEvidence;
  /** Whether the form has a line to sign on. */
  readonly hasLine: boolean;
  /** Where it stands. */
  readonly place: { readonly page: number; readonly box: Box } | null;
}

/** Handwriting covers more than this: in percent of a cell, summed over the cells. */
const inkLeast = 150;
const inkedCellsLeast = 8;
const inkedFrom = 3;
const lineHeight = 34;
const lineLength = 220;

const signatureLabel =
  /\bsignature\b(?: of (?:the )?(?:patient|individual|person|legal|personal|authorized|parent)[^.]{0,60})?|\bsign(?:ed)? here\b|(?:^|\s)x\s?_{4,}/i;
const notTheirs =
  /\b(?:witness|interpreter|translator|staff|employee|notary|physician|provider|on file|electronic signature|my signature|your signature|this signature)\b/i;
const envelopeText =
  /\b(?:docusign envelope id|signed by:|digitally signed by|adobe (?:acrobat )?sign|electronically signed)/i;

/** The lines a patient or representative signs on. */
export function findSignatureLabels(segments: readonly Segment[]): Label[] {
  return findLabels(segments, { label: signatureLabel, not: notTheirs }).filter(
    // A heading (`7. Signature`) has no line, and a sentence about signatures is none.
    ({ segment: { text } }) =>
      !/^\s*(?:section )?\d{1,2}[.)]\s*\S+\s*$/i.test(text) && text.split(' ').length <= 14,
  );
}

/** Whether a segment belongs to the form and hides nothing that was written by hand. */
function isPrinted(page: PageLayout, segment: Segment): boolean {
  if (page.source === 'text') return true;
  // Recognition takes handwriting for words; a label, a date and a line of a paragraph are none.
  return anyLabel.test(segment.text) || /\d{2,}/.test(segment.text) || segment.text.split(' ').length >= 4;
}

/** The areas around a label in which a signature may stand: above it, and beside it. */
function signingAreas(segments: readonly Segment[], { segment }: Label): Box[] {
  const { box } = segment;
  const next = segments.find(
    other => other.page === segment.page && other.line === segment.line && other.box.x > rightOf(box),
  );
  const rightEnd = Math.min(rightOf(box) + lineLength, next === undefined ? Infinity : next.box.x - 4);
  const above: Box = {
    x: box.x - 4,
    y: box.y - lineHeight,
    width: Math.max(box.width, lineLength) + 8,
    height: lineHeight - 1,
  };
  const beside: Box = {
    x: rightOf(box) + 2,
    y: box.y - 14,
    width: Math.max(0, rightEnd - rightOf(box) - 2),
    height: box.height + 18,
  };
  return [above, beside];
}

/** Measures what ink in an area no printed word accounts for. */
function inkIn(page: PageLayout, segments: readonly Segment[], area: Box): boolean {
  const { cellPoints, columns, rows, cells } = page.ink;
  const printed = segments
    .filter(segment => segment.page === page.number && isPrinted(page, segment))
    .map(({ box: { x, y, width, height } }) => ({ x: x - 2, y: y - 2, width: width + 4, height: height + 4 }))
    .filter(box => overlaps(box, area));
  const boxes = page.widgets.filter(({ kind }) => kind !== 'signature').map(({ box }) => box);
  let [sum, inked] = [0, 0];
  const firstRow = Math.max(0, Math.floor(area.y / cellPoints));
  const lastRow = Math.min(rows - 1, Math.floor(bottomOf(area) / cellPoints));
  const firstColumn = Math.max(0, Math.floor(area.x / cellPoints));
  const lastColumn = Math.min(columns - 1, Math.floor(rightOf(area) / cellPoints));
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const cell = { x: column * cellPoints, y: row * cellPoints, width: cellPoints, height: cellPoints };
      const darkness = cells[row * columns + column] ?? 0;
      if (
        darkness < inkedFrom ||
        printed.some(box => overlaps(box, cell)) ||
        boxes.some(box => overlaps(box, cell))
      )
        continue;
      sum += darkness;
      inked += 1;
    }
  }
  return sum >= inkLeast && inked >= inkedCellsLeast;
}

function typedIn(
  page: PageLayout,
  segments: readonly Segment[],
  area: Box,
): 'typedMark' | 'typedName' | undefined {
  const texts = [
    ...segments
      .filter(({ page: number, box }) => number === page.number && overlaps(box, area))
      .map(({ text }) => text),
    ...page.widgets
      .filter(({ kind, box }) => kind === 'text' && overlaps(box, area))
      .map(({ value }) => value),
  ];
  if (texts.some(text => /\/(?:e?s)\//i.test(text))) return 'typedMark';
  return texts.some(text => isNameLike(text.trim()) && !anyLabel.test(text)) ? 'typedName' : undefined;
}

const ladder: readonly SignatureEvidence[] = [
  'digitalSignature',
  'annotation',
  'ink',
  'typedMark',
  'typedName',
  'envelope',
];

function evidenceAt(layout: DocumentLayout, segments: readonly Segment[], label: Label): SignatureFound[] {
  const page = layout.pages.find(({ number }) => number === label.segment.page);
  if (page === undefined) return [];
  return signingAreas(segments, label).flatMap(area => {
    const found: SignatureEvidence[] = [];
    const place = { page: page.number, box: area };
    if (page.annotations.some(({ box }) => overlaps(box, area))) found.push('annotation');
    if (inkIn(page, segments, area)) found.push('ink');
    const typed = typedIn(page, segments, area);
    if (typed !== undefined) found.push(typed);
    return found.map(evidence => ({ evidence, hasLine: true, place }));
  });
}

/**
 * Looks for the signature of the patient or representative. Ink is what counts, wherever it comes from (a pen on a
 * scan, a drawn path, a pasted picture): all of them show as darkness on the line that no printed word accounts for.
 */
export function findSignature(layout: DocumentLayout, segments: readonly Segment[]): SignatureFound {
  const labels = findSignatureLabels(segments);
  const all = labels.flatMap(label => evidenceAt(layout, segments, label));
  if (layout.isDigitallySigned)
    all.push({ evidence: 'digitalSignature', hasLine: labels.length > 0, place: null });
  if (segments.some(({ text }) => envelopeText.test(text)))
    all.push({ evidence: 'envelope', hasLine: labels.length > 0, place: null });
  const [best] = all.toSorted((a, b) => ladder.indexOf(a.evidence) - ladder.indexOf(b.evidence));
  const [first] = labels;
  return (
    best ?? {
      evidence: 'none',
      hasLine: first !== undefined,
      place: first === undefined ? null : { page: first.segment.page, box: first.segment.box },
    }
  );
}

/** The date label that stands with a signature: on its line, to the right, or in the lines around it. */
export function nearSignature(labels: readonly Label[], signatures: readonly Label[]): Label | undefined {
  const distance = (label: Label): number =>
    Math.min(
      ...signatures
        .filter(({ segment }) => segment.page === label.segment.page)
        .map(({ segment }) => Math.abs(segment.box.y - label.segment.box.y)),
      Infinity,
    );
  const [nearest] = labels.toSorted((a, b) => distance(a) - distance(b));
  return nearest !== undefined && distance(nearest) < 90 ? nearest : undefined;
}
