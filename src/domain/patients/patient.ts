import type { AuthorizationStatus } from '../authorizations/authorization-status';
import type { PatientSearch, SearchStatus } from '../searches/search';
import type { Sex } from './patient-details';

/** A patient with the three searches. */
export interface Patient {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly id: string;
  readonly firstName: string;
  /** The current name first. */
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
  readonly sex: Sex | null;
  readonly zipCodes: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly dateOfDeath: string | null;
  readonly authorizationStatus: AuthorizationStatus;
  readonly searchStatus: SearchStatus;
  readonly authorizationEtag: string | null;
  readonly authorizationUploadedAt: Date | null;
  readonly createdByUserUid: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly searches: readonly PatientSearch[];
}
