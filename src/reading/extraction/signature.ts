import type { Box, SignatureEvidence, SignatureFound } from '../../domain/auth-checks/extraction';
import type { CryptographicSignature, DocumentLayout } from '../document-layout';
import { anyLabel, isNameLike } from './form-fields';
import { inkOn, isOnRow } from './ink-evidence';
import { findInkedRows } from './inked-rows';
import { isCounting, type SignatureRow, type Signer } from './signature-rows';
import type { PageLines } from './signing-places';
import type { Segment } from './text-segments';
import { covered } from './value-areas';

const envelopeText =
  /\b(?:docusign envelope id|signed by:|digitally signed by|adobe (?:acrobat )?sign|electronically signed)/i;
const typedMark = /(?:^|[\s_>:])\/\s?(?:e?s)\s?\/\s*\p{L}/iu;

const ladder: readonly SignatureEvidence[] = [
  'digitalSignature',
  'annotation',
  'typedMark',
  'ink',
  'typedName',
  'envelope',
  'none',
];
/** Whose row is looked at first if two are signed in the same way. */
const signers: readonly Signer[] = ['patient', 'either', 'representative'];

/** On a scan, smaller ink that no row's label asks for is reported to people. */
const sureInk = { width: 45, height: 10 } as const;

/** A row with its evidence. */
interface SignedRow {
  readonly row: SignatureRow;
  readonly found: SignatureFound;
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

/**
 * Finds the signature of the patient or representative. Ink counts, wherever it comes from (a pen on a
 * scan, a drawn path, a pasted image), if it is on their row and isn't printed. A witness's, an
 * interpreter's, a clerk's, or a recipient's signature never counts.
 */
export function findSignature(
  layout: DocumentLayout,
  segments: readonly Segment[],
  pages: readonly PageLines[],
  rows: readonly SignatureRow[],
): SignatureOnRow {
  const counting = rows.filter(isCounting);
  const signed = counting.flatMap((row): SignedRow[] => {
    const lines = pages.find(({ page }) => page.number === row.place.page);
    return lines === undefined ? [] : [{ row, found: evidenceOf(lines, row) }];
  });
  const rank = ({ row, found }: SignedRow): number =>
    ladder.indexOf(found.evidence) * 10 + (found.mark === undefined ? 5 : 0) + signers.indexOf(row.signer);
  const [best] = signed.toSorted((a, b) => rank(a) - rank(b));
  const hasLine = counting.length > 0;
  const whole = (evidence: SignatureEvidence): SignatureOnRow => ({
    signature: { evidence, hasLine, place: null },
    row: best?.row,
  });
  if (layout.signatures.some(isSound)) return whole('digitalSignature');
  const isUnsigned = best === undefined || (best.found.evidence === 'none' && best.found.mark === undefined);
  const [inked] = isUnsigned ? findInkedRows(pages, rows) : [];
  if (inked !== undefined) {
    const { row, ink } = inked;
    const place = { page: row.place.page, box: ink };
    const isSmall = ink.width < sureInk.width || ink.height < sureInk.height;
    const isFaint =
      isSmall && layout.pages.some(({ number, source }) => number === place.page && source === 'recognition');
    return { signature: { evidence: 'ink', hasLine: true, place, isFaint }, row };
  }
  const isEnvelope = segments.some(({ text }) => envelopeText.test(text));
  if (isEnvelope && (best === undefined || best.found.evidence === 'none')) return whole('envelope');
  return best === undefined
    ? { signature: { evidence: 'none', hasLine, place: null }, row: undefined }
    : { signature: best.found, row: best.row };
}
