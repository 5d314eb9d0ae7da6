/** The limits of researches about sites (EMBED-25). */

/** The most researches of a company that run at once in an environment. */
export const runningResearchesMax = 20;

/** The most findings that are kept of one source. */
export const findingsMax = 40;
/** The most characters of a finding. */
export const findingCharactersMax = { label: 100, value: 1_000 } as const;
