import type { SearchKind } from '../searches/search';

/**
 * Why rows no longer count as the patient's: the identity was corrected, or the person they are about isn't
 * proven to be the patient.
 */
export type WithdrawalReason = 'identityChanged' | 'notProven';

/** A kind of row that belongs to a patient. */
export type ClinicalRowKind = 'visit' | 'procedure' | 'diagnosis' | 'prescriptionFill' | 'labResult';

/** A row that was shown and no longer counts as the patient's. */
export interface WithdrawnRow {
  readonly uid: string;
  readonly rowKind: ClinicalRowKind;
  /** The search that brought it first. */
  readonly source: SearchKind;
}
