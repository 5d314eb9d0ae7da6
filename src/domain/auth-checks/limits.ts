/**
 * The largest document that is analyzed, in bytes: 25 pages of a color scan at 300 dpi, with room to spare.
 */
export const documentBytesMax = 25 * 1024 * 1024;
/** The most pages that are analyzed. */
export const documentPagesMax = 25;

/**
 * The most documents outside any patient per user and environment. An existing one takes unlimited uploads.
 */
export const checkedDocumentsMax = 10_000;
/** The latest submissions of such a document that are kept. */
export const submissionsKept = 100;
