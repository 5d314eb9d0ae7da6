/** The last day of stub content; fixed, so that a patient's content is the same whenever it is asked for. */
export const stubContentUntil = '2026-06-30';
