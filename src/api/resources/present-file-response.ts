import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import type { ObjectStore, PresignedUrl } from '../../files/object-store';
import type { FileEntry } from '../../store/files/stored-files';

/** What is known of a single file; a part that is left out does not exist. */
export interface SingleFile {
  /** Absent for a caller who may not upload, and where nothing can be. */
  readonly upload?: PresignedUrl | undefined;
  /** Absent while no file is stored. */
  readonly download?: PresignedUrl | undefined;
  /** The analysis of a document; its verdicts are null as a whole until it is judged. */
  readonly analysis?: AuthCheck | undefined;
  readonly embedToken?: string | undefined;
  readonly uploadedBy?: FileEntry['uploadedBy'];
}

/** How long all of the URLs that are shown stay valid, in seconds from the answer; 0 where none is. */
function shortestLife(shown: ReadonlyArray<PresignedUrl | undefined>): number {
  const lives = shown.flatMap(url => (url === undefined ? [] : [url.expiresInSeconds]));
  return lives.length === 0 ? 0 : Math.min(...lives);
}

/** A single file as the API shows it. */
export function presentFileResponse({ upload, download, analysis, embedToken, uploadedBy }: SingleFile) {
  return {
    uploadUrl: upload?.url ?? null,
    uploadHeaders: {},
    expiresIn: shortestLife([upload, download]),
    downloadUrl: download?.url ?? null,
    extraction: analysis?.extraction ?? null,
    verdicts: analysis?.verdicts ?? null,
    verdictCounts: analysis?.verdictCounts ?? null,
    embedToken: embedToken ?? null,
    looseFiles: [],
    ...(uploadedBy === undefined || uploadedBy === null ? {} : { uploadedBy }),
  };
}

/** A file of a record request to be downloaded, and nothing more; no URL while its bytes have not come. */
export function downloadOf(files: ObjectStore, file: FileEntry, at: Date): SingleFile {
  const { etag, storageKey, fileName, uploadedBy } = file;
  const download = etag === null ? undefined : files.presignDownload(storageKey, fileName, at);
  return { download, uploadedBy };
}
