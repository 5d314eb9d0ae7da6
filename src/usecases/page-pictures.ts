/** Pictures of pages, drawn once and kept beside their document or file (DESK-49). */
import { pagePictureKey, pagePicturesFolder } from '../files/key-layout';
import type { ObjectStore } from '../files/object-store';
import type { Turns } from '../platform/turns';
import { insertObjectRemovals } from '../store/files/object-removals';
import type { Change } from './change';

/** The dependencies of drawing pages. Few are drawn at once, since each takes a process. */
export interface DrawingParts {
  readonly files: ObjectStore;
  readonly turns: Turns;
}

/** A version of a stored document or file. */
export interface DocumentVersion {
  readonly key: string;
  readonly etag: string;
}

/** A version whose pages are drawn. */
export interface DrawnDocument extends DocumentVersion {
  /** Reads it and draws a page; `undefined` for one that doesn't exist or can't be drawn. */
  readonly draw: (page: number) => Promise<Buffer | undefined>;
  /** Whether it is still recorded, so that its pictures are removed once it isn't. */
  readonly isOnRecord: () => Promise<boolean>;
}

/** The answer of the process that draws is this large at most. */
const pictureBytesMax = 16 * 1024 * 1024;

async function findPicture(files: ObjectStore, pictureKey: string): Promise<Buffer | undefined> {
  if ((await files.head(pictureKey)) === undefined) return undefined;
  return Buffer.from(await files.get(pictureKey, pictureBytesMax));
}

/**
 * Returns the picture of a page: the kept one, or one that is drawn now and then kept. The caller has checked
 * who looks. Call it outside any transaction.
 * @param page from 1
 * @returns `undefined` for a page that doesn't exist or can't be drawn, and for a replaced document
 */
export async function drawPageOnce(
  { files, turns }: DrawingParts,
  { key, etag, draw, isOnRecord }: DrawnDocument,
  page: number,
): Promise<Buffer | undefined> {
  const pictureKey = pagePictureKey(key, etag, page);
  // A stored picture doesn't wait for its turn.
  const kept = await findPicture(files, pictureKey);
  if (kept !== undefined) return kept;
  return turns.run(async () => {
    const png = await draw(page);
    // A document that was replaced meanwhile has other bytes, so its picture isn't kept under this version.
    const isSame = (await files.head(key))?.etag === etag;
    if (png !== undefined && isSame && (await isOnRecord())) await files.put(pictureKey, png, 'image/png');
    return isSame ? png : undefined;
  });
}

/** Longer than drawing takes: a page that is being drawn is kept before its picture is removed. */
const removeAfterMs = 10 * 60 * 1000;

/**
 * Schedules the pictures of a version for removal, in the transaction that replaces or removes it: at once,
 * and again after the time that drawing takes.
 */
export async function removePagePictures(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { key, etag }: DocumentVersion,
): Promise<void> {
  const storageKey = pagePicturesFolder(key, etag);
  const later = new Date(now.getTime() + removeAfterMs);
  await insertObjectRemovals(
    tx,
    [now, later].map(dueAt => ({ storageKey, dueAt })),
  );
}
