/** The filters and orders of a company's list of patients, and its limits. */

/** What an authorization needs, besides its status. */
export const authorizationNeeds = ['noDocument', 'inReview', 'needsFix', 'expiresSoon'] as const;
/** What an authorization needs: a document, a decision, a fix or another document, or another one soon. */
export type AuthorizationNeed = (typeof authorizationNeeds)[number];

/** The columns that the list can be sorted by. */
export const patientSorts = ['registered', 'name'] as const;
/** A column that the list can be sorted by. */
export type PatientSort = (typeof patientSorts)[number];

/** The order of a list. */
export interface PatientOrder {
  readonly by: PatientSort;
  readonly isDescending: boolean;
}
/** Newest first. */
export const defaultPatientOrder: PatientOrder = { by: 'registered', isDescending: true };
