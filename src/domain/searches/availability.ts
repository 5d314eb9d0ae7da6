import { Problem } from '../problem';
import { isSandbox, type CompanyFeature, type Project } from '../projects/project';
import type { SearchFlags } from './arm-searches';
import type { SearchKind, SearchState } from './search';

/** The searches that the provider approves company by company. */
type ApprovedSearch = Extract<CompanyFeature, SearchKind>;
const approvedSearches: readonly ApprovedSearch[] = ['ehrSearch', 'patientHistories'];

/** What of a project decides on which searches its patients can have. */
type OfProject = Pick<Project, 'status' | 'companyFeatures'>;

/** Whether a search is available to a project's patients: on a sandbox project each is, else what the provider approved. */
export function isSearchAvailable(project: OfProject, search: ApprovedSearch): boolean {
  return isSandbox(project) || project.companyFeatures.includes(search);
}

/**
 * @param before the searches on file: re-sending a flag that is on asks for nothing
 * @throws Problem `search.notAvailable` when a search is switched on that is not available to the project's patients
 */
export function assertSearchesAvailable(
  project: OfProject,
  flags: SearchFlags,
  before: readonly SearchState[],
): void {
  const isAskedFor = (kind: SearchKind): boolean =>
    flags[kind] === true && !before.some(search => search.kind === kind && search.isRequested);
  if (!approvedSearches.filter(isAskedFor).every(kind => isSearchAvailable(project, kind)))
    throw new Problem('search.notAvailable');
}
