/** Signature rows that are found by their ink, where the row that a label names has none. */
import type { Box } from '../../domain/auth-checks/extraction';
import { isOnRow, signaturesOn } from './ink-evidence';
import { isNameLike } from './form-fields';
import { asksToSign, isCounting, signerAt, type SignatureRow } from './signature-rows';
import type { PageLines, SigningPlace } from './signing-places';
import { bottomOf, rightOf } from './text-segments';
import type { Piece } from './writing-lines';

/** How far a label is from the ink that it belongs to: under it, over it, or to the left of it. */
const reach = { under: 32, over: 30, left: 260, aside: 120, overlap: 14 } as const;
/** A label over or beside the ink is less likely its own than one under it. */
const costs = { over: 8, left: 1 / 6, colon: 1 / 12, aside: 1 / 6 } as const;
const labelWordsMax = 40;

/** A typed value isn't a label. */
function isValue({ text, isOnLine }: Piece): boolean {
  return isOnLine || isNameLike(text) || /^\W*\d{1,2}\s?[/.-]/.test(text) || !/\p{L}{2}/u.test(text);
}

/** Returns how far a label is from ink, as a cost; `Infinity` if it isn't near. */
function distanceTo(ink: Box, label: Piece): number {
  const { box, text } = label;
  const aside = Math.max(0, box.x - rightOf(ink), ink.x - rightOf(box));
  const under = box.y - bottomOf(ink);
  if (
    aside < reach.aside &&
    under >= -reach.overlap &&
    under <= reach.under &&
    box.y > ink.y + ink.height * 0.4
  )
    return Math.max(0, under) + aside * costs.aside;
  const middle = box.y + box.height / 2;
  const isLevel = middle > ink.y - 4 && middle < bottomOf(ink) + 8;
  const gap = ink.x - rightOf(box);
  if (isLevel && gap > -ink.width * 0.4 && gap < reach.left)
    return Math.max(0, gap) * (/[:_]\W*$/.test(text) ? costs.colon : costs.left);
  const over = ink.y - bottomOf(box);
  // A sentence that ends above a signature isn't its label.
  const isLabel = asksToSign(label) || text.split(/\s+/).length <= 4;
  if (isLabel && aside < reach.aside && over >= -reach.overlap && over <= reach.over)
    return costs.over + Math.max(0, over) + aside * costs.aside;
  return Infinity;
}

/** Returns the row of ink: that of the nearest words, if they ask the patient to sign. */
function rowAt(lines: PageLines, rows: readonly SignatureRow[], ink: Box): SignatureRow | undefined {
  const isOthers = rows.some(
    row =>
      !isCounting(row) && row.place.page === lines.page.number && isOnRow(lines, row.place, row.label, ink),
  );
  if (isOthers) return undefined;
  const near = lines.pieces
    .filter(piece => !isValue(piece) && piece.text.split(/\s+/).length <= labelWordsMax)
    .map(label => ({ label, distance: distanceTo(ink, label) }))
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance);
  const [nearest] = near;
  if (nearest === undefined || !asksToSign(nearest.label)) return undefined;
  const { label } = nearest;
  const place: SigningPlace = { page: lines.page.number, kind: 'open', baseline: bottomOf(ink), box: ink };
  return { label, signer: signerAt(lines, label, place), place };
}

/** A row with the ink that it was found by. */
export interface InkedRow {
  readonly row: SignatureRow;
  readonly ink: Box;
}

/** Returns the rows for the patient or a representative that are found by ink, from the top. */
export function findInkedRows(pages: readonly PageLines[], rows: readonly SignatureRow[]): InkedRow[] {
  return pages.flatMap(lines =>
    signaturesOn(lines.page).flatMap(ink => {
      const row = rowAt(lines, rows, ink);
      return row === undefined || !isCounting(row) ? [] : [{ row, ink }];
    }),
  );
}
