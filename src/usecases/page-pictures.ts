/** Pictures of documents' pages, drawn once and kept beside the document (DESK-49). */
import { documentPagesMax } from '../domain/auth-checks/limits';
import { pagePictureKey } from '../files/key-layout';
import type { ObjectStore } from '../files/object-store';
import { insertObjectRemovals } from '../store/files/object-removals';
import type { Change } from './change';

/** A version of a stored document. */
export interface DocumentVersion {
  readonly key: string;
  readonly etag: string;
}

/** The answer of the process that draws is this large at most. */
const pictureBytesMax = 16 * 1024 * 1024;

/** Returns the kept picture of a page, `undefined` if it wasn't drawn yet. Page numbers start at 1. */
export async function findPagePicture(
  files: Pick<ObjectStore, 'head' | 'get'>,
  { key, etag }: DocumentVersion,
  page: number,
): Promise<Buffer | undefined> {
  const pictureKey = pagePictureKey(key, etag, page);
  if ((await files.head(pictureKey)) === undefined) return undefined;
  return Buffer.from(await files.get(pictureKey, pictureBytesMax));
}

/** Keeps the picture of a page; the same picture again replaces it. */
export async function keepPagePicture(
  files: Pick<ObjectStore, 'put'>,
  { key, etag }: DocumentVersion,
  page: number,
  png: Buffer,
): Promise<void> {
  await files.put(pagePictureKey(key, etag, page), png, 'image/png');
}

/** Longer than drawing takes: a page that is being drawn is kept before its picture is removed. */
const removeAfterMs = 10 * 60 * 1000;

/**
 * Schedules the pictures of a version for removal, in the transaction that replaces or removes it. Pages that
 * were never drawn have none, which isn't an error. They are removed at once, and again after the time that
 * drawing takes.
 */
export async function removePagePictures(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { key, etag }: DocumentVersion,
): Promise<void> {
  const later = new Date(now.getTime() + removeAfterMs);
  const keys = Array.from({ length: documentPagesMax }, (_, index) => pagePictureKey(key, etag, index + 1));
  await insertObjectRemovals(
    tx,
    keys.flatMap(storageKey => [now, later].map(dueAt => ({ storageKey, dueAt }))),
  );
}
