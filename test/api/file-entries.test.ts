/** The files of a record request as callers see them, for any uploader and folder. */
import { recordRequestFileKey } from '../../src/files/key-layout';
import { uuidv7 } from '../../src/platform/ids';
import { insertFile, type StoredFile } from '../../src/store/files/stored-files';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, patientsPath, putPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
let requestsPath: string;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await putPatient(world, company, 'sandbox', 'jane', jane);
  requestsPath = `${patientsPath(company, 'sandbox', 'jane')}/record-requests`;
});
afterAll(() => world.close());

const call = (method: string, path: string, body?: object): Promise<Answer> =>
  world.call(method, path, { key: company.sandboxKey, ...(body === undefined ? {} : { body }) });

/** Creates a record request. @returns its id */
async function request(): Promise<string> {
  const site = { siteName: 'Harbor', siteAddressLine1: '1 Main St', siteCity: 'Salem', siteState: 'MA' };
  const { json } = await call('POST', requestsPath, { ...site, siteZip: '01970', billing: true });
  const [first] = json['requests'] as Array<{ request: { id: string } }>;
  return first?.request.id ?? '';
}

const writtenAt = new Date('2026-11-20T12:00:05.000Z');
const facility = { kind: 'facility', id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61', name: 'Harbor' } as const;

/** Records a file of a record request, and puts its bytes in the object store. */
async function put(
  recordRequestUid: string,
  path: string,
  differs: Partial<StoredFile> = {},
): Promise<StoredFile> {
  const place = { companyUid: company.uid, recordRequestUid, area: 'deliverables' } as const;
  const storageKey = recordRequestFileKey(place, path);
  const { sizeBytes, etag } = await world.services.files.put(
    storageKey,
    Buffer.from(`bytes of ${path}`),
    'application/pdf',
  );
  const file: StoredFile = {
    ...place,
    uid: uuidv7(writtenAt),
    storageKey,
    fileName: path.split('/').at(-1) ?? '',
    folder: null,
    returnNumber: 1,
    contentType: 'application/pdf',
    sizeBytes,
    pages: null,
    etag,
    uploadedBy: null,
    offeredTo: null,
    offeredAt: null,
    lastModifiedAt: writtenAt,
    createdAt: writtenAt,
    ...differs,
  };
  await world.db.transaction(tx => insertFile(tx, file));
  return file;
}

const listed = async (id: string): Promise<unknown[]> => {
  const { status, json } = await call('GET', `${requestsPath}/${id}/deliverables`);
  expect({ status, names: Object.keys(json) }).toEqual({ status: 200, names: ['files'] });
  return json['files'] as unknown[];
};

test('A request without returned files has an empty list of files, and no looseFiles [FILE-19]', async () => {
  expect(await listed(await request())).toEqual([]);
});

test('The files of all folders are one list by name, with the folder if there is one [FILE-8] [FILE-19] [FILE-20]', async () => {
  const id = await request();
  await put(id, 'c.pdf');
  await put(id, 'Chart Documents/b.pdf', { folder: 'Chart Documents' });
  await put(id, 'Latest return/a.pdf', { folder: 'Latest return' });
  await put(id, 'd.pdf');
  const files = (await listed(id)) as Array<Record<string, unknown>>;
  expect(
    files.map(file => [file['fileName'], Object.hasOwn(file, 'folder') ? file['folder'] : 'none']),
  ).toEqual([
    ['a.pdf', 'Latest return'],
    ['b.pdf', 'Chart Documents'],
    ['c.pdf', 'none'],
    ['d.pdf', 'none'],
  ]);

  // A folder is only for display. A file is found by its name alone, without the folder.
  const path = `${requestsPath}/${id}/deliverables`;
  const single = await call('GET', `${path}/a.pdf`);
  expect(single.status).toBe(200);
  expect(single.json).not.toHaveProperty('folder');
  expect((await call('GET', `${path}/${encodeURIComponent('Latest return/a.pdf')}`)).status).toBe(400);
});

describe('Listed file', () => {
  let id: string;
  let known: StoredFile;
  let unknown: StoredFile;
  let files: Array<Record<string, unknown>>;
  beforeAll(async () => {
    id = await request();
    known = await put(id, 'known.pdf', { uploadedBy: facility });
    unknown = await put(id, 'unknown.pdf');
    files = (await listed(id)) as typeof files;
  });

  /** Returns one field of both files. */
  const field = (name: string): unknown[] => files.map(file => file[name]);

  test('has exactly the documented fields', () => {
    const always = ['url', 'fileName', 'key', 'size', 'pages', 'lastModified'].toSorted();
    expect(files.map(file => Object.keys(file).toSorted())).toEqual([
      [...always, 'uploadedBy'].toSorted(),
      always,
    ]);
    expect(field('fileName')).toEqual(['known.pdf', 'unknown.pdf']);
    const url = expect.stringMatching(/^http.*X-Amz-Signature=/) as string;
    expect(field('url')).toEqual([url, url]);
  });

  test('has its storage key [FILE-5]', () => {
    expect(field('key')).toEqual([
      `companies/${company.uid}/record-requests/${id}/deliverables/known.pdf`,
      unknown.storageKey,
    ]);
  });

  test('has its size in bytes [FILE-6]', () => {
    expect(field('size')).toEqual([known.sizeBytes, unknown.sizeBytes]);
    expect(known.sizeBytes).toBe(Buffer.byteLength('bytes of known.pdf'));
  });

  test('has the time of its last change [FILE-7]', () => {
    expect(field('lastModified')).toEqual(['2026-11-20T12:00:05.000Z', '2026-11-20T12:00:05.000Z']);
  });

  test('has its uploader if that is known [FILE-9] [DECISION-33]', async () => {
    expect(field('uploadedBy')).toEqual([facility, undefined]);
    const { json } = await call('GET', `${requestsPath}/${id}/deliverables/known.pdf`);
    expect(json['uploadedBy']).toEqual(facility);
  });
});

describe('File by its listed name', () => {
  let path: string;
  let etag: string | null;
  beforeAll(async () => {
    const id = await request();
    ({ etag } = await put(id, 'Medical Record (2).pdf'));
    path = `${requestsPath}/${id}/deliverables/${encodeURIComponent('Medical Record (2).pdf')}`;
  });

  test('is returned with a download URL, no upload URL, and no loose files [FILE-10] [FILE-11] [FILE-18]', async () => {
    const { json } = await call('GET', path);
    expect(json).toEqual({
      uploadUrl: null,
      uploadHeaders: {},
      expiresIn: 3600,
      downloadUrl: expect.stringMatching(/^http/) as string,
      extraction: null,
      verdicts: null,
      verdictCounts: null,
      embedToken: null,
      looseFiles: [],
    });
  });

  test('can be downloaded [FILE-23]', async () => {
    const { json } = await call('GET', path);
    const download = await fetch(String(json['downloadUrl']));
    await expect(download.text()).resolves.toBe('bytes of Medical Record (2).pdf');
  });

  test('has its progress and ETag in the answer to HEAD, without a body [FILE-25]', async () => {
    const head = await call('HEAD', path);
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers.get('x-progress')).toBe('100');
    expect(head.headers.get('x-etag')).toBe(etag);
  });
});

test('A second file of the same name on the same request is rejected [FILE-3]', async () => {
  const id = await request();
  await put(id, 'a.pdf');
  await expect(put(id, 'Chart Documents/a.pdf')).rejects.toThrow('stored_file_name_key');
  expect(await listed(id)).toHaveLength(1);
  await put(await request(), 'a.pdf');
});
