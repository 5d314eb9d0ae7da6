import { needsDocument, type AuthorizationStatus } from '../authorizations/authorization-status';
import { isSandbox, type ProjectPurpose, type ProjectTerms } from '../projects/project';

/** The codes of purposes on networks: HL7 v3 ActReason, value set PurposeOfUse. */
export const purposeCodes = {
  IndividualAccess: 'PATRQT',
  Insurance: 'COVERAGE',
  Legal: 'HLEGAL',
  Research: 'HRESCH',
  CoveredOperations: 'HOPERAT',
  CoveredPayment: 'HPAYMT',
  CoveredTreatment: 'TREAT',
} as const satisfies Record<ProjectPurpose, string>;

/** The code of a purpose, as sent to a partner. */
export type PurposeCode = (typeof purposeCodes)[ProjectPurpose];

/** The possible bases of a request. */
export const requestBases = [
  /** The patient's identity token. */
  'identityToken',
  /** The authorization on file, approved. */
  'authorization',
  /** An operator's approval, with no document on file. */
  'approval',
  /** A purpose that needs no authorization. */
  'coveredPurpose',
  /** Nothing: generated data of a sandbox project. */
  'sandbox',
] as const;

/** The basis of a request. */
export type RequestBasis = (typeof requestBases)[number];

/** The purpose for which an outside party is asked for a patient's records, and the basis for it. */
export interface PurposeOfUse {
  readonly purpose: ProjectPurpose;
  readonly code: PurposeCode;
  readonly basis: RequestBasis;
}

/** The patient fields that can be the basis of a request. */
export interface AuthorizingPatient {
  readonly authorizationStatus: AuthorizationStatus;
  /** The etag of the document on file; `null` without one. */
  readonly authorizationEtag: string | null;
}

function basisOf(project: ProjectTerms, patient: AuthorizingPatient): RequestBasis {
  if (project.authorizationMethod === 'ial2Tokens') return 'identityToken';
  const isApproved = patient.authorizationStatus === 'Approved';
  if (isApproved && patient.authorizationEtag !== null) return 'authorization';
  if (!needsDocument(project)) return 'coveredPurpose';
  return isSandbox(project) ? 'sandbox' : 'approval';
}

/**
 * Returns the purpose of use for a patient's request: always the project's. The gates have already let the
 * request through.
 */
export function purposeOfUse(project: ProjectTerms, patient: AuthorizingPatient): PurposeOfUse {
  const { purpose } = project;
  return { purpose, code: purposeCodes[purpose], basis: basisOf(project, patient) };
}

/** The bases that a partner can require. */
export const partnerDemands = ['nothing', 'authorization', 'identityToken'] as const;

/** A partner's terms for requests. */
export interface PartnerTerms {
  readonly servesPurposes: readonly ProjectPurpose[];
  readonly requires: (typeof partnerDemands)[number];
}

/** The reasons for not asking a partner. */
export const termsMismatches = [
  'purposeNotServed',
  'authorizationDemanded',
  'identityTokenDemanded',
] as const;

/** A reason for not asking a partner. */
export type TermsMismatch = (typeof termsMismatches)[number];

/** Returns why a partner must not be asked for a purpose of use; `undefined` if it may be. */
export function mismatchOf(
  { servesPurposes, requires }: PartnerTerms,
  { purpose, basis }: PurposeOfUse,
): TermsMismatch | undefined {
  if (!servesPurposes.includes(purpose)) return 'purposeNotServed';
  if (requires === 'authorization' && basis !== 'authorization') return 'authorizationDemanded';
  if (requires === 'identityToken' && basis !== 'identityToken') return 'identityTokenDemanded';
  return undefined;
}
