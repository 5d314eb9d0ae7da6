/**
 * The most files in one area of a record request that can be attached or offered for upload. What a site
 * returns is always accepted.
 */
export const filesMax = 1_000;

/** The most notes of a record request. */
export const notesMax = 500;

/** The most contacts in the log of a record request. */
export const contactsMax = 500;

/** The most fees of a record request. */
export const feesMax = 20;

/** The most files of one ZIP file. */
export const zipFilesMax = 1_000;

/** The most bytes of the files of one ZIP file. */
export const zipBytesMax = 2 * 1024 ** 3;
