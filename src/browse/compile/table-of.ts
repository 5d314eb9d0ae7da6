import type { BrowseRoute } from '../catalogue/routes';

/** The table of an entity of the route. @throws TypeError for one that it does not have */
export function tableOf({ blocks }: Pick<BrowseRoute, 'blocks'>, entity: string): string {
  const block = blocks[entity];
  if (block === undefined) throw new TypeError(`the route has no block of ${entity}`);
  return block.table;
}

/** The table of the row itself. */
export function baseTable(route: BrowseRoute): string {
  return tableOf(route, route.base);
}
