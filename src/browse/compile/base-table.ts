import type { BrowseRoute } from '../catalogue/routes';

/** The table of the row itself. */
export function baseTable({ base, blocks }: BrowseRoute): string {
  const block = blocks[base];
  if (block === undefined) throw new TypeError(`the route of ${base} has no block of its own`);
  return block.table;
}
