import type { Box, SignatureEvidence, SignatureFound } from '../../domain/auth-checks/extraction';
import type { CryptographicSignature, DocumentLayout, PageLayout } from '../document-layout';
import { findLabels, type Label } from './find-field';
import { anyLabel, isNameLike } from './form-fields';
import { overlaps, rightOf, type Segment } from './text-segments';
import { covered, ruledArea } from './value-areas';

/** One connected stroke of this size is handwriting; a tick, a letter and a speck are smaller. */
const strokeWidthLeast = 17;
const strokeHeightLeast = 5;
/** A stroke is thin in its box; a stamp, a bar and a stain fill theirs. */
const strokeFillMost = 0.55;
/** Wider than this in every signature that was measured; a picture or a table is wider. */
const strokeWidthMost = 330;
const strokeHeightMost = 75;
/** On a scan a smaller one is told to people: a blot, a fold and letters that run together come as large. */
const sureStroke = { width: 17, height: 7, area: 300 } as const;
/** The recognition is this sure of print; of handwriting hardly ever. */
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

/** The lines a patient or representative signs on. */
export function findSignatureLabels(segments: readonly Segment[]): Label[] {
  return findLabels(segments, { label: signatureLabel, not: notTheirs }).filter(
    // A heading (`7. Signature`, `Section V - Consent and signature`) has no line, and a sentence about
    // signatures is none.
    ({ segment: { text } }) =>
      !(sectionHeading.test(text) && !/_{3,}/.test(text)) &&
      !/^\s*(?:(?:section|part|sección)\s*)?(?:\d{1,2}|[ivx]{1,4}|[a-e])[.):]\s*(?:signature|firma)s?\s*$/i.test(
        text,
      ) &&
      text.split(' ').length <= 14,
  );
}

/**
 * The areas around a label in which a signature may stand: where the rules say, else above it and beside it.
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

/** The strokes of handwriting in an area: neither printed words nor what is filled into fields. */
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
  // Where there is a field to type into, the print around it is the form's.
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

function evidenceAt(layout: DocumentLayout, segments: readonly Segment[], label: Label): SignatureFound[] {
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

/**
 * Whether a cryptographic signature stands for somebody's: it is the certificate's, over all of the document.
 */
function isSound({ coversDocument, isIntact }: CryptographicSignature): boolean {
  return coversDocument && isIntact;
}

/**
 * Looks for the signature of the patient or representative. Ink is what counts, wherever it comes from (a pen
 * on a scan, a drawn path, a pasted picture): one connected stroke at the line that no printed word accounts
 * for.
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
