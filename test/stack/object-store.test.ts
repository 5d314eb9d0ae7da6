/** What the product relies on, tested on the object store that the stack starts. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { CreateMultipartUploadCommand, ListPartsCommand, S3Client } from '@aws-sdk/client-s3';
import { openObjectStore, type ObjectStore as Files } from '../../src/files/object-store';
import { createPresigner } from '../../src/files/presign';
import { ensureBucket, startObjectStore, type ObjectStore } from '../../stack/run/object-store';
import { findPrograms } from '../../stack/run/programs';
import { freePort } from '../../stack/run/ports';
import { cutUpload, type CutEnd, type CutLength } from '../support/cut-upload';

const bucket = 'relied-on';
const credentials = { accessKeyId: 'test', secretAccessKey: randomBytes(12).toString('hex') };
let directory: string;
let store: ObjectStore;
let files: Files;

async function start(): Promise<void> {
  store = await startObjectStore({
    program: (await findPrograms(['seaweedfs'], { report: () => undefined }))('seaweedfs'),
    directory,
    port: await freePort(),
    ...credentials,
  });
  await ensureBucket(store.endpoint, credentials, bucket);
  const region = 'us-east-1';
  files = openObjectStore({ ...credentials, ...store, publicEndpoint: undefined, region, bucket });
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recordwell-store-'));
  await start();
}, 60_000);
afterAll(async () => {
  files.close();
  await store.stop();
  await rm(directory, { recursive: true, force: true });
});

const now = (): Date => new Date();
const text = async (key: string): Promise<string> => Buffer.from(await files.get(key, 1_000)).toString();

/** Larger than one chunk of the store. */
const body = randomBytes(5_000_000);
const cuts: readonly (number | 'headers')[] = ['headers', 0, 1, 2_500_000, body.length - 1];
const ways = (['content-length', 'chunked'] as const).flatMap(length =>
  (['fin', 'reset'] as const).map((end): [CutLength, CutEnd] => [length, end]),
);

describe('An interrupted upload', () => {
  test.each(ways)(
    'stores nothing and keeps the earlier object, wherever it is cut (%s, %s)',
    async (length, end) => {
      for (const sentBytes of cuts) {
        const [fresh, replaced] = [`cut/${randomUUID()}`, `cut/${randomUUID()}`];
        await files.put(replaced, Buffer.from('earlier'), 'text/plain');
        for (const key of [fresh, replaced])
          await cutUpload({ url: files.presignUpload(key, now()).url, body, sentBytes, length, end });
        // After a whole upload, the store has processed the interrupted ones.
        await files.put(`cut/${randomUUID()}`, body, 'text/plain');
        expect({ sentBytes, stored: await files.head(fresh) }).toEqual({ sentBytes, stored: undefined });
        expect({ sentBytes, stored: await text(replaced) }).toEqual({ sentBytes, stored: 'earlier' });
      }
    },
    60_000,
  );

  test('stores nothing from a browser form', async () => {
    const key = `cut/${randomUUID()}`;
    const limits = { contentType: 'application/pdf', bytesMax: 1_000, returnTo: 'http://127.0.0.1/done' };
    const { url, fields } = files.presignForm(key, limits, now());
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['%PDF-1.7 whole'], { type: 'application/pdf' }), 'file.pdf');
    const request = new Request(url, { method: 'POST', body: form });
    const whole = Buffer.from(await request.clone().arrayBuffer());
    const headers = [`Content-Type: ${request.headers.get('content-type') ?? ''}`];
    for (const sentBytes of [0, whole.indexOf('%PDF') + 4, whole.length - 3])
      await cutUpload({
        ...{ url, headers, sentBytes, body: whole },
        ...{ method: 'POST', length: 'content-length', end: 'fin' },
      });
    await files.put(`cut/${randomUUID()}`, body, 'text/plain');
    expect(await files.head(key)).toBeUndefined();
    const answer = await fetch(request, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(await text(key)).toBe('%PDF-1.7 whole');
  });

  test('stores no part of a multipart upload', async () => {
    const key = `cut/${randomUUID()}`;
    const client = new S3Client({ ...store, region: 'us-east-1', forcePathStyle: true, credentials });
    try {
      const place = { Bucket: bucket, Key: key };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
      const presign = createPresigner({ ...credentials, ...store, region: 'us-east-1', bucket });
      const query = { partNumber: '1', uploadId: UploadId ?? '' };
      const url = presign({ method: 'PUT', key, expiresInSeconds: 60, at: now(), query });
      for (const sentBytes of [0, 1, body.length - 1])
        await cutUpload({ url, body, sentBytes, length: 'content-length', end: 'fin' });
      const { Parts = [] } = await client.send(new ListPartsCommand({ ...place, UploadId }));
      expect(Parts).toEqual([]);
    } finally {
      client.destroy();
    }
  });
});

test('A whole upload is stored as sent, and an empty one as empty', async () => {
  const key = `whole/${randomUUID()}`;
  const { url } = files.presignUpload(key, now());
  for (const sent of [body, Buffer.alloc(0)]) {
    expect((await fetch(url, { method: 'PUT', body: sent })).status).toBe(200);
    const etag = `"${createHash('md5').update(sent).digest('hex')}"`;
    expect(await files.head(key)).toMatchObject({ etag, sizeBytes: sent.length });
  }
  await files.put(key, body, 'application/pdf');
  expect((await buffer(await files.read(key, 4_999_990))).equals(body.subarray(4_999_990))).toBe(true);
  expect((await buffer(await files.read(key, body.length))).length).toBe(0);
});

