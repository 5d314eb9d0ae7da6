// SQL text: a statement without a table.
import type { Executor } from './database';
import { named } from './named';

const ping = named<{ ok: number }>('select 1 as ok');

/** Whether the database responds now. */
export async function isDatabaseReachable(executor: Executor): Promise<boolean> {
  return ping.run(executor, {}).then(
    () => true,
    () => false,
  );
}
