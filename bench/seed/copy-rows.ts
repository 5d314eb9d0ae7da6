import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A table and its rows. */
export interface Filled {
  readonly table: string;
  readonly columns: readonly string[];
  /** Lines in COPY's text format, generated while they're sent. */
  readonly rows: Iterable<string>;
}

const chunkCharacters = 128 * 1024;

function* inChunks(rows: Iterable<string>, onRows: (count: number) => void): Generator<Buffer> {
  let chunk = '';
  let count = 0;
  for (const line of rows) {
    chunk += line;
    count += 1;
    if (chunk.length < chunkCharacters) continue;
    yield Buffer.from(chunk);
    onRows(count);
    chunk = '';
    count = 0;
  }
  if (chunk !== '') yield Buffer.from(chunk);
  onRows(count);
}

/**
 * Copies rows into a table. Generates them only as fast as the server accepts them.
 * @param onRows called repeatedly with the number of new rows
 * @param isFrozen for a table that was truncated in this transaction: vacuum then has nothing to do
 */
export async function copyRows(
  client: ClientBase,
  { table, columns, rows }: Filled,
  onRows: (count: number) => void,
  isFrozen = false,
): Promise<void> {
  const names = [table, ...columns].map(name => client.escapeIdentifier(name));
  const options = isFrozen ? ' with (freeze)' : '';
  const statement = `copy ${names[0] ?? ''} (${names.slice(1).join(', ')}) from stdin${options}`;
  await pipeline(
    Readable.from(inChunks(rows, onRows), { objectMode: false }),
    client.query(copyFrom(statement)),
  );
}
