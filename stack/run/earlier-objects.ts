/**
 * The objects that an earlier release wrote to a state folder: versitygw stored each one as a plain file in
 * its bucket's folder. The first start moves them into this release's object store.
 */
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Report } from './download';
import type { StateFolder } from './state-folder';

/** Where versitygw kept the parts of unfinished uploads inside a bucket. */
const unfinished = '.sgwtmp';
const atOnce = 8;
const reportEvery = 500;

/** The target of the objects. */
export interface ObjectsTarget {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
}

/** Whether the folder has objects from an earlier release. */
export function hasEarlierObjects({ earlierObjects }: StateFolder): Promise<boolean> {
  return stat(earlierObjects).then(
    () => true,
    () => false,
  );
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !relative(folder, path).startsWith(unfinished + sep));
}

/** Returns the media type by name and content. It was in an extended attribute, which Node can't read. */
async function mediaTypeOf(path: string): Promise<string> {
  if (path.endsWith('.csv')) return 'text/csv';
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 0);
    return buffer.toString('latin1') === '%PDF-' ? 'application/pdf' : 'application/octet-stream';
  } finally {
    await file.close();
  }
}

/**
 * Copies the objects of an earlier release into the store. The files stay, so that an interrupted start
 * repeats this; {@link removeEarlierObjects} ends it. Each object is written in one piece, so its entity tag
 * stays the same; its time is new.
 * @returns the number of objects
 */
export async function copyEarlierObjects(
  { earlierObjects }: StateFolder,
  { bucket, endpoint, ...credentials }: ObjectsTarget,
  report: Report,
): Promise<number> {
  const root = join(earlierObjects, bucket);
  const paths = await filesIn(root);
  report(`moving ${paths.length} objects from an earlier release that used versitygw`);
  const client = new S3Client({
    ...{ endpoint, region: 'us-east-1', forcePathStyle: true, credentials },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  let done = 0;
  const waiting = paths.values();
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: relative(root, path).split(sep).join('/'),
          Body: createReadStream(path),
          ContentLength: (await stat(path)).size,
          ContentType: await mediaTypeOf(path),
        }),
      );
      done += 1;
      if (done % reportEvery === 0) report(`moved ${done} of ${paths.length} objects`);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    client.destroy();
  }
  return paths.length;
}

/** Removes the files of an earlier release once nothing needs them. */
export async function removeEarlierObjects({ earlierObjects }: StateFolder): Promise<void> {
  await rm(join(earlierObjects, '..'), { recursive: true, force: true });
}
