import { isSandbox, type Project } from '../projects/project';
import type { SearchKind } from '../searches/search';

/** What a source brought that it had not brought before, by kind (EVENT-45). */
export interface NetNewCounts {
  readonly newVisits: number;
  readonly newProcedures: number;
  readonly newDiagnoses: number;
  readonly newPrescriptionFills: number;
  readonly newLabResults: number;
}

/** Where clinical content comes from, as customers are told (EVENT-43). */
export const clinicalDataSources = ['siteSonar', 'patientHistories', 'sandboxSearch', 'parsePass'] as const;
/** A source of clinical content. */
export type ClinicalDataSource = (typeof clinicalDataSources)[number];

/** What `clinicalData.added` tells of one patient. */
export interface ClinicalDataAdded {
  readonly source: ClinicalDataSource;
  readonly counts: NetNewCounts;
}

/**
 * What is told of content that was stored; `undefined` where nothing of it was new (EVENT-39). What an EHR
 * Search brings is read from the charts that it returned, and what was withheld until an identity was told
 * apart had been held already: both are a `parsePass` (DECISION-66).
 * @param isReread whether the content was held before
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
