import { z } from 'zod';
import type { PagePosition } from '../../domain/page-position';
import { Problem } from '../../domain/problem';
import { uuidPattern } from '../../domain/text';

/** The most entries a page of a list can have. */
export const pageSizeMax = 200;
const pageSizeDefault = 50;

/** The query of every list. Pages are by position, so entries created in between shift no page. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageSizeMax)
    .default(pageSizeDefault)
    .meta({ param: { id: 'Limit' }, description: `Page size, 1 to ${pageSizeMax}.`, example: 50 }),
  cursor: z
    .string()
    .max(200)
    .optional()
    .meta({
      param: { id: 'Cursor' },
      description: 'The `nextCursor` of the previous page. Leave it out for the first page.',
    }),
};

/** The `nextCursor` of every list's answer. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Pass it as `cursor` to get the next page. `null` on the last page.' });

const cursorPattern = new RegExp(`^(\\d{1,16})\\.(${uuidPattern})$`);

/** Returns the position after a row as an opaque text. */
export function cursorAfter(row: PagePosition): string {
  return Buffer.from(`${row.createdAt.getTime()}.${row.uid}`).toString('base64url');
}

/** The last instant of a `Date`, in milliseconds (ECMA-262, Time Values). */
const millisMax = 8.64e15;

/**
 * Returns the position that a cursor stands for.
 * @throws Problem `request.invalid` for a cursor that this service did not write
 */
export function parseCursor(cursor: string | undefined): PagePosition | undefined {
  if (cursor === undefined) return undefined;
  const decoded = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, millis, uid] = cursorPattern.exec(decoded) ?? [];
  const isOurs =
    millis !== undefined &&
    uid !== undefined &&
    Number(millis) <= millisMax &&
    Buffer.from(decoded).toString('base64url') === cursor;
  if (!isOurs) {
    throw new Problem('request.invalid', {
      issues: [{ field: 'query.cursor', rule: 'must be a `nextCursor` from this list' }],
    });
  }
  return { createdAt: new Date(Number(millis)), uid };
}

/** Cuts a list that was read one entry longer than the page, and returns the cursor of the next page. */
export function cutPage<Row extends PagePosition>(
  rows: readonly Row[],
  limit: number,
): { readonly entries: readonly Row[]; readonly nextCursor: string | null } {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null };
}
