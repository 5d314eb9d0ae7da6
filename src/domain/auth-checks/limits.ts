/** The largest document that is analysed, in bytes: 25 pages of a colour scan at 300 dpi, and room. */
export const documentBytesMax = 25 * 1024 * 1024;
/** The most pages that are analysed. */
export const documentPagesMax = 25;

/**
 * The most documents outside of any patient that a user has in one environment; one that is there takes
 * uploads without end.
 */
export const checkedDocumentsMax = 10_000;
/** The submissions of such a document that are kept, the latest. */
export const submissionsKept = 100;
