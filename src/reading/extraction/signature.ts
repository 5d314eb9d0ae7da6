import type { Box, SignatureEvidence, SignatureFound } from '../../domain/auth-checks/extraction';
import type { CryptographicSignature, DocumentLayout } from '../document-layout';
import { anyLabel, isNameLike } from './form-fields';
import { inkOn, isCrossedOut, isOnRow } from './ink-evidence';
import { findInkedRows } from './inked-rows';
import { isCounting, type SignatureRow } from './signature-rows';
import type { PageLines } from './signing-places';
import type { Segment } from './text-segments';
import { covered } from './value-areas';

const envelopeText =
  /\b(?:docusign envelope id|signed by:|digitally signed by|adobe (?:acrobat )?sign|electronically signed)/i;
const typedMark = /(?:^|[\s_>:])\/\s?(?:e?s)\s?\/\s*\p{L}/iu;

/** How much each fact about a candidate counts; they are set by hand. */
const weights = {
  evidence: {
    digitalSignature: 1,
    annotation: 0.9,
    typedMark: 0.8,
    ink: 0.7,
    typedName: 0.4,
    envelope: 0.3,
    none: 0,
  },
  /** Ink on no row's place, next to words that ask to sign. */
  looseInk: 0.35,
  /** A cross or a line where a signature belongs, which the answer reports. */
  mark: 0.1,
  signer: { patient: 0.03, either: 0.02, representative: 0.01, special: 0, other: 0 },
} as const;

/** On a scan, smaller ink that no row's label asks for is reported to people. */
const sureInk = { width: 45, height: 10 } as const;

/** What may be the signature of a document, and the row that it is on or belongs on. */
interface Candidate extends SignatureOnRow {
  readonly score: number;
}

function typedOn(lines: PageLines, { label, place }: SignatureRow): SignatureFound['evidence'] | undefined {
  const { page } = lines;
  const area: Box = {
    ...place.box,
    y: Math.max(place.box.y, place.baseline - 17),
    height: Math.min(place.box.height, 23),
  };
  const space = place.kind === 'line' ? area : place.box;
  const isThere = ({ box }: { readonly box: Box }): boolean =>
    covered(box, [space]) > 0.5 && covered(box, [label.box]) < 0.5 && isOnRow(lines, place, label, box);
  const fields = page.widgets.filter(widget => widget.kind === 'text' && isThere(widget));
  const filled = fields.map(({ value }) => value);
  const typed = lines.pieces.filter(isThere).map(({ text }) => text);
  const texts = [label.text, ...typed, ...filled];
  if (texts.some(text => typedMark.test(text))) return 'typedMark';
  // If there is a field to type into, the print around it is the form's.
  return (fields.length > 0 ? filled : typed).some(
    text =>
      isNameLike(text.replaceAll(/[_>:]+/g, ' ').trim()) &&
      !anyLabel.test(text) &&
      // A line of a paragraph that ends above the label isn't a name.
      !/^\W*\p{Ll}|\p{Ll}[.,;]$/u.test(text.trim()),
  )
    ? 'typedName'
    : undefined;
}

function evidenceOf(lines: PageLines, row: SignatureRow): SignatureFound {
  const { label, place } = row;
  const page = lines.page.number;
  const at = (evidence: SignatureEvidence, box: Box): SignatureFound => ({
    evidence,
    hasLine: true,
    place: { page, box },
  });
  const annotation = lines.page.annotations.find(({ box }) => isOnRow(lines, place, label, box));
  if (annotation !== undefined) return { ...at('annotation', annotation.box), isFaint: false };
  const typed = typedOn(lines, row);
  if (typed === 'typedMark') return { ...at('typedMark', place.box), isFaint: false };
  const ink = inkOn(lines, place, label);
  if (ink !== undefined && ink.mark === undefined)
    return {
      ...at('ink', ink.box),
      isFaint: ink.isFaint,
      ...(ink.isCrossedOut ? { isCrossedOut: true } : {}),
    };
  if (typed !== undefined) return { ...at(typed, place.box), isFaint: false };
  return ink?.mark === undefined ? at('none', label.box) : { ...at('none', ink.box), mark: ink.mark };
}

/** Whether a cryptographic signature counts as one: the certificate's, over the whole document. */
function isSound({ coversDocument, isIntact }: CryptographicSignature): boolean {
  return coversDocument && isIntact;
}

/** Whether a row is signed, by anyone. */
export function isSigned(pages: readonly PageLines[], row: SignatureRow): boolean {
  const lines = pages.find(({ page }) => page.number === row.place.page);
  return lines !== undefined && evidenceOf(lines, row).evidence !== 'none';
}

/** The signature of a document, and the row that it is on or belongs on. */
export interface SignatureOnRow {
  readonly signature: SignatureFound;
  readonly row: SignatureRow | undefined;
}

/** Returns what is on each row for the patient or a representative. */
function onRows(pages: readonly PageLines[], rows: readonly SignatureRow[]): Candidate[] {
  return rows.filter(isCounting).flatMap((row): Candidate[] => {
    const lines = pages.find(({ page }) => page.number === row.place.page);
    if (lines === undefined) return [];
    const signature = evidenceOf(lines, row);
    const byMark = signature.mark === undefined ? 0 : weights.mark;
    const score = weights.evidence[signature.evidence] + byMark + weights.signer[row.signer];
    return [{ row, signature, score }];
  });
}

/** Returns the ink of a signature's size next to words that ask the patient or a representative to sign. */
function looseInk(pages: readonly PageLines[], rows: readonly SignatureRow[]): Candidate[] {
  return findInkedRows(pages, rows).map(({ row, ink }) => {
    const isSmall = ink.width < sureInk.width || ink.height < sureInk.height;
    const lines = pages.find(({ page }) => page.number === row.place.page);
    const isCrossed = lines !== undefined && isCrossedOut(lines, ink);
    return {
      row,
      signature: {
        evidence: 'ink',
        hasLine: true,
        place: { page: row.place.page, box: ink },
        isFaint: isSmall && lines?.page.source === 'recognition',
        ...(isCrossed ? { isCrossedOut: true } : {}),
      },
      score: weights.looseInk + weights.signer[row.signer],
    };
  });
}

/**
 * Finds the signature of the patient or representative: the best of all candidates. Ink counts, wherever it
 * comes from (a pen on a scan, a drawn path, a pasted image), if it is on their row and isn't printed. A
 * witness's, an interpreter's, a clerk's, or a recipient's signature never counts.
 */
export function findSignature(
  layout: DocumentLayout,
  segments: readonly Segment[],
  pages: readonly PageLines[],
  rows: readonly SignatureRow[],
): SignatureOnRow {
  const onPages = [...onRows(pages, rows), ...looseInk(pages, rows)].toSorted((a, b) => b.score - a.score);
  const ofWhole = (evidence: 'digitalSignature' | 'envelope' | 'none'): Candidate => ({
    signature: { evidence, hasLine: rows.some(isCounting), place: null },
    row: onPages[0]?.row,
    score: weights.evidence[evidence],
  });
  const [best = ofWhole('none')] = [
    ...onPages,
    ...(layout.signatures.some(isSound) ? [ofWhole('digitalSignature')] : []),
    ...(segments.some(({ text }) => envelopeText.test(text)) ? [ofWhole('envelope')] : []),
  ].toSorted((a, b) => b.score - a.score);
  return best;
}
