import { authorizationMethods } from '../projects/project';

/** What the provider approves company by company: two searches, and each authorization method. */
export const companyFeatures = ['ehrSearch', 'patientHistories', ...authorizationMethods] as const;

/** A feature's name. */
export type CompanyFeature = (typeof companyFeatures)[number];
