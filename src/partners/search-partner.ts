import type { ClinicalContent } from '../domain/clinical/clinical-content';
import type { PatientDetails } from '../domain/patients/patient-details';
import type { SearchKind } from '../domain/searches/search-kind';

/** What a partner is asked. */
export interface SearchRequest {
  readonly kind: SearchKind;
  /** Names the run: a request that is sent twice is one request. */
  readonly runUid: string;
  readonly patient: PatientDetails;
}

/** What a partner says to a request. */
export type SearchResponse =
  /** The answer is there at once. */
  | { readonly kind: 'answered'; readonly outcome: 'Completed' | 'NoHit'; readonly content: ClinicalContent }
  /** The request was taken; the answer comes later. */
  | { readonly kind: 'accepted' };

/** Who answers searches. */
export interface SearchPartner {
  /** @throws when the partner cannot be reached; the caller tries again with the same run */
  readonly submit: (request: SearchRequest) => Promise<SearchResponse>;
}
