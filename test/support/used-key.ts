import type { ApiWorld } from './api-world';
import { readRows } from './records';
import { until } from './until';

/** Returns the status of a request with a key of the company `acme`. */
export async function statusWith(world: ApiWorld, key: string): Promise<number> {
  return (await world.call('GET', '/v0/companies/acme/projects', { key })).status;
}

/** Uses a key, and waits until its use is recorded, which is after the answer. */
export async function useKey(world: ApiWorld, key: string): Promise<void> {
  expect(await statusWith(world, key)).toBe(200);
  await until(
    'the use to be recorded',
    async () => {
      const [row] = await readRows<{ at: Date | null }>(
        world.db,
        'select last_used_at as at from api_key where last_four = ? and revoked_at is null',
        [key.slice(-4)],
      );
      return row?.at ?? null;
    },
    at => at !== null,
  );
}
