/** The most notes of a record request. */
export const notesMax = 500;
