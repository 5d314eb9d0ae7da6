/** The documentation as files: which ones are served, and how. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApiWorld, type ApiWorld } from '../support/api-world';

let world: ApiWorld;
beforeAll(async () => {
  world = await startApiWorld();
});
afterAll(async () => {
  await world.close();
});

const guides = join(__dirname, '../../docs/guides');

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${world.url}${path}`, { headers });
}

describe.each(['receiver.mjs', 'receiver.py'])('Webhook receiver example %s', name => {
  const path = `/docs/examples/${name}`;

  test('is linked in the webhooks guide, and served unchanged as plain text without a key', async () => {
    const guide = await (await get('/docs/webhooks')).text();
    expect(guide).toContain(`<a href="${path}">${name}</a>`);
    const answer = await get(path);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe(readFileSync(join(guides, 'examples', name), 'utf8'));
  });

  test('is compressed, cached, and revalidated like a guide', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const [guide, example] = await Promise.all(
        ['/docs/webhooks', path].map(async one => get(one, { 'accept-encoding': encoding })),
      );
      for (const header of ['content-encoding', 'cache-control', 'vary'])
        expect(example?.headers.get(header)).toBe(guide?.headers.get(header));
      const tag = example?.headers.get('etag') ?? '';
      // Without `cache-control`, `fetch` requests a fresh answer despite the tag.
      const again = { 'accept-encoding': encoding, 'if-none-match': tag, 'cache-control': 'max-age=0' };
      expect((await get(path, again)).status).toBe(304);
    }
  });
});

test.each([
  '/docs/README',
  '/docs/examples',
  '/docs/examples/',
  '/docs/examples/../README.md',
  '/docs/examples/clients/java/',
  '/docs/webhooks.md',
])('No other file of the folder is served: %s', async path => {
  expect((await get(path)).status).toBe(404);
});

test('The example programs for generated clients are served as plain text', async () => {
  for (const name of ['hey-api/calls.ts', 'java/pom.xml', 'oapi-codegen/go.mod']) {
    const answer = await get(`/docs/examples/clients/${name}`);
    expect([name, answer.headers.get('content-type')]).toEqual([name, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe(readFileSync(join(guides, 'examples/clients', name), 'utf8'));
  }
});

test("The quickstart's former address redirects to the quickstart", async () => {
  const answer = await fetch(`${world.url}/docs/first-request`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs/quickstart']);
  expect((await get('/docs/first-request')).status).toBe(200);
});

test.each(['/', '/docs/'])('%s redirects to the documentation, without a key', async path => {
  const answer = await fetch(`${world.url}${path}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  expect((await get(path)).status).toBe(200);
  expect((await fetch(`${world.url}${path}`, { method: 'POST', redirect: 'manual' })).status).toBe(404);
});
