import { needsDocument, type AuthorizationStatus } from '../authorizations/authorization-status';
import { isSandbox, type ProjectPurpose, type ProjectTerms } from '../projects/project';

/** The purposes in the codes that networks understand: HL7 v3 ActReason, value set PurposeOfUse. */
export const purposeCodes = {
  IndividualAccess: 'PATRQT',
  Insurance: 'COVERAGE',
  Legal: 'HLEGAL',
  Research: 'HRESCH',
  CoveredOperations: 'HOPERAT',
  CoveredPayment: 'HPAYMT',
  CoveredTreatment: 'TREAT',
} as const satisfies Record<ProjectPurpose, string>;

/** A purpose as it is told to a partner. */
export type PurposeCode = (typeof purposeCodes)[ProjectPurpose];

/** What a request can rest on. */
export const requestBases = [
  /** The patient's identity token. */
  'identityToken',
  /** The authorization on file, approved. */
  'authorization',
  /** The delivery team's approval, with no document on file. */
  'approval',
  /** A purpose that needs no authorization. */
  'coveredPurpose',
  /** Nothing: made-up data of a sandbox project. */
  'sandbox',
] as const;

/** What a request rests on. */
export type RequestBasis = (typeof requestBases)[number];

/** Under which purpose somebody outside is asked for a patient's records, and what that rests on. */
export interface PurposeOfUse {
  readonly purpose: ProjectPurpose;
  readonly code: PurposeCode;
  readonly basis: RequestBasis;
}

/** What of a patient a request can rest on. */
export interface AuthorizingPatient {
  readonly authorizationStatus: AuthorizationStatus;
  /** Of the document on file; `null` where there is none. */
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
 * The purpose of use of what is sent for a patient of a project: the project's, always. The gates have let it
 * go before.
 */
export function purposeOfUse(project: ProjectTerms, patient: AuthorizingPatient): PurposeOfUse {
  const { purpose } = project;
  return { purpose, code: purposeCodes[purpose], basis: basisOf(project, patient) };
}

/** What a partner can demand that a request rests on. */
export const partnerDemands = ['nothing', 'authorization', 'identityToken'] as const;

/** What a partner states of the requests that it takes. */
export interface PartnerTerms {
  readonly servesPurposes: readonly ProjectPurpose[];
  readonly requires: (typeof partnerDemands)[number];
}

/** The reasons why a partner is not to be asked. */
export const termsMismatches = [
  'purposeNotServed',
  'authorizationDemanded',
  'identityTokenDemanded',
] as const;

/** Why a partner is not to be asked. */
export type TermsMismatch = (typeof termsMismatches)[number];

/** Why a partner is not to be asked under a purpose of use; `undefined` where it is. */
export function mismatchOf(
  { servesPurposes, requires }: PartnerTerms,
  { purpose, basis }: PurposeOfUse,
): TermsMismatch | undefined {
  if (!servesPurposes.includes(purpose)) return 'purposeNotServed';
  if (requires === 'authorization' && basis !== 'authorization') return 'authorizationDemanded';
  if (requires === 'identityToken' && basis !== 'identityToken') return 'identityTokenDemanded';
  return undefined;
}
