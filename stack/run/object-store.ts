/**
 * An S3 server: SeaweedFS in one process behind a proxy. Its internal servers listen on free ports of
 * 127.0.0.1 and only accept each other: gRPC requires a certificate of this start, the volume server requires
 * tokens of this start, and the HTTP servers of master and filer are off.
 */
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hooksOf, plainEnvironment, startChild, type Child, type ChildHooks } from './child';
import { createInnerCertificate } from './inner-certificate';
import { startObjectStoreFront } from './object-store-front';
import { freePort, onFreePorts } from './ports';
import { answersOk, waitUntilReady } from './readiness';

const readyTimeoutMs = 60_000;
/**
 * Its volumes close within milliseconds. Then it waits 15 s for its own streams, which never end. Whatever it
 * does after that, the next start does too.
 */
const stopGraceMs = 1_500;
/** The size of a volume file. It isn't allocated in advance. */
const volumeMb = 1_024;
const volumesMax = 10_000;
/**
 * The soft memory limit of Go's runtime. Idle, the server uses about 150 MB. Near the limit it spends its
 * time freeing memory: with 256, a PUT took twice the processor time.
 */
const memoryMib = 1_024;
const innerParts = ['master', 'volume', 'filer', 's3'] as const;
const grpcParts = [...innerParts, 'client'] as const;

/** Where the store posts events about written objects. */
export interface ObjectEventsTarget {
  readonly url: string;
  /** The bearer token. */
  readonly secret: string;
  /** The bucket to report. */
  readonly bucket: string;
}

/** The settings of a server. */
export interface ObjectStoreOptions extends ChildHooks {
  /** The path of `weed`. */
  readonly program: string;
  /** The folder for all data of the server. */
  readonly directory: string;
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /**
   * Where to post events; absent for nowhere. The target may start later: an event is retried for about three
   * minutes.
   */
  readonly events?: ObjectEventsTarget;
}

/** A running server in the region `us-east-1`. */
export interface ObjectStore {
  readonly child: Child;
  readonly endpoint: string;
  stop(): Promise<void>;
}

type InnerPorts = Readonly<Record<`${(typeof innerParts)[number]}${'' | '.grpc'}`, number>>;

async function chooseInnerPorts(): Promise<InnerPorts> {
  const take = async (): Promise<{ http: number; grpc: number }> => ({
    http: await freePort(),
    grpc: await freePort(),
  });
  const [master, volume, filer, s3] = [await take(), await take(), await take(), await take()];
  return {
    master: master.http,
    'master.grpc': master.grpc,
    volume: volume.http,
    'volume.grpc': volume.grpc,
    filer: filer.http,
    'filer.grpc': filer.grpc,
    s3: s3.http,
    's3.grpc': s3.grpc,
  };
}

function arguments_(ports: InnerPorts): string[] {
  const listening = innerParts.flatMap(part => [
    `-${part}.port=${ports[part]}`,
    `-${part}.port.grpc=${ports[`${part}.grpc`]}`,
  ]);
  return ['-logtostderr=true', 'server', '-dir=.', '-ip=127.0.0.1', '-ip.bind=127.0.0.1'].concat(
    listening,
    ['-disableHttp', '-master.peers=none', '-master.telemetry=false', '-volume.preStopSeconds=0'],
    [`-master.volumeSizeLimitMB=${volumeMb}`, `-volume.max=${volumesMax}`],
    ['-s3', '-s3.iam=false', '-s3.autoCreateBucket=false', '-s3.port.iceberg=0', '-s3.port.lance=0'],
    // Relative to its folder, because socket paths must be short.
    ['-filer.localSocket=filer.sock', '-s3.localSocket=s3.sock'],
  );
}

