import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import type { ObjectStore, PresignedUrl } from '../../files/object-store';
import type { FileEntry } from '../../store/files/stored-files';
import type { PlacedFile } from '../../usecases/files/files';
import { presentFile } from './present-file';

/** What is known about a single file. A part that is left out doesn't exist. */
export interface SingleFile {
  /** Absent if the caller may not upload, or nothing can be uploaded. */
  readonly upload?: PresignedUrl | undefined;
  /** Absent until a file is stored. */
  readonly download?: PresignedUrl | undefined;
  /** The analysis of a document. Its verdicts are null as a whole until they are ready. */
  readonly analysis?: AuthCheck | undefined;
  readonly embedToken?: string | undefined;
  readonly uploadedBy?: FileEntry['uploadedBy'];
  /** The files beside it, as lists show them. */
  readonly looseFiles?: Array<ReturnType<typeof presentFile>>;
}

/** Returns the seconds for which all URLs in the answer stay valid, or 0 without any. */
function shortestLife(shown: ReadonlyArray<PresignedUrl | undefined>): number {
  const lives = shown.flatMap(url => (url === undefined ? [] : [url.expiresInSeconds]));
  return lives.length === 0 ? 0 : Math.min(...lives);
}

/** Returns a single file as the API shows it. */
export function presentFileResponse(shown: SingleFile) {
  const { upload, download, analysis, embedToken, uploadedBy, looseFiles = [] } = shown;
  return {
    uploadUrl: upload?.url ?? null,
    uploadHeaders: {},
    expiresIn: shortestLife([upload, download]),
    downloadUrl: download?.url ?? null,
    extraction: analysis?.extraction ?? null,
    verdicts: analysis?.verdicts ?? null,
    verdictCounts: analysis?.verdictCounts ?? null,
    embedToken: embedToken ?? null,
    looseFiles,
    ...(uploadedBy === undefined || uploadedBy === null ? {} : { uploadedBy }),
  };
}

/** Returns a file of a record request for download only. It has no URL until its content has arrived. */
export function downloadOf(files: ObjectStore, { file, looseFiles }: PlacedFile, at: Date): SingleFile {
  const { etag, storageKey, fileName, contentType, uploadedBy } = file;
  const download = etag === null ? undefined : files.presignDownload(storageKey, fileName, at, contentType);
  return { download, uploadedBy, looseFiles: looseFiles.map(loose => presentFile(files, loose, at)) };
}