test('An upload with a wrong MD5 is refused', async () => {
  const key = `whole/${randomUUID()}`;
  const { url } = files.presignUpload(key, now());
  const headers = { 'content-md5': createHash('md5').update('said').digest('base64') };
  expect((await fetch(url, { method: 'PUT', headers, body: 'sent' })).status).toBe(400);
  expect(await files.head(key)).toBeUndefined();
  expect((await fetch(url, { method: 'PUT', headers, body: 'said' })).status).toBe(200);
});

test('A conditional removal keeps other bytes', async () => {
  const key = `whole/${randomUUID()}`;
  const { etag } = await files.put(key, Buffer.from('first'), 'text/plain');
  await files.put(key, Buffer.from('second'), 'text/plain');
  await files.remove(key, etag);
  expect(await text(key)).toBe('second');
});

test('Paging lists every object once', async () => {
  const folder = randomUUID();
  const names = ['a/b/c', 'a/d', 'a-1/b', 'a.1', 'a0/b', 'b'].map(name => `listed/${folder}/${name}`);
  for (const key of names) await files.put(key, Buffer.from('x'), 'text/plain');
  const listed: string[] = [];
  let page = await files.listAfter(undefined);
  for (; page.length > 0; page = await files.listAfter(page.at(-1)?.key))
    listed.push(...page.map(({ key }) => key));
  expect(listed.filter(key => key.includes(folder)).toSorted()).toEqual(names.toSorted());
});

test('A request without a signature, or with an altered one, is refused', async () => {
  const key = `whole/${randomUUID()}`;
  await files.put(key, Buffer.from('x'), 'text/plain');
  const address = `${store.endpoint}/${bucket}/${key}`;
  const { url } = files.presignDownload(key, 'chart.pdf', now());
  const altered = [url.replace('chart', 'other'), url.replace(key, `${key}x`), url.replace(/.$/, 'g')];
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await fetch(address, { method, ...(method === 'PUT' ? { body: 'y' } : {}) })).status).toBe(403);
  for (const other of altered) expect((await fetch(other)).status).toBe(403);
  const answer = await fetch(url);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="chart\.pdf"/);
  expect(await answer.text()).toBe('x');
});

/** Returns the ports of the internal servers from the program's arguments. */
function internalPorts(): Map<string, number> {
  const args = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(store.child.identity.pid)]).toString();
  const found = [...args.matchAll(/-(\w+\.port(?:\.grpc)?)=(\d+)/g)];
  return new Map(found.flatMap(([, name, port]) => (name === undefined ? [] : [[name, Number(port)]])));
}

async function statusOf(port: number, path: string, method: string): Promise<number> {
  const sent = method === 'POST' || method === 'PUT' ? { body: 'x' } : {};
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
  await answer.body?.cancel();
  return answer.status;
}

describe('A user of the machine without the keys', () => {
  test("can't get an object through the internal servers", async () => {
    const key = `whole/${randomUUID()}`;
    await files.put(key, Buffer.from('x'), 'text/plain');
    const ports = internalPorts();
    const asked = [
      ...['/', `/buckets/${bucket}/${key}`, '/etc/iam/'].map(path => ['filer.port', path] as const),
      ...['/dir/assign', '/dir/lookup?volumeId=1', '/submit', '/vol/grow'].map(
        path => ['master.port', path] as const,
      ),
      ['master.port', `/col/delete?collection=${bucket}`] as const,
      ...['/1,01637037d6', '/stats/disk'].map(path => ['volume.port', path] as const),
      ...[`/${bucket}/${key}`, `/${bucket}`].map(path => ['s3.port', path] as const),
    ];
    const refusals = new Set([400, 401, 403, 404, 405]);
    for (const [name, path] of asked)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const status = await statusOf(ports.get(name) ?? 0, path, method);
        expect({ name, path, method, status: refusals.has(status) ? 'refused' : status }).toEqual({
          ...{ name, path, method },
          status: 'refused',
        });
      }
    expect(await text(key)).toBe('x');
  });

  test.each(['master', 'volume', 'filer', 's3'])("can't use gRPC of the internal server: %s", async part => {
    const port = internalPorts().get(`${part}.port.grpc`) ?? 0;
    const plain = await new Promise<string>(resolve => {
      const session = connectHttp2(`http://127.0.0.1:${port}`);
      session.on('error', () => undefined).on('close', () => resolve('closed'));
      session.on('remoteSettings', () => {
        resolve('open');
        session.destroy();
      });
    });
    const withoutCertificate = await new Promise<string>(resolve => {
      const target = { host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['h2'] };
      const socket = connectTls(target);
      socket.on('error', () => undefined).on('close', () => resolve('closed'));
      socket.on('data', () => {
        resolve('open');
        socket.destroy();
      });
    });
    expect({ plain, withoutCertificate }).toEqual({ plain: 'closed', withoutCertificate: 'closed' });
  });

  test("can't read the store's folder", async () => {
    expect((await stat(directory)).mode & 0o077).toBe(0);
    expect((await stat(join(directory, 'inner.key'))).mode & 0o077).toBe(0);
  });
});

test('Stored objects survive a kill and a start on other ports', async () => {
  const keys = Array.from({ length: 50 }, (_, index) => `kept/${index}`);
  await Promise.all(keys.map(key => files.put(key, Buffer.from(key), 'text/plain')));
  await files.remove('kept/0');
  await store.child.stop('SIGKILL', 1_000);
  files.close();
  await start();
  expect(await files.head('kept/0')).toBeUndefined();
  expect(await Promise.all(keys.slice(1).map(text))).toEqual(keys.slice(1));
  await files.put('kept/0', Buffer.from('new'), 'text/plain');
  expect(await Promise.all(keys.map(text))).toEqual(['new', ...keys.slice(1)]);
}, 60_000);
