import type { ProjectScope } from '../../domain/projects/project';
import type { BrowseRoute } from '../catalogue/routes';
import type { Asked } from '../compile/asked';
import {
  numbersStatement,
  shownStatement,
  streamStatement,
  uidsStatement,
  type Piece,
} from '../compile/statements';
import { wholeRowsMax } from '../request/limits';
import type { BrowseQuery } from '../request/query';
import type { BrowseDatabase, Snapshot } from './database';
import { findSearched } from './find-searched';

/** Rows as JSON, with the selected columns and nothing else. */
export type JsonRows = readonly string[];

/** What is known once all rows have been read. */
export interface BrowseNumbers {
  /** In the requested form: entity, function, column. */
  readonly aggregate: unknown;
  readonly total: number;
}

/** What a browse found. */
export type BrowseAnswer =
  | ({ readonly kind: 'whole'; readonly rows: JsonRows } & BrowseNumbers)
  | {
      readonly kind: 'streamed';
      /** They hold a connection until the last batch is read or the iteration ends. */
      readonly batches: AsyncGenerator<JsonRows>;
      /** @throws TypeError before the last batch is read */
      readonly numbers: () => BrowseNumbers;
    };

/** Who browses, and a signal for when they leave. */
export interface BrowseCaller {
  readonly scope: ProjectScope;
  readonly gone: AbortSignal;
}

interface Row {
  readonly row: string;
}

/** From this offset on, rows are counted first, so that they can be read from the nearer end. */
const farFrom = 1_000;

async function readNumbers({ run }: Snapshot, asked: Asked): Promise<BrowseNumbers> {
  const [row] = await run<{ readonly total: string; readonly aggregate: unknown }>(numbersStatement(asked));
  if (row === undefined) throw new TypeError('a count gave no row');
  return { total: Number(row.total), aggregate: row.aggregate };
}

/** Returns where a page is, counted from its nearer end, so that at most half of the rows are skipped. */
function pieceOf(skip: number, take: number, total: number | undefined): Piece {
  if (total === undefined || skip * 2 <= total) return { limit: take, offset: skip, isTurned: false };
  const limit = Math.max(0, Math.min(take, total - skip));
  return { limit, offset: Math.max(0, total - skip - take), isTurned: true };
}

async function readRows({ run }: Snapshot, asked: Asked, piece: Piece): Promise<JsonRows> {
  const found = piece.limit === 0 ? [] : await run<{ readonly uid: string }>(uidsStatement(asked, piece));
  if (found.length === 0) return [];
  const uids = found.map(({ uid }) => uid);
  if (piece.isTurned) uids.reverse();
  const rows = await run<Row>(shownStatement(asked, uids));
  return rows.map(({ row }) => row);
}

/** Reads a page and its numbers. Without aggregates, a page that isn't full already gives the total. */
async function readPage(snapshot: Snapshot, asked: Asked, take: number): Promise<BrowseAnswer> {
  const { skip, aggregates } = asked.query;
  const isCountedFirst = take === 0 || aggregates.length > 0 || skip + take > farFrom;
  const counted = isCountedFirst ? await readNumbers(snapshot, asked) : undefined;
  const rows = await readRows(snapshot, asked, pieceOf(skip, take, counted?.total));
  const isKnown = rows.length < take && (rows.length > 0 || skip === 0);
  const known = isKnown ? { total: skip + rows.length, aggregate: {} } : undefined;
  const numbers = counted ?? known ?? (await readNumbers(snapshot, asked));
  return { kind: 'whole', rows, ...numbers };
}

/**
 * Reads many rows while they are sent. If it reads every row and computes no aggregates, the rows give the
 * total.
 */
async function stream(snapshot: Snapshot, asked: Asked): Promise<BrowseAnswer> {
  const { take, skip, aggregates } = asked.query;
  const isKnown = take === undefined && skip === 0 && aggregates.length === 0;
  let numbers = isKnown ? undefined : await readNumbers(snapshot, asked);
  async function* batches(): AsyncGenerator<JsonRows> {
    let read = 0;
    try {
      for await (const found of snapshot.batches<Row>(streamStatement(asked))) {
        read += found.length;
        yield found.map(({ row }) => row);
      }
      numbers ??= { total: read, aggregate: {} };
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

/**
 * Runs a browse. Its rows, total, and aggregates come from one snapshot.
 * @throws what PostgreSQL throws, also while the rows are read
 */
export async function runBrowse(
  database: BrowseDatabase,
  route: BrowseRoute,
  { scope, gone }: BrowseCaller,
  query: BrowseQuery,
): Promise<BrowseAnswer> {
  const snapshot = await database.openSnapshot(gone);
  let isStreamed = false;
  try {
    const searched = await findSearched(snapshot, { route, scope, query });
    const asked: Asked = { route, scope, query, searched };
    const { take } = query;
    if (take !== undefined && take <= wholeRowsMax) return await readPage(snapshot, asked, take);
    const answer = await stream(snapshot, asked);
    isStreamed = true;
    return answer;
  } finally {
    // The answer doesn't wait for the transaction to end.
    if (!isStreamed) void snapshot.end();
  }
}
