/**
 * An independent oracle of browse: what docs/guides/browse.md promises, on plain objects in memory. It uses
 * the names and types of columns from the catalog, and nothing of what compiles or runs a request.
 */
import { columnsOf, type BrowseRoute } from '../../../src/browse/catalogue/routes';
import { aggregated, type AllowedAggregates } from './oracle-aggregate';
import { matching } from './oracle-match';
import { ordered } from './oracle-order';
import { cellsOf, isVisible, type Cell, type OracleCaller, type OracleRow } from './oracle-row';
import type { BrowseBody } from './request-body';

/** The expected answer. */
export interface OracleAnswer {
  /** Each row as JSON, with its blocks and columns in catalog order. */
  readonly rows: readonly string[];
  readonly aggregates: AllowedAggregates;
  readonly total: number;
}

/** Returns a row as shown: what isn't selected is absent, as is an empty block. */
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

/** Returns the expected answer for a caller. */
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
