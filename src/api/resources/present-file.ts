import type { ObjectStore } from '../../files/object-store';
import type { Deliverable } from '../../usecases/files/file-records';
import type { FileProgress } from '../../usecases/files/files';

/** Returns a file as a list shows it, with its own URL. */
export function presentFile(files: ObjectStore, file: Deliverable, at: Date) {
  return {
    url: files.presignDownload(file.storageKey, file.fileName, at, file.contentType).url,
    fileName: file.fileName,
    key: file.storageKey,
    size: file.sizeBytes,
    pages: file.pages,
    lastModified: file.lastModifiedAt.toISOString(),
    ...(file.folder === null ? {} : { folder: file.folder }),
    ...(file.patientCheck === undefined ? {} : { patientCheck: file.patientCheck }),
    ...(file.uploadedBy === null ? {} : { uploadedBy: file.uploadedBy }),
  };
}

/** Returns the progress of a file as headers. There is no `x-etag` before the first bytes. */
export function presentProgress({ percent, etag }: FileProgress): Record<string, string> {
  return { 'x-progress': String(percent), ...(etag === null ? {} : { 'x-etag': etag }) };
}
