import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Executor } from './database';

/** One statement of a fixed shape. */
export interface NamedStatement<Row> {
  /** Runs the statement on a pool or in a transaction; `bindings` fill its `?` in order. */
  readonly run: (executor: Executor, bindings: readonly Binding[]) => Promise<Row[]>;
  readonly sql: string;
}

/** What may be bound to a statement. */
export type Binding = Knex.Value;

/**
 * Makes a statement that every connection prepares once under its own name: planning is the cost of a joined read
 * (docs/decisions/0004). Only for SQL written in this folder; lists are bound as arrays (`= any(?)`), so that the
 * text never varies. `Row` states the shape the SELECT list has: this is a parse point, checked by the tests.
 */
export function named<Row>(sql: string): NamedStatement<Row> {
  const name = `q_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`;
  return {
    sql,
    run: async (executor, bindings) => {
      const result = (await executor.raw(sql, bindings).options({ name })) as unknown as { rows: Row[] };
      return result.rows;
    },
  };
}
