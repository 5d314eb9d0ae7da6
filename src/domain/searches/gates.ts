import { holdsSends, type AuthorizationStatus } from '../authorizations/authorization-status';
import { Problem } from '../problem';
import { isSandbox, type CompanyFeature, type Project, type ProjectTerms } from '../projects/project';
import { isRequested, type Gate, type SearchFlags, type SearchKind, type SearchState } from './search';

/** What the gates look at. */
export interface GateFacts {
  readonly isSandbox: boolean;
  /** Whether the authorization holds back what is to be sent. */
  readonly isHeldForApproval: boolean;
  readonly zipCodeCount: number;
  /** `YYYY-MM-DD`, taken from supporting documents; `null` when none establishes a date. */
  readonly dateOfDeath: string | null;
}

/** What of a patient the gates look at. */
export interface GatedPatient {
  readonly authorizationStatus: AuthorizationStatus;
  readonly zipCodes: readonly string[];
  readonly dateOfDeath: string | null;
}

/** What the gates look at, for a patient of a project. */
export function gateFacts(
  project: ProjectTerms,
  { authorizationStatus, zipCodes, dateOfDeath }: GatedPatient,
): GateFacts {
  return {
    isSandbox: isSandbox(project),
    isHeldForApproval: holdsSends(project, authorizationStatus),
    zipCodeCount: zipCodes.length,
    dateOfDeath,
  };
}

/** Clinical data in claims begins here: who died before is not searched for in them. */
const clinicalDataBeginsOn = '2016-01-01';

/**
 * What stands between an armed search and its submission: nothing, a gate, or a reason to decline it for
 * good.
 */
export type GateDecision = 'open' | 'declined' | Exclude<Gate, 'correction' | 'rearming'>;

/** Whether a search is declined because the patient died before clinical data begins; EHR Search never is. */
export function isDeclinedByDeath(kind: SearchKind, dateOfDeath: string | null): boolean {
  return kind !== 'ehrSearch' && dateOfDeath !== null && dateOfDeath < clinicalDataBeginsOn;
}

/**
 * Looks at the gates of an armed search in their order: date of death, ZIP code, approval. A sandbox project
 * has no ZIP gate, and Site Sonar needs no ZIP code anywhere.
 */
export function decideGate(kind: SearchKind, facts: GateFacts): GateDecision {
  if (isDeclinedByDeath(kind, facts.dateOfDeath)) return 'declined';
  if (!facts.isSandbox && kind !== 'siteSonar' && facts.zipCodeCount === 0) return 'zipCode';
  if (facts.isHeldForApproval) return 'approval';
  return 'open';
}

/** Why a requested search does not run. */
export type BlockedReason = 'MissingZipCode' | 'DeceasedBeforeClinicalData';

/**
 * The blocked reason of a search, `null` when nothing blocks it or it was not requested. A search declined by
 * death shows its reason only until the decline is on record; `searchStatus` carries the answer from then on.
 */
export function blockedReason(search: SearchState, dateOfDeath: string | null): BlockedReason | null {
  if (!search.isRequested || search.phase !== 'armed') return null;
  if (isDeclinedByDeath(search.kind, dateOfDeath)) return 'DeceasedBeforeClinicalData';
  return search.waitsFor === 'zipCode' ? 'MissingZipCode' : null;
}

/** The searches that the provider approves company by company. */
type ApprovedSearch = Extract<CompanyFeature, SearchKind>;
const approvedSearches: readonly ApprovedSearch[] = ['ehrSearch', 'patientHistories'];

/** What of a project decides on which searches its patients can have. */
type OfProject = Pick<Project, 'status' | 'companyFeatures'>;

/**
 * Whether a search is available to a project's patients: on a sandbox project each is, else what the provider
 * approved.
 */
export function isSearchAvailable(project: OfProject, search: ApprovedSearch): boolean {
  return isSandbox(project) || project.companyFeatures.includes(search);
}

/**
 * @param before the searches on file: re-sending a flag that is on asks for nothing
 * @throws Problem `search.notAvailable` when a search is switched on that is not available to the project's
 *   patients
 */
export function assertSearchesAvailable(
  project: OfProject,
  flags: SearchFlags,
  before: readonly SearchState[],
): void {
  const isAskedFor = (kind: SearchKind): boolean => flags[kind] === true && !isRequested(before, kind);
  if (!approvedSearches.filter(isAskedFor).every(kind => isSearchAvailable(project, kind)))
    throw new Problem('search.notAvailable');
}
