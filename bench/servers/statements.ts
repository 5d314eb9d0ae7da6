import type { Executor } from '../../src/store/database';

/** A statement as `pg` takes it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * The first statement that a query function of the product runs, so that a comparator runs the same one for ever. The function
 * gets an executor that notes the text and answers with no rows.
 * @throws when the function runs none
 */
export async function statementOf(run: (executor: Executor) => Promise<unknown>): Promise<Statement> {
  let first: Statement | undefined;
  const connection = {
    query: async ({ name, text }: Statement) => {
      first ??= { name, text };
      return { rows: [] };
    },
  };
  const client = {
    emit: () => false,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
  };
  // What the function makes of an answer without rows is of no interest.
  await run({ client } as unknown as Executor).catch(() => undefined);
  if (first === undefined) throw new Error('The function ran no statement.');
  return first;
}
