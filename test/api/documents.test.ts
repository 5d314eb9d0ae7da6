/**
 * Documents of a record request: offered, uploaded to the object store, noticed in three ways, read, renamed,
 * deleted.
 */
import { defineRole } from '../../src/usecases/tenants/companies';
import { addMember } from '../../src/usecases/tenants/members';
import { filesMax } from '../../src/domain/record-requests/limits';
import { uploadWatchMs, withdrawUnusedOffers } from '../../src/usecases/files/document-uploads';
import { removeDueObjects } from '../../src/usecases/files/file-records';
import { noticeUploads, sweepUploads } from '../../src/usecases/uploads';
import type { Permission } from '../../src/domain/access/permissions';
import type { ObjectStore } from '../../src/files/object-store';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { makeRequest, storedPathOf, type TestRequest } from '../support/request-files';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const request = (): Promise<TestRequest> => makeRequest(world, company);

async function offer({ call }: TestRequest, name: string): Promise<string> {
  const { status, json } = await call('PUT', `/documents/${name}`);
  expect(status).toBe(200);
  return String(json['uploadUrl']);
}

async function upload(url: string, bytes: string): Promise<void> {
  expect((await fetch(url, { method: 'PUT', body: bytes })).status).toBe(200);
}

interface Entry {
  readonly fileName: string;
  readonly key: string;
  readonly size: number;
  readonly url: string;
  readonly lastModified: string;
  readonly uploadedBy?: { readonly kind: string; readonly name: string };
}

async function listed({ call }: TestRequest): Promise<Entry[]> {
  const { status, json } = await call('GET', '/documents');
  expect([status, Object.keys(json)]).toEqual([200, ['files']]);
  return json['files'] as Entry[];
}

async function keyOf(name: string): Promise<string> {
  const row = await world
    .db<{ storage_key: string }>('stored_file')
    .where('file_name', name)
    .first('storage_key');
  return row?.storage_key ?? '';
}

/** Returns what is on record, without triggering the check for uploads that a GET does. */
async function recorded({ id }: TestRequest): Promise<unknown[]> {
  return world
    .db('stored_file')
    .where({ record_request_uid: id, area: 'documents' })
    .orderBy('file_name')
    .select('file_name', 'size_bytes')
    .whereNotNull('etag');
}

async function keyWith(name: string, permissions: readonly Permission[]): Promise<string> {
  const email = `${name}@acme.example`;
  await world.change(change =>
    defineRole(change, { companyId: 'acme', name, permissions: [...permissions] }),
  );
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name, role: name, seesAllProjects: true }),
  );
  return world.keyFor('acme', email, 'sandbox');
}

describe('Document of a record request', () => {
  const name = 'Cover Lettér.pdf';

  test("is offered only as an upload, and isn't listed before the upload [FILE-10] [FILE-32] [DECISION-35]", async () => {
    const documents = await request();
    expect(await listed(documents)).toEqual([]);
    const { json } = await documents.call('PUT', `/documents/${name}`);
    expect(json).toEqual({
      uploadUrl: expect.stringMatching(/^http.*X-Amz-Signature=/) as string,
      uploadHeaders: {},
      expiresIn: 900,
      downloadUrl: null,
      extraction: null,
      verdicts: null,
      verdictCounts: null,
      embedToken: null,
      looseFiles: [],
    });
    // A file name can contain a patient's name, so the URL for the store has no file name.
    expect(String(json['uploadUrl'])).not.toMatch(/Cover|Lett/);
    expect(await listed(documents)).toEqual([]);
  });

  /** Creates a request with the document uploaded. */
  async function uploaded(): Promise<TestRequest> {
    const documents = await request();
    await upload(await offer(documents, name), 'Dear site');
    return documents;
  }

  test('is listed with its uploader once it is uploaded [FILE-30]', async () => {
    const documents = await uploaded();
    expect(await listed(documents)).toMatchObject([
      {
        fileName: name,
        size: 9,
        uploadedBy: { kind: 'user', name: 'Admin' },
        key: expect.stringMatching(`/record-requests/${documents.id}/documents/[0-9a-f-]{36}$`) as string,
      },
    ]);
    expect((await listed(documents))[0]).not.toHaveProperty('folder');
  });

  test('can be downloaded, and is returned with a download URL and no upload URL [FILE-10] [FILE-31]', async () => {
    const documents = await uploaded();
    const [entry] = await listed(documents);
    const single = await documents.call('GET', `/documents/${name}`);
    expect(single.json).toMatchObject({ uploadUrl: null, expiresIn: 3600, uploadedBy: { kind: 'user' } });
    for (const url of [single.json['downloadUrl'], entry?.url]) {
      const download = await fetch(String(url));
      expect(download.headers.get('content-disposition')).toBe(
        `attachment; filename="Cover Lett_r.pdf"; filename*=UTF-8''Cover%20Lett%C3%A9r.pdf`,
      );
      await expect(download.text()).resolves.toBe('Dear site');
    }
  });
});

