import { holdsSends } from '../authorizations/authorization-status';
import type { HeldAuthorization } from '../authorizations/authorization-term';
import { Problem } from '../problem';
import { isSandbox, type CompanyFeature, type Project, type ProjectTerms } from '../projects/project';
import { isRequested, type Gate, type SearchFlags, type SearchKind, type SearchState } from './search';

/** The inputs of the gates. */
export interface GateFacts {
  readonly isSandbox: boolean;
  /** Whether the authorization blocks sending. */
  readonly isHeldForApproval: boolean;
  readonly zipCodeCount: number;
  /** `YYYY-MM-DD`, from supporting documents; `null` if none establishes a date. */
  readonly dateOfDeath: string | null;
}

/** The patient fields that the gates use. */
export interface GatedPatient extends HeldAuthorization {
  readonly zipCodes: readonly string[];
  readonly dateOfDeath: string | null;
}

/** Returns the inputs of the gates for a patient of a project. */
export function gateFacts(
  project: ProjectTerms,
  {
    authorizationStatus,
    zipCodes,
    dateOfDeath,
  }: Pick<GatedPatient, 'authorizationStatus' | 'zipCodes' | 'dateOfDeath'>,
): GateFacts {
  return {
    isSandbox: isSandbox(project),
    isHeldForApproval: holdsSends(project, authorizationStatus),
    zipCodeCount: zipCodes.length,
    dateOfDeath,
  };
}

/** Clinical data in claims starts here, so patients who died earlier aren't searched for. */
const clinicalDataBeginsOn = '2016-01-01';

/** What keeps an armed search from being submitted: nothing, a gate, or a permanent reason to decline it. */
export type GateDecision = 'open' | 'declined' | Exclude<Gate, 'correction' | 'rearming' | 'partner'>;

/** Whether a search is declined because the patient died before clinical data begins; EHR search never is. */
export function isDeclinedByDeath(kind: SearchKind, dateOfDeath: string | null): boolean {
  return kind !== 'ehrSearch' && dateOfDeath !== null && dateOfDeath < clinicalDataBeginsOn;
}

/**
 * Checks the gates of an armed search in order: date of death, ZIP code, approval. A sandbox project has no
 * ZIP gate, and site sonar never needs a ZIP code.
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
 * Returns the blocked reason of a search, `null` if nothing blocks it or it wasn't requested. A search
 * declined by death shows its reason only until the decline is recorded; afterward `searchStatus` shows it.
 */
export function blockedReason(search: SearchState, dateOfDeath: string | null): BlockedReason | null {
  if (!search.isRequested || search.phase !== 'armed') return null;
  if (isDeclinedByDeath(search.kind, dateOfDeath)) return 'DeceasedBeforeClinicalData';
  return search.waitsFor === 'zipCode' ? 'MissingZipCode' : null;
}

/** The searches that the provider approves per company. */
type ApprovedSearch = Extract<CompanyFeature, SearchKind>;
const approvedSearches: readonly ApprovedSearch[] = ['ehrSearch', 'patientHistories'];

/** The project properties that decide which searches are available. */
type OfProject = Pick<Project, 'status' | 'companyFeatures'>;

/**
 * Whether a search is available to a project's patients: all on a sandbox project, else those that the
 * provider approved.
 */
export function isSearchAvailable(project: OfProject, search: ApprovedSearch): boolean {
  return isSandbox(project) || project.companyFeatures.includes(search);
}

/**
 * Throws if a search is switched on that isn't available to the project's patients.
 * @param before the searches on file: resubmitting a flag that is on requests nothing
 * @throws Problem `search.notAvailable`
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
