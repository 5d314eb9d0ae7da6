import { randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { contentDisposition } from '../../src/files/object-store';
import { createPresigner, type PresignTarget } from '../../src/files/presign';
import { sendToStore } from '../support/store-form';
import { openTestFiles } from '../support/files';

const example: PresignTarget = {
  endpoint: 'https://files.example.com',
  region: 'eu-central-1',
  bucket: 'records',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const at = new Date('2026-11-20T23:59:58.999Z');

const names = [
  'authorization.pdf',
  'Medical Record.pdf',
  "it's (1) really!*.pdf",
  'a+b&c=d?e#f%41;g,h@i:j$k.pdf',
  'Röntgen – Befund ①.pdf',
  '診療記録 🩻.zip',
  '"quoted" \\ back.pdf',
  '~tilde_under-dash.txt',
];

function sdkClient(target: PresignTarget): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = target;
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Returns a URL's parts, byte for byte, with sorted parameters: only the SDK also sorts the signature in. */
function partsOf(url: string): { readonly path: string; readonly parameters: readonly string[] } {
  const [path = '', query = ''] = url.split('?');
  return { path, parameters: query.split('&').toSorted() };
}

/** Returns the SDK's URL for the same permission, without the parameter that only names its command. */
async function sdkUrl(
  target: PresignTarget,
  command: GetObjectCommand | PutObjectCommand,
  expiresIn: number,
): Promise<string> {
  const client = sdkClient(target);
  // `x-id` names the command for the SDK's own metrics; it grants nothing.
  client.middlewareStack.add(
    next => args => {
      const request: unknown = args.request;
      if (typeof request === 'object' && request !== null && 'query' in request) {
        const { query } = request;
        if (typeof query === 'object' && query !== null) Reflect.deleteProperty(query, 'x-id');
      }
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
  try {
    return await getSignedUrl(client, command, { expiresIn, signingDate: at });
  } finally {
    client.destroy();
  }
}

describe('A presigned URL', () => {
  const targets: ReadonlyArray<[string, PresignTarget]> = [
    ['AWS-like', example],
    ['a port and plain HTTP', { ...example, endpoint: 'http://127.0.0.1:7070' }],
  ];
  const cases = targets.flatMap(([where, target]) => names.map(name => ({ where, target, name })));

  test.each(cases)(
    "for a download of $name from $where equals the SDK's, byte for byte",
    async ({ target, name }) => {
      const key = `companies/1/deliverables/${name}`;
      const disposition = contentDisposition(name);
      const ours = createPresigner(target)({
        method: 'GET',
        key,
        expiresInSeconds: 3600,
        at,
        query: { 'response-content-disposition': disposition },
      });
      const command = new GetObjectCommand({
        Bucket: target.bucket,
        Key: key,
        ResponseContentDisposition: disposition,
      });
      expect(partsOf(ours)).toEqual(partsOf(await sdkUrl(target, command, 3600)));
    },
  );

  test.each(cases)(
    "for an upload of $name to $where equals the SDK's, byte for byte",
    async ({ target, name }) => {
      const key = `companies/1/${name}`;
      const ours = createPresigner(target)({ method: 'PUT', key, expiresInSeconds: 900, at });
      const command = new PutObjectCommand({ Bucket: target.bucket, Key: key });
      expect(partsOf(ours)).toEqual(partsOf(await sdkUrl(target, command, 900)));
    },
  );

  test('is signed with the key of its own day', () => {
    const presign = createPresigner(example);
    const request = { method: 'GET', key: 'a', expiresInSeconds: 60 } as const;
    const today = presign({ ...request, at });
    const tomorrow = presign({ ...request, at: new Date(at.getTime() + 2_000) });
    expect(createPresigner(example)({ ...request, at: new Date(at.getTime() + 2_000) })).toBe(tomorrow);
    expect(presign({ ...request, at })).toBe(today);
  });
});

describe('The object store', () => {
  const files = openTestFiles();
  afterAll(() => files.close());

  test.each(names)(
    'returns what was uploaded as %s, under that name [AUTH-22] [FILE-2] [FILE-40]',
    async name => {
      const key = `tests/${randomUUID()}/${name}`;
      const bytes = Buffer.from(`bytes of ${key}`);
      const put = await fetch(files.presignUpload(key, new Date()).url, { method: 'PUT', body: bytes });
      expect(put.status).toBe(200);
      const got = await fetch(files.presignDownload(key, name, new Date()).url);
      expect(got.status).toBe(200);
      expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes);
      expect(got.headers.get('content-disposition')).toBe(contentDisposition(name));
      expect((await files.head(key))?.etag).toBe(got.headers.get('etag'));
      expect(await files.readStart(key, 5)).toEqual(new Uint8Array(Buffer.from('bytes')));
    },
  );

  test('downloads with the type that we detected, never with the one that was sent [FILE-41]', async () => {
    const key = `tests/${randomUUID()}`;
    const url = files.presignUpload(key, new Date()).url;
    await fetch(url, { method: 'PUT', body: '<script>', headers: { 'content-type': 'text/html' } });
    for (const [given, type] of [
      [undefined, 'application/octet-stream'],
      ['image/png', 'image/png'],
    ] as const) {
      const got = await fetch(files.presignDownload(key, 'a.png', new Date(), given).url);
      await got.arrayBuffer();
      expect(got.headers.get('content-type')).toBe(type);
      expect(got.headers.get('content-disposition')).toMatch(/^attachment;/);
    }
  });

  test('reads the start of an empty object as nothing', async () => {
    const key = `tests/${randomUUID()}`;
    await files.put(key, new Uint8Array(), 'text/plain');
    expect(await files.readStart(key, 10)).toHaveLength(0);
  });

  test.each<[string, (url: string) => string]>([
    ['another lifetime', url => url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000')],
    ['another key', url => url.replace('authorization.pdf', 'other.pdf')],
    ['an additional parameter', url => `${url}&x=1`],
    ['another signature', url => url.replace(/.$/, last => (last === '0' ? '1' : '0'))],
  ])('answers 403 to an upload URL with %s [AUTH-23] [ERROR-7]', async (_name, alter) => {
    const { url } = files.presignUpload(`tests/${randomUUID()}/authorization.pdf`, new Date());
    const response = await fetch(alter(url), { method: 'PUT', body: 'x' });
    expect(response.status).toBe(403);
  });

  test('refuses an upload with a download URL', async () => {
    const { url } = files.presignDownload(`tests/${randomUUID()}/a.pdf`, 'a.pdf', new Date());
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
  });

  test('refuses an expired URL [FILE-12]', async () => {
    const { url } = files.presignUpload(`tests/${randomUUID()}/a.pdf`, new Date(Date.now() - 901_000));
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
  });

  test('has no facts about a missing object', async () => {
    await expect(files.head(`tests/${randomUUID()}`)).resolves.toBeUndefined();
  });

  test('reads nothing larger than allowed', async () => {
    const key = `tests/${randomUUID()}`;
    await files.put(key, Buffer.alloc(11), 'application/pdf');
    await expect(files.get(key, 10)).rejects.toThrow(RangeError);
    await expect(files.get(key, 11)).resolves.toHaveLength(11);
  });
});

describe('A presigned form [DESK-33]', () => {
  const files = openTestFiles();
  afterAll(() => files.close());
  const limits = { contentType: 'application/pdf', bytesMax: 5, returnTo: 'https://recordwell.example/back' };
  const formFor = (key: string, at = new Date()) => files.presignForm(key, limits, at);
  const fieldsOf = (
    fields: Readonly<Record<string, string>>,
    changed: Readonly<Record<string, string>> = {},
  ) => Object.entries({ ...fields, ...changed });

  test('stores its object with its type, and redirects back', async () => {
    const key = `tests/${randomUUID()}`;
    const { url, fields } = formFor(key);
    const { status, location } = await sendToStore({ url, fields: fieldsOf(fields) }, 'bytes');
    expect([status, location.split('?')[0]]).toEqual([303, limits.returnTo]);
    expect(Buffer.from(await files.get(key, 5)).toString()).toBe('bytes');
    const shown = await fetch(files.presignDownload(key, 'a.pdf', new Date(), 'application/pdf').url);
    expect([shown.headers.get('content-type'), await shown.text()]).toEqual(['application/pdf', 'bytes']);
  });

  test('keeps for whom it was made with its object, and stores nothing for someone else [CONSOLE-125]', async () => {
    const [key, other] = [`tests/${randomUUID()}`, `tests/${randomUUID()}`];
    const [pia, quinn] = [randomUUID(), randomUUID()];
    const form = files.presignForm(key, { ...limits, uploaderUid: pia }, new Date());
    await sendToStore({ url: form.url, fields: fieldsOf(form.fields) }, 'bytes');
    expect(await files.head(key)).toMatchObject({ uploaderUid: pia });
    const forged = files.presignForm(other, { ...limits, uploaderUid: pia }, new Date());
    const fields = fieldsOf(forged.fields, { 'x-amz-meta-uploader': quinn });
    expect((await sendToStore({ url: forged.url, fields }, 'bytes')).status).toBe(403);
    expect(await files.head(other)).toBeUndefined();
    await fetch(files.presignUpload(other, new Date()).url, { method: 'PUT', body: 'x' });
    expect(await files.head(other)).not.toHaveProperty('uploaderUid');
  });

  test.each([
    ['more bytes', {}, 'too many', 0],
    ['no bytes', {}, '', 0],
    ['another key', { key: 'tests/another' }, 'bytes', 0],
    ['another type', { 'Content-Type': 'text/html' }, 'bytes', 0],
    ['another redirect', { success_action_redirect: 'https://elsewhere.example' }, 'bytes', 0],
    ['another policy', { Policy: 'e30=' }, 'bytes', 0],
    ['an expired policy', {}, 'bytes', 3_601_000],
  ])('stores nothing with %s', async (_, changed, content, laterMs) => {
    const key = `tests/${randomUUID()}`;
    const { url, fields } = formFor(key, new Date(Date.now() - laterMs));
    const { status } = await sendToStore({ url, fields: fieldsOf(fields, changed) }, content);
    expect([status >= 400 && status < 500, await files.head(key)]).toEqual([true, undefined]);
  });
});
