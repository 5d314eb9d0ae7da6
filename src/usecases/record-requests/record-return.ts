import type { RecordRequest } from '../../domain/record-requests/record-request';
import type { ReturnedFile } from '../../partners/facility-channel';
import { insertFile, readAreaFacts, type StoredFile } from '../../store/files/stored-files';
import type { Change } from '../change';
import { takeFileName } from './take-file-name';

/** A returned file that lies in the object store. */
export type ReturnedObject = Omit<ReturnedFile, 'bytes'> &
  Pick<StoredFile, 'storageKey' | 'sizeBytes' | 'etag' | 'lastModifiedAt'>;

/**
 * Puts what a facility returned on record beside what it returned before: a name that is taken gets a number (FILE-4), and no
 * file takes the place of another. The caller holds the lock of the request.
 * @param folder where they are shown; null: at the top
 */
export async function recordReturn(
  { tx, now, newUid }: Change,
  { uid: recordRequestUid, companyUid, siteUid, submittedSiteName, status }: RecordRequest,
  files: readonly ReturnedObject[],
  folder: string | null = null,
): Promise<void> {
  const place = { recordRequestUid, area: 'deliverables' } as const;
  const { latestReturn } = await readAreaFacts(tx, place);
  // The rest of what came back in part belongs to it.
  const isRest = status === 'NeedToReviewResults' && latestReturn > 0;
  for (const { fileName, contentType, storageKey, sizeBytes, etag, lastModifiedAt } of files) {
    await insertFile(tx, {
      contentType,
      storageKey,
      sizeBytes,
      etag,
      lastModifiedAt,
      ...place,
      companyUid,
      uid: newUid(),
      fileName: await takeFileName(tx, place, fileName),
      folder,
      returnNumber: latestReturn + (isRest ? 0 : 1),
      offeredTo: null,
      offeredAt: null,
      createdAt: now,
      uploadedBy: { kind: 'facility', id: siteUid, name: submittedSiteName },
    });
  }
}
