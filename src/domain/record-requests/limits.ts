/**
 * The most files of one area of a record request that are attached or offered for upload. What a site returns
 * is always taken.
 */
export const filesMax = 1_000;

/** The most notes of a record request. */
export const notesMax = 500;
