import type { Box, SignatureEvidence, SignatureFound } from '../../domain/auth-checks/extraction';
import type { CryptographicSignature, DocumentLayout, PageLayout } from '../document-layout';
import { findLabels, type Label } from './find-field';
import { anyLabel, isNameLike } from './form-fields';
import { overlaps, rightOf, type Segment } from './text-segments';
import { covered, ruledArea } from './value-areas';

/** A connected stroke of this size is handwriting; a check mark, a letter, and a speck are smaller. */
const strokeWidthLeast = 17;
const strokeHeightLeast = 5;
/** A stroke is thin in its box; a stamp, a bar, and a stain fill theirs. */
const strokeFillMost = 0.55;
/** Wider than every measured signature; an image or a table is wider. */
const strokeWidthMost = 330;
const strokeHeightMost = 75;
/** On a scan, smaller ones are reported to people: a blot, a fold, and connected letters can be as large. */
const sureStroke = { width: 17, height: 7, area: 300 } as const;
/** The recognition's confidence in print; it is hardly ever this high for handwriting. */
const sureFrom = 78;
const lineHeight = 34;
const lineLength = 220;

const signatureLabel =
  /\bsignature\b(?: of (?:the )?(?:patient|individual|person|legal|personal|authorized|parent)[^.]{0,60})?|\bsign(?:ed)? here\b|(?<!\bto )\bSIGN\b$|(?:^|\s)x\s?_{4,}|^x$|^signed?(?=\s*(?:$|:|_{2,}|\/\s?e?s\s?\/))|\bfirm(?:a\b(?! electr)|e aqu[ií])/i;
const notTheirs =
  /\b(?:witness|interpreter|translator|staff|employee signature:?$|notary|physician|provider|on file|electronic signature|my signature|your signature|this signature|testigo|mi firma|de la firma|from signature|date of|after signature|of signature|signature (?:is|must|shall|may|will)|dated?)\b(?!.{0,30}\/ ?firma)/i;
const envelopeText =
  /\b(?:docusign envelope id|signed by:|digitally signed by|adobe (?:acrobat )?sign|electronically signed)/i;

const sectionHeading = /^\s*(?:section|part|secci[óo]n|parte)\s+(?:\d{1,2}|[ivx]{1,4}|[a-e])\b/i;

/** Returns the lines on which a patient or representative signs. */
export function findSignatureLabels(segments: readonly Segment[]): Label[] {
  return findLabels(segments, { label: signatureLabel, not: notTheirs }).filter(
    // A heading (`7. Signature`, `Section V - Consent and signature`) has no line, and a sentence about
    // signatures isn't one.
    ({ segment: { text } }) =>
      !(sectionHeading.test(text) && !/_{3,}/.test(text)) &&
      !/^\s*(?:(?:section|part|sección)\s*)?(?:\d{1,2}|[ivx]{1,4}|[a-e])[.):]\s*(?:signature|firma)s?\s*$/i.test(
        text,
      ) &&
      text.split(' ').length <= 14,
  );
}

/**
 * Returns the areas around a label in which a signature may be: where the rules say, otherwise above and
 * beside it.
 */
function signingAreas(page: PageLayout, segments: readonly Segment[], label: Label): Box[] {
  const ruled = ruledArea(page, label, lineHeight);
  if (ruled !== undefined) return [ruled];
  const { box } = label.segment;
  const next = segments.find(
    other => other.page === page.number && other.line === label.segment.line && other.box.x > rightOf(box),
  );
  const end = Math.min(rightOf(box) + lineLength, next === undefined ? Infinity : next.box.x - 4);
  const above: Box = {
    x: box.x - 4,
    y: box.y - lineHeight,
    width: Math.max(box.width, lineLength) + 8,
    height: lineHeight - 1,
  };
  const from = box.x + box.width * (label.to / Math.max(1, label.segment.text.length));
  return [above, { x: from, y: box.y - 14, width: Math.max(0, end - from), height: box.height + 18 }];
}

