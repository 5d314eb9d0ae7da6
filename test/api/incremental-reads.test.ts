/** A list that is read again later, as docs/guides/paging.md describes it. */
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { makeRequest, type TestRequest } from '../support/request-files';

interface Note {
  readonly id: string;
  readonly createdAt: string;
}

let world: ApiWorld;
let request: TestRequest;
let key: string;
beforeAll(async () => {
  world = await startApiWorld();
  const company = await world.company('acme');
  key = company.sandboxKey;
  request = await makeRequest(world, company, 'read-again');
});
afterAll(() => world.close());

const agedMs = 5 * 60_000;

async function write(content: string, minutesAgo: number): Promise<string> {
  const { json } = await request.call('POST', '/notes', { content });
  const id = String(json['id']);
  const createdAt = new Date(Date.now() - minutesAgo * 60_000);
  await world.db('note').where({ uid: id }).update({ created_at: createdAt });
  return id;
}

/** Reads all pages after a cursor. @returns the entries, each page's cursor, and the cursor to keep */
async function read(from: string | undefined) {
  const ids: string[] = [];
  let [cursor, last, kept] = [from, from, from];
  for (;;) {
    const query = new URLSearchParams({ limit: '1', ...(cursor === undefined ? {} : { cursor }) });
    const { json } = await world.call('GET', `${request.path}/notes?${query.toString()}`, { key });
    const { notes, nextCursor } = json as unknown as { notes: readonly Note[]; nextCursor: string | null };
    ids.push(...notes.map(({ id }) => id));
    if (nextCursor === null) return { ids, last, kept };
    const isAged = notes.every(({ createdAt }) => Date.parse(createdAt) < Date.now() - agedMs);
    if (isAged) kept = nextCursor;
    [cursor, last] = [nextCursor, nextCursor];
  }
}

test('A list read again from the cursor that the guide has you keep misses no entry that appeared late [REQUEST-53]', async () => {
  const old = await write('old', 60);
  const early = [await write('one', 3), await write('two', 1), await write('three', 0.5)];
  const first = await read(undefined);
  expect(first.ids).toEqual([old, ...early]);
  // Its request started two minutes ago, and is done only now.
  const late = await write('late', 2);
  expect((await read(first.last)).ids).not.toContain(late);
  const again = await read(first.kept);
  const known = new Set(first.ids);
  expect(again.ids).toHaveLength(4);
  expect(again.ids.filter(id => !known.has(id))).toEqual([late]);
});