/** Returns its settings as environment variables, because every user of the machine can read arguments. */
async function environmentOf(options: ObjectStoreOptions): Promise<Record<string, string>> {
  const { accessKeyId, directory, events, secretAccessKey } = options;
  const [certificateFile, keyFile] = ['inner.crt', 'inner.key'].map(name => join(directory, name));
  const { certificate, key } = createInnerCertificate('recordwell object store', new Date());
  await writeFile(join(directory, 'inner.crt'), certificate, { mode: 0o600 });
  await writeFile(join(directory, 'inner.key'), key, { mode: 0o600 });
  const credentials = grpcParts.flatMap(part => [
    [`WEED_GRPC_${part.toUpperCase()}_CERT`, certificateFile] as const,
    [`WEED_GRPC_${part.toUpperCase()}_KEY`, keyFile] as const,
  ]);
  const tokenKeys = ['SIGNING', 'SIGNING_READ', 'FILER_SIGNING', 'FILER_SIGNING_READ'].map(
    name => [`WEED_JWT_${name}_KEY`, randomBytes(24).toString('hex')] as const,
  );
  const webhook: Record<string, string> =
    events === undefined
      ? {}
      : {
          WEED_NOTIFICATION_WEBHOOK_ENABLED: 'true',
          WEED_NOTIFICATION_WEBHOOK_ENDPOINT: events.url,
          WEED_NOTIFICATION_WEBHOOK_BEARER_TOKEN: events.secret,
          WEED_NOTIFICATION_WEBHOOK_EVENT_TYPES: 'create update',
          WEED_NOTIFICATION_WEBHOOK_PATH_PREFIXES: `/buckets/${events.bucket}/`,
          WEED_NOTIFICATION_WEBHOOK_MAX_RETRIES: '10',
          WEED_NOTIFICATION_WEBHOOK_BACKOFF_SECONDS: '1',
        };
  return {
    ...plainEnvironment(),
    // The user's settings may be for another SeaweedFS.
    HOME: directory,
    GOMEMLIMIT: `${memoryMib}MiB`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    WEED_GRPC_CA: certificateFile ?? '',
    // One volume at a time. The default of seven is for many disks.
    WEED_MASTER_VOLUME_GROWTH_COPY_1: '1',
    ...Object.fromEntries([...credentials, ...tokenKeys]),
    ...webhook,
  };
}

/**
 * Removes the stored state of an earlier start's master, which is named after its port. The master learns the
 * volumes from the volume server.
 */
async function forgetEarlierMasters(directory: string): Promise<void> {
  const names = await readdir(directory);
  await Promise.all(
    names
      .filter(name => /^m\d+$/.test(name))
      .map(name => rm(join(directory, name), { recursive: true, force: true })),
  );
}

/** Removes its sockets, which remain after a kill. No setting moves them, and only its user can open them. */
function removeSockets(ports: InnerPorts): void {
  for (const part of innerParts)
    rmSync(`/tmp/seaweedfs-${part}-grpc-${ports[`${part}.grpc`]}.sock`, { force: true });
}

/** Returns the hooks without lines about single requests, which contain partners' file names. */
function quietHooks(options: ObjectStoreOptions): ChildHooks {
  const { onLine, ...hooks } = hooksOf(options);
  if (onLine === undefined) return hooks;
  return { ...hooks, onLine: line => (/^I\d{4} |level=INFO/.test(line) ? undefined : onLine(line)) };
}

/**
 * Starts a server on 127.0.0.1 and waits until it can store objects.
 * @throws StackError with the server's last lines if it doesn't start
 */
export function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  return onFreePorts(() => startOnce(options));
}

async function startOnce(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { directory, port } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await forgetEarlierMasters(directory);
  const ports = await chooseInnerPorts();
  const child = await startChild({
    name: 'seaweedfs',
    command: options.program,
    args: arguments_(ports),
    env: await environmentOf(options),
    cwd: directory,
    ...quietHooks(options),
  });
  const answers = (inner: number): Promise<boolean> => answersOk(`http://127.0.0.1:${inner}/healthz`);
  try {
    const isReady = async (): Promise<boolean> => (await answers(ports.s3)) && answers(ports.volume);
    await waitUntilReady(child, isReady, readyTimeoutMs);
    const front = await startObjectStoreFront(port, ports.s3);
    void child.exited.then(() => {
      front.stop();
      removeSockets(ports);
    });
  } catch (error) {
    await child.stop('SIGKILL', 1_000);
    throw error;
  }
  return { child, endpoint: `http://127.0.0.1:${port}`, stop: () => child.stop('SIGTERM', stopGraceMs) };
}

/** Creates the bucket if it doesn't exist. */
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
