import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startObjectEventsRelay } from '../../tools/stack/object-events-relay';
import { ensureBucket, startObjectStore } from '../../tools/stack/object-store';
import { findPrograms } from '../../tools/stack/programs';
import { freePort } from '../../tools/stack/ports';

/** An API that takes events; `answer` decides the status. */
function startReceiver(port: number, answer: () => number, onBody: (body: string) => void): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const status = answer();
      if (status < 300) onBody(body);
      response.writeHead(status, { connection: 'close' }).end();
    });
  });
  return new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve(server)));
}

const objectKeys = (body: string): string[] =>
  [...body.matchAll(/"key":"([^"]+)"/g)].map(match => match[1] ?? '');

test('an object that is put while the API is away is announced to it when it is back, in order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-relay-'));
  const apiPort = await freePort();
  const relay = await startObjectEventsRelay(`http://127.0.0.1:${apiPort}/internal/object-events?secret=s`);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
  const store = await startObjectStore({
    program: (await findPrograms(['versitygw'], { report: () => undefined }))('versitygw'),
    directory: folder,
    port: await freePort(),
    ...credentials,
    eventWebhookUrl: relay.url,
    report: () => {},
  });
  const client = new S3Client({
    endpoint: store.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
  });
  let receiver: Server | undefined;
  try {
    await ensureBucket(store.endpoint, credentials, 'announced');
    for (const key of ['first', 'second'])
      await client.send(new PutObjectCommand({ Bucket: 'announced', Key: key, Body: key }));
    const heard: string[] = [];
    let refusals = 1;
    await new Promise<void>(resolve => {
      const hear = (body: string): void => {
        heard.push(...objectKeys(body));
        if (heard.length === 2) resolve();
      };
      // Back, but not yet well: its first answer is 503.
      void startReceiver(apiPort, () => (refusals-- > 0 ? 503 : 204), hear).then(
        server => (receiver = server),
      );
    });
    expect(heard).toEqual(['first', 'second']);
  } finally {
    client.destroy();
    await store.stop();
    relay.stop();
    receiver?.close();
    await rm(folder, { recursive: true, force: true });
  }
});
