/** The limits of site research (EMBED-25). */

/** The most running researches per company and environment. */
export const runningResearchesMax = 20;

/** The most findings kept per source. */
export const findingsMax = 40;
/** The maximum length of a finding. */
export const findingCharactersMax = { label: 100, value: 1_000 } as const;