test('A later upload replaces the document, with either URL and in other capitals [FILE-10]', async () => {
  const documents = await request();
  const first = await offer(documents, 'Letter.pdf');
  await upload(first, 'one');
  const [before] = await listed(documents);
  await upload(await offer(documents, 'LETTER.pdf'), 'two, longer');
  const after = await listed(documents);
  expect(after).toMatchObject([{ fileName: 'Letter.pdf', size: 11, key: before?.key }]);
  await expect((await fetch(after[0]?.url ?? '')).text()).resolves.toBe('two, longer');
  expect(await world.audits({ event: 'document.upload', resourceUid: documents.id })).toHaveLength(2);
});

test('Simultaneous offers of one new name create one document [FILE-10]', async () => {
  const documents = await request();
  const urls = await Promise.all(Array.from({ length: 6 }, () => offer(documents, 'Letter.pdf')));
  expect(new Set(urls.map(url => new URL(url).pathname)).size).toBe(1);
  await upload(urls[0] ?? '', 'one');
  expect(await listed(documents)).toMatchObject([{ fileName: 'Letter.pdf', size: 3 }]);
});

describe('Document upload', () => {
  test('is noticed once by any number of notifications from the object store [FILE-30]', async () => {
    const documents = await request();
    await upload(await offer(documents, 'by-notice.pdf'), 'bytes');
    const key = await keyOf('by-notice.pdf');
    expect(await recorded(documents)).toEqual([]);
    for (let count = 0; count < 3; count += 1) await noticeUploads(world.services, [key, key]);
    expect(await recorded(documents)).toEqual([{ file_name: 'by-notice.pdf', size_bytes: 5 }]);
    expect(await world.audits({ event: 'document.upload', resourceUid: documents.id })).toMatchObject([
      { actorName: 'upload notice', resourceKind: 'recordRequest' },
    ]);
  });

  test('is noticed by the sweep if the notification was lost, and again if the same bytes are uploaded again [FILE-30]', async () => {
    const documents = await request();
    const url = await offer(documents, 'by-sweep.pdf');
    await upload(url, 'bytes');
    const key = await keyOf('by-sweep.pdf');
    const before = key.slice(0, -1);
    await sweepUploads(world.services, before);
    expect(await recorded(documents)).toEqual([{ file_name: 'by-sweep.pdf', size_bytes: 5 }]);
    // Makes the store's copy look one minute newer than the record.
    const last = new Date(Date.parse((await listed(documents))[0]?.lastModified ?? '') - 60_000);
    await world.db('stored_file').where('storage_key', key).update({ last_modified_at: last });
    await sweepUploads(world.services, before);
    await sweepUploads(world.services, before);
    expect(await world.audits({ event: 'document.upload', resourceUid: documents.id })).toHaveLength(2);
  });

  test('is recorded with its latest bytes, even if an earlier check finishes last [FILE-30]', async () => {
    const documents = await request();
    const url = await offer(documents, 'twice.pdf');
    await upload(url, 'one');
    const key = await keyOf('twice.pdf');
    let isFirst = true;
    const files: ObjectStore = {
      ...world.services.files,
      head: async storageKey => {
        const facts = await world.services.files.head(storageKey);
        if (!isFirst) return facts;
        isFirst = false;
        await upload(url, 'two, longer');
        await noticeUploads(world.services, [key]);
        return facts;
      },
    };
    await noticeUploads({ ...world.services, files }, [key]);
    expect(await recorded(documents)).toEqual([{ file_name: 'twice.pdf', size_bytes: 11 }]);
  });

  test('is noticed by GET and HEAD of the document [FILE-31] [FILE-35]', async () => {
    const documents = await request();
    const url = await offer(documents, 'by-read.pdf');
    expect((await documents.call('GET', '/documents/by-read.pdf')).json).toMatchObject({
      downloadUrl: null,
      uploadUrl: null,
      expiresIn: 0,
    });
    const waiting = await documents.call('HEAD', '/documents/by-read.pdf');
    expect([waiting.status, waiting.headers.get('x-progress'), waiting.headers.get('x-etag')]).toEqual([
      200,
      '0',
      null,
    ]);
    await upload(url, 'bytes');
    const uploaded = await documents.call('HEAD', '/documents/by-read.pdf');
    expect(uploaded.headers.get('x-progress')).toBe('100');
    expect(uploaded.headers.get('x-etag')).toMatch(/^"[0-9a-f]+"$/);
    expect(uploaded.text).toBe('');
    expect((await documents.call('HEAD', '/documents/never.pdf')).status).toBe(404);
  });

  test("isn't noticed while the project is closed, and is once it is open again", async () => {
    const documents = await request();
    const url = await offer(documents, 'closed.pdf');
    await upload(url, 'bytes');
    const key = await keyOf('closed.pdf');
    const set = (status: string) => world.db('project').where('id', 'sandbox').update({ status });
    await set('Closed');
    await noticeUploads(world.services, [key]);
    expect(await recorded(documents)).toEqual([]);
    const refused = await documents.call('PUT', '/documents/x.pdf', undefined, company.productionKey);
    expect(refused.status).toBe(403);
    await set('Sandbox');
    await noticeUploads(world.services, [key]);
    expect(await recorded(documents)).toHaveLength(1);
  });
});

