import type { Executor } from '../../src/store/database';

/** A statement as `pg` takes it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** PostgreSQL's own placeholders for the builder's. No statement of ours has a question mark for anything else. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}

/**
 * The first statement that a query function of the product runs, so that a comparator runs the same one for ever. The function
 * gets an executor that notes the text and answers with no rows.
 */
export function statementOf(run: (executor: Executor) => Promise<unknown>): Statement {
  let first: Statement | undefined;
  const note = {
    raw: (sql: string) => ({
      options: async ({ name }: { name: string }) => {
        first ??= { name, text: numbered(sql) };
        return { rows: [] };
      },
    }),
  };
  run(note as unknown as Executor).catch(() => undefined);
  if (first === undefined) throw new Error('The function ran no statement.');
  return first;
}
