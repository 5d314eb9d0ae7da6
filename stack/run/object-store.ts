/** An S3 server (versitygw) that keeps its objects as files. */
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hooksOf, plainEnvironment, startChild, type Child, type ChildHooks } from './child';
import type { Report } from './download';
import { answersOk, waitUntilReady } from './readiness';
import { StackError } from './stack-error';

const readyTimeoutMs = 20_000;
const stopGraceMs = 10_000;
const healthPath = '/healthz';

/** What a server is started with. */
export interface ObjectStoreOptions extends ChildHooks {
  /** The path of `versitygw`. */
  readonly program: string;
  /** Holds `objects/` and, on a file system without extended attributes, `metadata/`. */
  readonly directory: string;
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /**
   * Where object events are posted; it must answer from the start, since the server begins with a test event.
   */
  readonly eventWebhookUrl?: string;
  /** Hears what is unusual about the place. */
  readonly report: Report;
}

/** A running server, in the region `us-east-1`. */
export interface ObjectStore {
  readonly child: Child;
  readonly endpoint: string;
  stop(): Promise<void>;
}

function arguments_(options: ObjectStoreOptions, sidecar: string | undefined): string[] {
  const webhook =
    options.eventWebhookUrl === undefined ? [] : ['--event-webhook-url', options.eventWebhookUrl];
  const metadata = sidecar === undefined ? [] : ['--sidecar', sidecar];
  return ['--quiet', '--port', `127.0.0.1:${options.port}`, '--health', healthPath].concat(
    webhook,
    ['posix', '--dir-perms', '0700', '--file-perms', '0600'],
    metadata,
    join(options.directory, 'objects'),
  );
}

async function startOnce(options: ObjectStoreOptions, sidecar: string | undefined): Promise<ObjectStore> {
  const child = await startChild({
    name: 'versitygw',
    command: options.program,
    args: arguments_(options, sidecar),
    // Not as arguments: those are there for every user to read.
    env: {
      ...plainEnvironment(),
      ROOT_ACCESS_KEY_ID: options.accessKeyId,
      ROOT_SECRET_ACCESS_KEY: options.secretAccessKey,
    },
    ...hooksOf(options),
  });
  const endpoint = `http://127.0.0.1:${options.port}`;
  try {
    await waitUntilReady(child, () => answersOk(`${endpoint}${healthPath}`), readyTimeoutMs);
  } catch (error) {
    await child.stop('SIGKILL', 1_000);
    throw error;
  }
  return { child, endpoint, stop: () => child.stop('SIGTERM', stopGraceMs) };
}

/**
 * Starts a server on 127.0.0.1 and waits until it answers. It keeps what S3 knows of an object in extended
 * attributes; where the file system has none, in files beside.
 * @throws StackError with the server's last lines when it does not come up
 */
export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const sidecar = join(options.directory, 'metadata');
  await mkdir(join(options.directory, 'objects'), { recursive: true, mode: 0o700 });
  const hasSidecar = await stat(sidecar).then(
    () => true,
    () => false,
  );
  if (hasSidecar) return startOnce(options, sidecar);
  try {
    return await startOnce(options, undefined);
  } catch (error) {
    if (!(error instanceof StackError) || !/xattr/i.test(error.message)) throw error;
    options.report('no extended attributes on this file system, keeping metadata in files');
    await mkdir(sidecar, { mode: 0o700 });
    return startOnce(options, sidecar);
  }
}

/** Makes the bucket, or finds it made. */
export async function ensureBucket(
  endpoint: string,
  credentials: { readonly accessKeyId: string; readonly secretAccessKey: string },
  bucket: string,
): Promise<void> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name !== 'BucketAlreadyOwnedByYou' && name !== 'BucketAlreadyExists') throw error;
  } finally {
    client.destroy();
  }
}