describe('Document upload URL', () => {
  test("requires UploadProviderPacket; a viewer never gets one and can't rename or delete [FILE-32] [KEY-15] [DECISION-58]", async () => {
    const documents = await request();
    await upload(await offer(documents, 'Letter.pdf'), 'bytes');
    const viewer = await keyWith('viewer', ['ViewRecordRequests']);
    const uploader = await keyWith('uploader', ['UploadProviderPacket']);
    const as = (key: string, method: string, path: string, body?: object): Promise<Answer> =>
      documents.call(method, path, body, key);
    const answers = [
      await as(viewer, 'GET', '/documents'),
      await as(viewer, 'GET', '/documents/Letter.pdf'),
      await as(viewer, 'PUT', '/documents/Letter.pdf'),
      await as(viewer, 'PUT', '/documents/New.pdf'),
      await as(viewer, 'PATCH', '/documents/Letter.pdf', { newFilename: 'b.pdf' }),
      await as(viewer, 'DELETE', '/documents/Letter.pdf'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403, 403]);
    expect(answers.filter(({ json }) => typeof json['uploadUrl'] === 'string')).toEqual([]);
    expect((await as(uploader, 'PUT', '/documents/New.pdf')).status).toBe(200);
  });

  test('gets 403 from the object store if it is altered in any part, and stores nothing [AUTH-23] [FILE-32]', async () => {
    const documents = await request();
    const url = await offer(documents, 'a.pdf');
    const other = await offer(documents, 'b.pdf');
    const leafOf = (text: string): string => new URL(text).pathname.split('/').at(-1) ?? '';
    const altered = [
      url.replace(leafOf(url), leafOf(other)),
      url.replace('/documents/', '/deliverables/'),
      url.replace(documents.id, '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60'),
      url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'),
      url.replace(/.$/, last => (last === '0' ? '1' : '0')),
      `${url}&x=y`,
    ];
    for (const changed of altered) {
      expect(changed).not.toBe(url);
      expect((await fetch(changed, { method: 'PUT', body: 'x' })).status).toBe(403);
    }
    for (const method of ['GET', 'DELETE']) expect((await fetch(url, { method })).status).toBe(403);
    expect(await listed(documents)).toEqual([]);
  });

  test.each([
    '.hidden.pdf',
    'a"b.pdf',
    'a;b.pdf',
    ' a.pdf',
    'a\tb.pdf',
    'x'.repeat(256),
    `${'é'.repeat(126)}.pdf`,
  ])('answers 400 for an invalid file name (%#)', async name => {
    const documents = await request();
    expect((await documents.call('PUT', `/documents/${name}`)).status).toBe(400);
  });

  test(`is refused beyond ${filesMax} documents per request [DECISION-61]`, async () => {
    const documents = await request();
    await offer(documents, 'first.pdf');
    await world.db.raw(
      `insert into stored_file (uid, company_uid, record_request_uid, area, storage_key, file_name,
        content_type, size_bytes, etag, last_modified_at, created_at)
       select gen_random_uuid(), company_uid, record_request_uid, area, storage_key || n, n || '.pdf',
         content_type, 0, '"0"', now(), now()
       from stored_file, generate_series(2, ?) n where record_request_uid = ?`,
      [filesMax, documents.id],
    );
    const refused = await documents.call('PUT', '/documents/more.pdf');
    expect([refused.status, refused.json['error']]).toEqual([400, expect.stringContaining('1000') as string]);
    expect((await documents.call('PUT', '/documents/first.pdf')).status).toBe(200);
  });
});