/** Returns the handwriting strokes in an area: neither printed words nor field contents. */
function strokesIn(page: PageLayout, area: Box): Box[] {
  const printed = page.words
    .filter(
      ({ box, text, confidence }) =>
        overlaps(box, area) &&
        (page.source === 'text' ||
          ((confidence ?? 100) >= sureFrom && text.length > 1) ||
          anyLabel.test(text)),
    )
    .map(({ box }) => box);
  const filled = page.widgets.filter(({ kind }) => kind !== 'signature').map(({ box }) => box);
  return page.ink.strokes
    .filter(
      ({ box, fill }) =>
        box.width >= strokeWidthLeast &&
        box.height >= strokeHeightLeast &&
        box.width <= strokeWidthMost &&
        box.height <= strokeHeightMost &&
        fill <= strokeFillMost &&
        covered(box, [area]) > 0.4 &&
        covered(box, printed) < 0.6 &&
        covered(box, filled) < 0.6,
    )
    .map(({ box }) => box);
}

function typedIn(
  page: PageLayout,
  segments: readonly Segment[],
  area: Box,
  label: Label,
): 'typedMark' | 'typedName' | undefined {
  const rest = label.segment.text.slice(label.to);
  const fields = page.widgets.filter(({ kind, box }) => kind === 'text' && covered(box, [area]) > 0.5);
  const filled = fields.map(({ value }) => value);
  const texts = [
    rest,
    ...segments
      .filter(
        segment =>
          segment !== label.segment &&
          segment.page === page.number &&
          overlaps(segment.box, area) &&
          covered(segment.box, [area]) > 0.5,
      )
      .map(({ text }) => text),
    ...filled,
  ];
  if (texts.some(text => /(?:^|[\s_>:])\/\s?(?:e?s)\s?\/\s*\p{L}/iu.test(text))) return 'typedMark';
  // If there is a field to type into, the print around it is the form's.
  return (fields.length > 0 ? filled : texts).some(
    text => isNameLike(text.replaceAll(/[_>:]+/g, ' ').trim()) && !anyLabel.test(text),
  )
    ? 'typedName'
    : undefined;
}

const ladder: readonly SignatureEvidence[] = [
  'digitalSignature',
  'annotation',
  'typedMark',
  'ink',
  'typedName',
  'envelope',
];

/** Returns the evidence that somebody signed at a label. */
export function evidenceAt(
  layout: DocumentLayout,
  segments: readonly Segment[],
  label: Label,
): SignatureFound[] {
  const page = layout.pages.find(({ number }) => number === label.segment.page);
  if (page === undefined) return [];
  const isPicture = page.source === 'recognition';
  return signingAreas(page, segments, label).flatMap(area => {
    const found: SignatureFound[] = [];
    const at = (evidence: SignatureEvidence, box: Box): void => {
      const isFaint =
        isPicture &&
        evidence === 'ink' &&
        (box.width < sureStroke.width ||
          box.height < sureStroke.height ||
          box.width * box.height < sureStroke.area);
      found.push({ evidence, hasLine: true, isFaint, place: { page: page.number, box } });
    };
    const annotation = page.annotations.find(({ box }) => covered(box, [area]) > 0.3);
    if (annotation !== undefined) at('annotation', annotation.box);
    const [stroke] = strokesIn(page, area);
    if (stroke !== undefined) at('ink', stroke);
    const typed = typedIn(page, segments, area, label);
    if (typed !== undefined) at(typed, area);
    return found;
  });
}

/** Whether a cryptographic signature counts as one: the certificate's, over the whole document. */
function isSound({ coversDocument, isIntact }: CryptographicSignature): boolean {
  return coversDocument && isIntact;
}

/**
 * Finds the signature of the patient or representative. Ink counts, wherever it comes from (a pen on a scan,
 * a drawn path, a pasted image): one connected stroke at the line that isn't part of a printed word.
 */
export function findSignature(layout: DocumentLayout, segments: readonly Segment[]): SignatureFound {
  const labels = findSignatureLabels(segments);
  const all = labels.flatMap(label => evidenceAt(layout, segments, label));
  if (layout.signatures.some(isSound))
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

/** Returns the date label of a signature: on its line, to the right, or in the lines around it. */
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
