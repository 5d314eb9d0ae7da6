import type { ClinicalRowKind, WithdrawalReason, WithdrawnRow } from '../clinical/withdrawal';
import { isSandbox, type Project } from '../projects/project';
import { searchKinds, type SearchKind } from '../searches/search';

/** Number of rows that a source returned for the first time, by kind (EVENT-45). */
export interface NetNewCounts {
  readonly newVisits: number;
  readonly newProcedures: number;
  readonly newDiagnoses: number;
  readonly newPrescriptionFills: number;
  readonly newLabResults: number;
}

/** Nothing new. */
export const noCounts: NetNewCounts = {
  newVisits: 0,
  newProcedures: 0,
  newDiagnoses: 0,
  newPrescriptionFills: 0,
  newLabResults: 0,
};

/** Returns the sum of two counts. */
export function addCounts(a: NetNewCounts, b: NetNewCounts): NetNewCounts {
  return {
    newVisits: a.newVisits + b.newVisits,
    newProcedures: a.newProcedures + b.newProcedures,
    newDiagnoses: a.newDiagnoses + b.newDiagnoses,
    newPrescriptionFills: a.newPrescriptionFills + b.newPrescriptionFills,
    newLabResults: a.newLabResults + b.newLabResults,
  };
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

/** The IDs of withdrawn rows, by kind. */
export interface WithdrawnIds {
  readonly visits: readonly string[];
  readonly procedures: readonly string[];
  readonly diagnoses: readonly string[];
  readonly prescriptionFills: readonly string[];
  readonly labResults: readonly string[];
}

/** The content of `clinicalData.withdrawn` for one patient. */
export interface ClinicalDataWithdrawn extends ClinicalDataAdded {
  readonly withdrawn: { readonly reason: WithdrawalReason; readonly ids: WithdrawnIds };
}

/** How many rows one event names; more go into further events. */
export const withdrawnRowsMax = 1000;

function idsOf(rows: readonly WithdrawnRow[]): WithdrawnIds {
  const of = (kind: ClinicalRowKind): string[] =>
    rows.filter(({ rowKind }) => rowKind === kind).map(({ uid }) => uid);
  return {
    visits: of('visit'),
    procedures: of('procedure'),
    diagnoses: of('diagnosis'),
    prescriptionFills: of('prescriptionFill'),
    labResults: of('labResult'),
  };
}

/** Returns the events for rows that no longer count as the patient's: by source, at most 1,000 rows each. */
export function clinicalDataWithdrawn(
  project: Pick<Project, 'status'>,
  rows: readonly WithdrawnRow[],
  reason: WithdrawalReason,
): ClinicalDataWithdrawn[] {
  return searchKinds.flatMap(kind => {
    const ofKind = rows.filter(({ source }) => source === kind);
    const parts = Array.from({ length: Math.ceil(ofKind.length / withdrawnRowsMax) }, (_, part) =>
      ofKind.slice(part * withdrawnRowsMax, (part + 1) * withdrawnRowsMax),
    );
    const source = isSandbox(project)
      ? ('sandboxSearch' as const)
      : kind === 'ehrSearch'
        ? ('parsePass' as const)
        : kind;
    return parts.map(part => ({ source, counts: noCounts, withdrawn: { reason, ids: idsOf(part) } }));
  });
}
