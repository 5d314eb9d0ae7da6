/**
 * The objects of a state folder that an earlier release wrote: versitygw kept each as a plain file, in a
 * folder of its bucket. They are moved into the object store of this release at the first start.
 */
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Report } from './download';
import type { StateFolder } from './state-folder';

/** Where versitygw kept the parts of unfinished uploads, inside of a bucket. */
const unfinished = '.sgwtmp';
const atOnce = 8;
const told = 500;

/** Where the objects go. */
export interface ObjectsTarget {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
}

/** Whether the folder has objects of an earlier release. */
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

/** The media type was in an extended attribute, which Node can't read. Name and bytes show it too. */
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
 * Copies the objects of an earlier release into the store. The files stay, so that a start that is
 * interrupted does it again; {@link removeEarlierObjects} ends it. Each is written in one piece, so that its
 * entity tag is the earlier one; the times of writing are new.
 * @returns how many there were
 */
export async function copyEarlierObjects(
  { earlierObjects }: StateFolder,
  { bucket, endpoint, ...credentials }: ObjectsTarget,
  report: Report,
): Promise<number> {
  const root = join(earlierObjects, bucket);
  const paths = await filesIn(root);
  report(`moving ${paths.length} objects of an earlier release, which ran versitygw`);
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
      if (done % told === 0) report(`moved ${done} of ${paths.length} objects`);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    client.destroy();
  }
  return paths.length;
}

/** Removes the files of an earlier release, once nothing needs them. */
export async function removeEarlierObjects({ earlierObjects }: StateFolder): Promise<void> {
  await rm(join(earlierObjects, '..'), { recursive: true, force: true });
}
