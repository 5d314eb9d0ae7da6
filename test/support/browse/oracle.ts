/**
 * An independent oracle of browse: what docs/guides/browse.md promises, over plain objects in memory. It
 * takes the names and types of columns from the catalogue, and nothing of what compiles or runs a request.
 */
import { columnsOf, type BrowseRoute } from '../../../src/browse/catalogue/routes';
import { aggregated, type AllowedAggregates } from './oracle-aggregate';
import { matching } from './oracle-match';
import { ordered } from './oracle-order';
import { cellsOf, isVisible, type Cell, type OracleCaller, type OracleRow } from './oracle-row';
import type { BrowseBody } from './request-body';

/** What has to be answered. */
export interface OracleAnswer {
  /** Each row as JSON, its blocks and columns in the order of the catalogue. */
  readonly rows: readonly string[];
  readonly aggregates: AllowedAggregates;
  readonly total: number;
}

/** How a row is shown: what is not selected is absent, and so is a block that shows nothing. */
function shownBy(route: BrowseRoute, select: BrowseBody['select'] = {}): (row: OracleRow) => string {
  const columns = columnsOf(route)
    .filter(({ entity, field }) => select[entity] === undefined || select[entity][field] === true)
    .map(({ entity, field }) => ({ entity, field, cell: cellsOf(entity, field) }));
  return row => {
    const blocks: Record<string, Record<string, Cell>> = {};
    for (const { entity, field, cell } of columns) (blocks[entity] ??= {})[field] = cell(row);
    return JSON.stringify(blocks);
  };
}

/** What a caller must be answered. */
export function foretell(
  route: BrowseRoute,
  rows: readonly OracleRow[],
  caller: OracleCaller,
  body: BrowseBody,
): OracleAnswer {
  const found = matching(
    route,
    rows.filter(row => isVisible(row, caller)),
    body,
  );
  const { skip = 0, take = found.length } = body;
  const page = ordered(route, found, body.orderBy).slice(skip, skip + take);
  return {
    rows: page.map(shownBy(route, body.select)),
    aggregates: aggregated(route, found, body.aggregate),
    total: found.length,
  };
}
