import type { ProjectScope } from '../domain/projects/project';
import type { BrowseDatabase, Snapshot } from '../store/browse-database';
import { uidsIn, type TextRow } from '../store/text-query';
import type { BrowseRoute } from './catalogue/routes';
import { rememberRecent } from '../platform/remember-recent';
import { bind, type Asked, type Prepared } from './compile/parameter';
import { nothingSearched } from './compile/searched-tables';
import { keyOfShape, shapeOf } from './compile/shape';
import { compileBrowse, type BrowseStatements } from './compile/statements';
import { presentAggregates, type AggregateAnswer } from './answer/present-aggregates';
import { findSearched } from './find-searched';
import { isSubstring } from './request/filter';
import { wholeRowsMax } from './request/limits';
import type { BrowseQuery } from './request/query';

/** Rows as JSON, one or several in a text, joined by commas; of the catalogue's columns that were selected alone. */
export type JsonRows = readonly string[];

/** What is known once all rows are read. */
export interface BrowseNumbers {
  readonly aggregate: AggregateAnswer;
  readonly total: number;
}

/** What a browse found. */
export type BrowseAnswer =
  | ({ readonly kind: 'whole'; readonly rows: JsonRows } & BrowseNumbers)
  | {
      readonly kind: 'streamed';
      /** Until the last batch is read, or the iteration is ended, they hold a connection. */
      readonly batches: AsyncGenerator<JsonRows>;
      /** @throws TypeError before the last batch is read */
      readonly numbers: () => BrowseNumbers;
    };

/** Whose browse it is, and until when it is waited for. */
export interface BrowseCaller {
  readonly scope: ProjectScope;
  readonly gone: AbortSignal;
}

const numberOf = (value: unknown): number => Number(value);

function jsonOf(row: TextRow): string {
  return String(row[0]);
}

/**
 * Whether the plan of a statement serves other values as well: of a part of a text it depends on how rare it is, and an
 * index of such parts is found for a text that is known only.
 */
function isPlannedOnce({ filters, search }: BrowseQuery): boolean {
  return search === undefined && filters.every(({ filter }) => !isSubstring(filter.operator));
}

/** What is found of a page: the JSON of its rows, NULL where there are none; its total and aggregates, NULL where there are too many to show. */
interface FoundPage {
  readonly rows: string | null;
  readonly counted: string | null;
  readonly numbers: TextRow;
}

/** The row of a statement that answers with one: its JSON, its uids or its numbers. */
function onlyRow([row]: readonly TextRow[]): TextRow {
  if (row === undefined) throw new TypeError('a statement that answers with one row gave none');
  return row;
}

/** The numbers of a row, which stand from a place on. */
function pageOf(rows: string | null, row: TextRow, from: number): FoundPage {
  return { rows, counted: row[from] ?? null, numbers: row.slice(from + 1) };
}

/**
 * Runs what answers a page. What has to be planned each time is planned for the uids alone, since to plan all the joins
 * takes longer than to make the rows.
 */
async function runPage(
  database: BrowseDatabase,
  gone: AbortSignal,
  statements: BrowseStatements,
  asked: Asked,
): Promise<FoundPage> {
  const isOnce = isPlannedOnce(asked.query);
  const run = (statement: Prepared, isPlanned: boolean, of = asked): Promise<readonly TextRow[]> =>
    database.run(bind(statement, of), { gone, isPlannedOnce: isPlanned });
  if (asked.query.take === 0) return pageOf(null, onlyRow(await run(statements.numbers(), isOnce)), 0);
  const page = onlyRow(await run(isOnce ? statements.page() : statements.found(), isOnce));
  const found = page[0] ?? null;
  if (isOnce || found === null) return pageOf(found, page, 1);
  const [rows = null] = onlyRow(await run(statements.shown(), true, { ...asked, found: uidsIn(found) }));
  return pageOf(rows, page, 1);
}

/** Shapes whose statements are kept at the least, of twice as many at the most: of values and callers there is nothing in them. */
const shapesKept = 256;
const compiled = rememberRecent<BrowseStatements>(shapesKept);

/** Reads everything from one snapshot, however much it is. What is skipped and what is read tells the total, where nothing else has to. */
async function stream(snapshot: Snapshot, statements: BrowseStatements, asked: Asked): Promise<BrowseAnswer> {
  const { take, skip, aggregates } = asked.query;
  const isToldByRows = take === undefined && aggregates.length === 0;
  let numbers: BrowseNumbers | undefined;
  if (!isToldByRows) {
    const [row = []] = await snapshot.run(bind(statements.numbers(), asked));
    numbers = { total: numberOf(row[0]), aggregate: presentAggregates(aggregates, row.slice(1)) };
  }
  async function* batches(): AsyncGenerator<JsonRows> {
    let read = 0;
    try {
      for await (const rows of snapshot.batches(bind(statements.rows(), asked))) {
        read += rows.length;
        yield rows.map(jsonOf);
      }
      numbers ??= { total: skip + read, aggregate: {} };
    } finally {
      await snapshot.end();
    }
  }
  return {
    kind: 'streamed',
    batches: batches(),
    numbers: () => {
      if (numbers === undefined) throw new TypeError('the total of a browse is known after its last row');
      return numbers;
    },
  };
}

async function startStream(
  database: BrowseDatabase,
  { gone }: BrowseCaller,
  statements: BrowseStatements,
  asked: Asked,
): Promise<BrowseAnswer> {
  const snapshot = await database.openSnapshot(gone);
  try {
    return await stream(snapshot, statements, asked);
  } catch (error) {
    await snapshot.end();
    throw error;
  }
}

/**
 * Runs a browse: its rows, their number and what is made of them come from one snapshot; but where a part of a text is
 * looked for, a row that is taken away just then may be counted and not shown.
 * @throws what PostgreSQL throws, also while the rows are read
 */
export async function runBrowse(
  database: BrowseDatabase,
  route: BrowseRoute,
  caller: BrowseCaller,
  query: BrowseQuery,
): Promise<BrowseAnswer> {
  const { scope, gone } = caller;
  const { take } = query;
  const searched =
    query.search === undefined
      ? nothingSearched
      : await findSearched(statement => database.run(statement, { gone, isPlannedOnce: false }), route, {
          scope,
          query,
        });
  const asked: Asked = { scope, query, searched };
  const shape = shapeOf(route, asked);
  const statements = compiled(keyOfShape(shape), () => compileBrowse(shape));
  if (take !== undefined && take > wholeRowsMax) return startStream(database, caller, statements, asked);
  const { rows, counted, numbers } = await runPage(database, gone, statements, asked);
  if (counted === null) return startStream(database, caller, statements, asked);
  const aggregate = presentAggregates(query.aggregates, numbers);
  return { kind: 'whole', rows: rows === null ? [] : [rows], total: numberOf(counted), aggregate };
}
