import { isSandbox, type Project } from '../projects/project';
import type { SearchKind } from '../searches/search';

/** Number of rows that a source returned for the first time, by kind (EVENT-45). */
export interface NetNewCounts {
  readonly newVisits: number;
  readonly newProcedures: number;
  readonly newDiagnoses: number;
  readonly newPrescriptionFills: number;
  readonly newLabResults: number;
}

/** The sources of clinical content, as customers see them (EVENT-43). */
export const clinicalDataSources = ['siteSonar', 'patientHistories', 'sandboxSearch', 'parsePass'] as const;
/** A source of clinical content. */
export type ClinicalDataSource = (typeof clinicalDataSources)[number];

/** The content of `clinicalData.added` for one patient. */
export interface ClinicalDataAdded {
  readonly source: ClinicalDataSource;
  readonly counts: NetNewCounts;
}

/**
 * Returns the event for stored content; `undefined` if nothing was new (EVENT-39). Content of an EHR search
 * is read from the returned charts, and content withheld because of an unclear identity was already held:
 * both are a `parsePass` (DECISION-66).
 * @param isReread whether the content was already held
 */
export function clinicalDataAdded(
  project: Pick<Project, 'status'>,
  search: SearchKind,
  counts: NetNewCounts,
  isReread: boolean,
): ClinicalDataAdded | undefined {
  if (Object.values(counts).every(count => count === 0)) return undefined;
  if (isSandbox(project)) return { source: 'sandboxSearch', counts };
  return { source: isReread || search === 'ehrSearch' ? 'parsePass' : search, counts };
}
