/** A start of this release on a state folder of a release that ran versitygw. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { runTool } from '../../stack/demo/run-tool';
import { readStackFile } from '../../stack/demo/stack-file';
import { stateFolderAt } from '../../stack/run/state-folder';
import { until } from '../support/until';

let state: string;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'recordwell-earlier-'));
});
afterAll(async () => {
  await runTool('stack/run/main.ts', ['stop', '--state', state]);
  await rm(state, { recursive: true, force: true });
}, 60_000);

const start = (): Promise<string> =>
  runTool('stack/run/main.ts', ['start', '--state', state, '--ports', 'auto', '--detach']);

/** Calls the API for the test's patient with the stack's sandbox key. */
async function call(method: string, path = '', body?: object): Promise<Record<string, unknown>> {
  const { api, sandboxKey } = readStackFile(state);
  const answer = await fetch(`${api}/v0/companies/demo/projects/demo-sandbox/patients/earlier${path}`, {
    method,
    headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

const status = async (): Promise<unknown> => (await call('GET'))['authorizationStatus'];

/** Writes every object of the running stack as versitygw stored it, plus a part of an upload. */
async function writeAsPlainFiles(): Promise<void> {
  const folder = stateFolderAt(state);
  const secrets = JSON.parse(await readFile(folder.secretsFile, 'utf8')) as Record<string, string>;
  const client = new S3Client({
    ...{ endpoint: readStackFile(state).s3, region: 'us-east-1', forcePathStyle: true },
    credentials: {
      accessKeyId: secrets['s3AccessKeyId'] ?? '',
      secretAccessKey: secrets['s3SecretAccessKey'] ?? '',
    },
  });
  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    const path = join(folder.earlierObjects, 'recordwell', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  };
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'recordwell' }));
  expect(Contents.length).toBeGreaterThan(0);
  for (const { Key = '' } of Contents) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'recordwell', Key }));
    await put(Key, (await Body?.transformToByteArray()) ?? new Uint8Array());
  }
  await put('.sgwtmp/multipart/part', Buffer.from('part'));
  client.destroy();
}

test("A start on an earlier release's folder moves its objects, and sends no patient back for review", async () => {
  await start();
  const person = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
  const { authorization } = await call('PUT', '', person);
  const { uploadUrl } = authorization as { uploadUrl: string };
  const document = '%PDF-1.7 signed';
  expect((await fetch(uploadUrl, { method: 'PUT', body: document })).status).toBe(200);
  await until('the upload to be noticed', status, shown => shown === 'NeedsApproval');
  await call('PATCH', '', { authorizationStatus: 'Approved' });
  await writeAsPlainFiles();
  const folder = stateFolderAt(state);
  await runTool('stack/run/main.ts', ['stop', '--state', state]);
  await rm(folder.objectStore, { recursive: true });

  const printed = await start();
  expect(printed).toMatch(/seaweedfs \| moving \d+ objects from an earlier release that used versitygw/);
  expect(printed).toContain('moved the objects of the earlier release');
  expect(existsSync(join(folder.path, 's3'))).toBe(false);
  const { downloadUrl } = await call('GET', '/authorization');
  const downloaded = await fetch(String(downloadUrl));
  expect([downloaded.headers.get('content-type'), await downloaded.text()]).toEqual([
    'application/pdf',
    document,
  ]);
  expect(await status()).toBe('Approved');
}, 240_000);