describe('PATCH …/documents/{filename}', () => {
  test.each([
    ['a PDF', 'Letter.pdf', '%PDF-1.7\n', 'application/pdf'],
    ['a file whose bytes tell nothing', 'rows.csv', 'a,b\n1,2\n', 'text/csv'],
  ])(
    'keeps the content type of %s that loses its extension, also in its download [FILE-41]',
    async (_, name, bytes, type) => {
      const documents = await request();
      await upload(await offer(documents, name), bytes);
      expect(await listed(documents)).toHaveLength(1);
      expect((await documents.call('PATCH', `/documents/${name}`, { newFilename: 'Renamed' })).status).toBe(
        200,
      );
      const { json } = await documents.call('GET', '/documents/Renamed');
      const [entry] = await listed(documents);
      for (const url of [json['downloadUrl'], entry?.url]) {
        const got = await fetch(String(url));
        expect(await got.text()).toBe(bytes);
        expect(got.headers.get('content-type')).toBe(type);
        expect(got.headers.get('content-disposition')).toContain('filename="Renamed"');
      }
    },
  );

  test("renames by name or by stored path, and keeps the object's key [FILE-33] [DECISION-35] [DECISION-57]", async () => {
    const documents = await request();
    const { storageKey: key } = await documents.put('a.pdf', { area: 'documents' });
    await documents.put('b.pdf', { area: 'documents' });
    const byName = await documents.call('PATCH', '/documents/a.pdf', { newFilename: 'B.pdf' });
    expect([byName.status, byName.json['fileName'], byName.json['key']]).toEqual([200, 'B (2).pdf', key]);
    const stored = key.slice(key.lastIndexOf('/') + 1);
    const byPath = await documents.call('PATCH', `/documents/${stored}`, { newFilename: 'c.pdf' });
    expect([byPath.status, byPath.json['fileName'], byPath.json['key']]).toEqual([200, 'c.pdf', key]);
    expect((await documents.call('GET', '/documents/a.pdf')).status).toBe(404);
    const bad = await documents.call('PATCH', '/documents/c.pdf', { newFilename: '..' });
    expect(bad.status).toBe(400);
    expect((await listed(documents)).map(({ fileName }) => fileName)).toEqual(['b.pdf', 'c.pdf']);
  });

  test("answers 404 to a document that hasn't been uploaded yet", async () => {
    const documents = await request();
    await offer(documents, 'a.pdf');
    expect((await documents.call('PATCH', '/documents/a.pdf', { newFilename: 'b.pdf' })).status).toBe(404);
  });
});

describe('DELETE …/documents/{filename}', () => {
  test('removes a document permanently, and also a later upload with a URL that is still valid [FILE-34]', async () => {
    const documents = await request();
    const url = await offer(documents, 'a.pdf');
    await upload(url, 'bytes');
    const [entry] = await listed(documents);
    expect((await documents.call('DELETE', '/documents/a.pdf')).status).toBe(204);
    expect(await listed(documents)).toEqual([]);
    await removeDueObjects(world.services);
    expect((await fetch(entry?.url ?? '')).status).toBe(404);

    await upload(url, 'late');
    await noticeUploads(world.services, [entry?.key ?? '']);
    await sweepUploads(world.services, entry?.key.slice(0, -1));
    expect(await listed(documents)).toEqual([]);
    const later = { now: () => new Date(Date.now() + uploadWatchMs) };
    await removeDueObjects({ ...world.services, clock: later });
    expect((await fetch(entry?.url ?? '')).status).toBe(404);
    expect(await world.db('object_removal')).toEqual([]);
  });

  test('withdraws an offer [FILE-34]', async () => {
    const documents = await request();
    await offer(documents, 'a.pdf');
    expect((await documents.call('DELETE', '/documents/a.pdf')).status).toBe(204);
    expect((await documents.call('HEAD', '/documents/a.pdf')).status).toBe(404);
  });
});

test('An offer unused for a day is withdrawn, unless its upload arrived without a notification [DECISION-61]', async () => {
  const documents = await request();
  await offer(documents, 'unused.pdf');
  await upload(await offer(documents, 'used.pdf'), 'bytes');
  const inADay = { now: () => new Date(Date.now() + uploadWatchMs + 1_000) };
  await withdrawUnusedOffers(world.services);
  expect((await documents.call('HEAD', '/documents/unused.pdf')).status).toBe(200);
  await withdrawUnusedOffers({ ...world.services, clock: inADay });
  expect((await documents.call('HEAD', '/documents/unused.pdf')).status).toBe(404);
  expect(await recorded(documents)).toEqual([{ file_name: 'used.pdf', size_bytes: 5 }]);
  expect(await world.audits({ event: 'document.withdrawOffer', resourceUid: documents.id })).toHaveLength(1);
});

test('A deliverable path never reaches a document [FILE-29]', async () => {
  const documents = await request();
  const file = await documents.put('a.pdf', { area: 'documents' });
  for (const method of ['GET', 'HEAD', 'DELETE'])
    expect((await documents.call(method, '/deliverables/a.pdf')).status).toBe(404);
  const path = `/deliverables/${storedPathOf(file)}`;
  expect((await documents.call('PATCH', path, { newFilename: 'b.pdf' })).status).toBe(404);
});
