import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedDocs, staleDocs } from '../../tools/docs/generated-docs';

test('every checked-in document is what the code says (`npm run docs:write` writes them) [API-3] [ERROR-15] [LIMIT-1] [LIMIT-2] [VERSION-2]', async () => {
  expect(await staleDocs(join(__dirname, '../..'))).toEqual([]);
});

test('an absent document is told', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'recordwell-docs-'));
  expect(await staleDocs(empty)).toEqual((await generatedDocs()).map(({ path }) => path));
  rmSync(empty, { recursive: true });
});

test('the checked-in OpenAPI document names no server of ours and is of 3.1', async () => {
  const [openApi] = await generatedDocs();
  expect(JSON.parse(String(openApi?.content))).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://api.example.com' }],
  });
});
