import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Knex } from 'knex';
import type { Client, QueryResult } from 'pg';
import type { Executor } from './database';

/** One statement with a fixed text. */
export interface NamedStatement<Row, Params extends object> {
  /**
   * Runs the statement on a pool or in a transaction. `params` has a value for each `:name` of the text.
   * @throws TypeError for a missing or an unknown parameter
   */
  readonly run: (executor: Executor, params: Params) => Promise<Row[]>;
  readonly sql: string;
}

/** What knex's own runner uses of a pool or a transaction; its types leave `client` untyped. */
interface ConnectionSource extends EventEmitter {
  readonly acquireConnection: () => Promise<Client>;
  readonly releaseConnection: (connection: Client) => Promise<void>;
}

/** A `:name` of a statement; one cast to `json` or `jsonb` is written as JSON. */
interface Parameter {
  readonly name: string;
  readonly isJson: boolean;
}

// Texts, quoted names, and the `::` of a cast are skipped; the other colons are parameters.
const parameterPattern = /'(?:[^']|'')*'|"[^"]*"|::|:([A-Za-z]\w*)(::jsonb?\b)?/g;

/** Replaces parameters with PostgreSQL's own placeholders: a repeated name is one `$n`. */
function numberParameters(sql: string): { readonly text: string; readonly parameters: readonly Parameter[] } {
  const parameters: Parameter[] = [];
  const text = sql.replaceAll(
    parameterPattern,
    (match: string, name: string | undefined, cast: string | undefined) => {
      if (name === undefined) return match;
      const known = parameters.findIndex(parameter => parameter.name === name);
      const isJson = cast !== undefined;
      if (known === -1) parameters.push({ name, isJson });
      else if (parameters[known]?.isJson !== isJson)
        throw new TypeError(`the parameter ${name} of a statement is cast to JSON in one place only`);
      return `$${known === -1 ? parameters.length : known + 1}${cast ?? ''}`;
    },
  );
  return { text, parameters };
}

/** Returns the values of a statement's parameters in order. */
function bind(parameters: readonly Parameter[], params: object): unknown[] {
  const values = parameters.map(({ name, isJson }) => {
    const value: unknown = Reflect.get(params, name);
    if (value === undefined) throw new TypeError(`a statement was run without its parameter ${name}`);
    return isJson && value !== null ? JSON.stringify(value) : value;
  });
  if (Object.keys(params).length !== parameters.length) {
    const unknown = Object.keys(params).find(key => parameters.every(({ name }) => name !== key));
    throw new TypeError(`a statement has no parameter ${String(unknown)}`);
  }
  return values;
}

/** Throws after the transaction has ended, because others use its connection then. */
function assertOpen(executor: Executor): void {
  if (executor.isTransaction === true && (executor as Knex.Transaction).isCompleted())
    throw new TypeError('a statement was run in a transaction that has ended');
}

/**
 * Runs a text directly on the connection: see {@link named}. @param name absent if the connection must not
 * keep it
 */
function statement<Row, Params extends object>(
  sql: string,
  name: string | undefined,
): NamedStatement<Row, Params> {
  const { text, parameters } = numberParameters(sql);
  return {
    sql,
    run: async (executor, params) => {
      const values = bind(parameters, params);
      const source = executor.client as ConnectionSource;
      const connection = await source.acquireConnection();
      try {
        assertOpen(executor);
        source.emit('query', { sql, bindings: values });
        const result: QueryResult = await connection.query({ name, text, values });
        return result.rows as Row[];
      } finally {
        await source.releaseConnection(connection);
      }
    },
  };
}

/**
 * Creates a statement that every connection prepares once under its own name: planning is the main cost of a
 * joined read (docs/decisions/0004). Only for SQL written in this folder; lists are bound as arrays
 * (`= any(:uids)`), so that the text never varies. `Row` states the shape of the SELECT list: this is a parse
 * point, checked by the tests.
 *
 * A parameter is a `:name`. One that is cast in place, `:name::jsonb` or `:name::json`, is bound as the JSON
 * of its value, with `null` as SQL's null; any other is bound unchanged.
 *
 * It goes directly to the connection. With knex's builder, each call would scan its text three times for
 * placeholders that never change, a third of a query's processor time, and errors would quote the bound
 * values. Pool, transactions, and time limits are still knex's and pg's.
 */
export function named<Row, Params extends object = Readonly<Record<string, never>>>(
  sql: string,
): NamedStatement<Row, Params> {
  return statement(sql, `q_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`);
}

/**
 * Creates a statement that is planned each time with its actual values, for filters of which most are absent.
 * A generic plan would guess an index and might read everything; planning costs a millisecond or two, which
 * is little when a person waits. Otherwise like {@link named}.
 */
export function plannedEachTime<Row, Params extends object>(sql: string): NamedStatement<Row, Params> {
  return statement(sql, undefined);
}
