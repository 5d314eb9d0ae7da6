/** The three discovery searches; independent of each other (specification, What the service does, 2). */
export const searchKinds = ['siteSonar', 'patientHistories', 'ehrSearch'] as const;

/** A search. */
export type SearchKind = (typeof searchKinds)[number];
