import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Knex } from 'knex';
import type { Client, QueryResult } from 'pg';
import type { Executor } from './database';

/** One statement of a fixed shape. */
export interface NamedStatement<Row> {
  /** Runs the statement on a pool or in a transaction; `bindings` fill its `?` in order. */
  readonly run: (executor: Executor, bindings: readonly Binding[]) => Promise<Row[]>;
  readonly sql: string;
}

/** What may be bound to a statement. */
export type Binding = Knex.Value;

/** What knex's own runner uses of a pool or a transaction; its types leave `client` untyped. */
interface ConnectionSource extends EventEmitter {
  readonly acquireConnection: () => Promise<Client>;
  readonly releaseConnection: (connection: Client) => Promise<void>;
}

/** PostgreSQL's own placeholders: `?` is nothing else in a statement of this folder. */
function numberPlaceholders(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}

/** A connection of a transaction that has ended belongs to somebody else. */
function assertOpen(executor: Executor): void {
  if (executor.isTransaction === true && (executor as Knex.Transaction).isCompleted())
    throw new TypeError('a statement was run in a transaction that has ended');
}

/**
 * Makes a statement that every connection prepares once under its own name: planning is the cost of a joined read
 * (docs/decisions/0004). Only for SQL written in this folder; lists are bound as arrays (`= any(?)`), so that the
 * text never varies. `Row` states the shape the SELECT list has: this is a parse point, checked by the tests.
 *
 * It goes to the connection directly. Through knex's builder every call would have its text looked through three times for
 * placeholders that never change, which was a third of the processor time of a query (docs/benchmarks.md); and an error
 * would quote the bound values. Pool, transactions and time limits are knex's and pg's as before.
 */
export function named<Row>(sql: string): NamedStatement<Row> {
  const name = `q_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`;
  const text = numberPlaceholders(sql);
  return {
    sql,
    run: async (executor, bindings) => {
      const source = executor.client as ConnectionSource;
      const connection = await source.acquireConnection();
      try {
        assertOpen(executor);
        source.emit('query', { sql, bindings });
        const result: QueryResult = await connection.query({ name, text, values: [...bindings] });
        return result.rows as Row[];
      } finally {
        await source.releaseConnection(connection);
      }
    },
  };
}
