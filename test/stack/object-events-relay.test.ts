import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startObjectEventsRelay, type ObjectEventsRelay } from '../../stack/run/object-events-relay';
import { ensureBucket, startObjectStore } from '../../stack/run/object-store';
import { findPrograms } from '../../stack/run/programs';
import { freePort } from '../../stack/run/ports';

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

/**
 * Starts the receiver late, and resolves to what it heard when that is `count` keys. Its first answer is 503.
 */
function hearKeys(port: number, count: number): { readonly heard: Promise<string[]>; stop(): void } {
  let receiver: Server | undefined;
  let refusals = 1;
  const keys: string[] = [];
  const heard = new Promise<string[]>(resolve => {
    const hear = (body: string): void => {
      keys.push(...objectKeys(body));
      if (keys.length === count) resolve(keys);
    };
    void startReceiver(port, () => (refusals-- > 0 ? 503 : 204), hear).then(server => (receiver = server));
  });
  return { heard, stop: () => receiver?.close() };
}

const startRelay = async (): Promise<{ readonly apiPort: number; readonly relay: ObjectEventsRelay }> => {
  const apiPort = await freePort();
  const relay = await startObjectEventsRelay(`http://127.0.0.1:${apiPort}/internal/object-events?secret=s`);
  return { apiPort, relay };
};

// The store posts each event by itself, and two of them overtake each other; nothing of ours asks for their
// order.
test('each object that is put while the API is away is announced to it when it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-relay-'));
  const { apiPort, relay } = await startRelay();
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
  let api: ReturnType<typeof hearKeys> | undefined;
  try {
    await ensureBucket(store.endpoint, credentials, 'announced');
    for (const key of ['first', 'second'])
      await client.send(new PutObjectCommand({ Bucket: 'announced', Key: key, Body: key }));
    api = hearKeys(apiPort, 2);
    expect((await api.heard).sort()).toEqual(['first', 'second']);
  } finally {
    client.destroy();
    await store.stop();
    relay.stop();
    api?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('events that were taken while the API is away are passed on in the order of their arrival', async () => {
  const { apiPort, relay } = await startRelay();
  const keys = Array.from({ length: 20 }, (_, index) => `object-${index}`);
  let api: ReturnType<typeof hearKeys> | undefined;
  try {
    for (const key of keys) {
      const answer = await fetch(relay.url, { method: 'POST', body: `{"key":"${key}"}` });
      expect(answer.status).toBe(200);
    }
    api = hearKeys(apiPort, keys.length);
    expect(await api.heard).toEqual(keys);
  } finally {
    relay.stop();
    api?.stop();
  }
});
