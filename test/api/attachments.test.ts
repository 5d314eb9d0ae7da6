/** Files attached to a record request itself. */
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { makeRequest } from '../support/request-files';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

test('GET returns an attachment by its name, with a download URL and never an upload URL [FILE-36]', async () => {
  const files = await makeRequest(world, company);
  await files.put('Invoice.pdf', { area: 'attachments' });
  const { status, json } = await files.call('GET', '/Invoice.pdf');
  expect([status, json]).toEqual([
    200,
    {
      uploadUrl: null,
      uploadHeaders: {},
      expiresIn: 3600,
      downloadUrl: expect.stringMatching(/^http/) as string,
      extraction: null,
      verdicts: null,
      verdictCounts: null,
      embedToken: null,
      looseFiles: [],
    },
  ]);
  await expect((await fetch(String(json['downloadUrl']))).text()).resolves.toBe('bytes of Invoice.pdf');
  expect((await files.call('GET', '/Other.pdf')).status).toBe(404);
});

test('A file is shown with the other files stored directly on its record request, which can be downloaded [FILE-18]', async () => {
  const files = await makeRequest(world, company);
  await files.put('Chart.pdf');
  await files.put('Letter.pdf', { area: 'documents' });
  await files.put('Invoice 10.pdf', { area: 'attachments' });
  const second = await files.put('Invoice 2.pdf', { area: 'attachments' });
  const loose = async (path: string): Promise<Array<Record<string, unknown>>> =>
    (await files.call('GET', path)).json['looseFiles'] as Array<Record<string, unknown>>;
  for (const [path, names] of [
    ['/deliverables/Chart.pdf', ['Invoice 2.pdf', 'Invoice 10.pdf']],
    ['/documents/Letter.pdf', ['Invoice 2.pdf', 'Invoice 10.pdf']],
    ['/Invoice 10.pdf', ['Invoice 2.pdf']],
  ] as const)
    expect((await loose(path)).map(({ fileName }) => fileName)).toEqual(names);
  const [shown] = await loose('/Invoice 10.pdf');
  expect(shown).toEqual({
    url: expect.stringMatching(/X-Amz-Signature=/) as string,
    fileName: 'Invoice 2.pdf',
    key: second.storageKey,
    pages: null,
    size: second.sizeBytes,
    lastModified: second.lastModifiedAt.toISOString(),
  });
  expect(await (await fetch(String(shown?.['url']))).text()).toBe('bytes of Invoice 2.pdf');
});

test("HEAD reports an attachment's progress and ETag without a body [FILE-38]", async () => {
  const files = await makeRequest(world, company);
  const { storageKey, etag } = await files.put('Invoice.pdf', { area: 'attachments' });
  const { status, text, headers } = await files.call('HEAD', '/Invoice.pdf');
  expect([status, text, headers.get('x-progress'), headers.get('x-etag')]).toEqual([200, '', '100', etag]);
  await world.services.files.remove(storageKey);
  expect((await files.call('HEAD', '/Invoice.pdf')).headers.get('x-progress')).toBe('0');
});

test('DELETE deletes an attachment permanently [FILE-37]', async () => {
  const files = await makeRequest(world, company);
  const { storageKey } = await files.put('Invoice.pdf', { area: 'attachments' });
  expect((await files.call('DELETE', '/Invoice.pdf')).status).toBe(204);
  for (const method of ['GET', 'HEAD', 'DELETE'])
    expect((await files.call(method, '/Invoice.pdf')).status).toBe(404);
  const removals = await world.db('object_removal').pluck<string[]>('storage_key').orderBy('due_at');
  // With the folder of its pictures, now and once more later.
  expect(removals.filter(key => !key.endsWith('/'))).toEqual([storageKey]);
  expect(removals.filter(key => key.startsWith(`${storageKey}-pages/`))).toHaveLength(2);
  expect(await world.audits({ event: 'attachment.delete', resourceUid: files.id })).toHaveLength(1);
});

test("The fixed paths of a record request are never file names, and can't be deleted", async () => {
  const files = await makeRequest(world, company);
  await files.put('a.pdf');
  for (const path of ['/deliverables', '/documents']) {
    expect((await files.call('GET', path)).json).toHaveProperty('files');
    expect((await files.call('DELETE', path)).status).toBe(404);
  }
  expect(await files.names()).toEqual(['a.pdf']);
});
