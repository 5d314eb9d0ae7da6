import type { PartnerTerms, PurposeOfUse } from '../domain/purposes/purpose-of-use';
import type { SentDetails } from '../domain/searches/refusals';
import type { SearchAnswer } from '../domain/searches/runs';
import type { SearchKind } from '../domain/searches/search';

/** A request to a partner. */
export interface SearchRequest {
  readonly kind: SearchKind;
  /** The id of the run: repeats with the same id are one request. */
  readonly runUid: string;
  readonly startedAt: Date;
  /** When it is asked: now, or again. */
  readonly askedAt: Date;
  readonly patient: SentDetails;
  /** Why it is asked, and the basis for it. */
  readonly purposeOfUse: PurposeOfUse;
}

/** A partner's answer to a request. */
export type SearchResponse =
  /** The answer came right away. */
  | { readonly kind: 'answered'; readonly answer: SearchAnswer }
  /** The request was accepted; the answer is available when asking again after this time. */
  | { readonly kind: 'accepted'; readonly askAgainAfterMs: number };

/** A partner that is asked for one patient at a time. */
export interface DirectPartner extends PartnerTerms {
  readonly kind: 'direct';
  /** Its name in the configuration and for operators. */
  readonly name: string;
  /** @throws if the partner can't be reached; the caller retries with the same run */
  readonly submit: (request: SearchRequest) => Promise<SearchResponse>;
}

/**
 * A partner that takes many patients in one file and answers with its own files (docs/partners/roster.md).
 */
export interface RosterPartner extends PartnerTerms {
  readonly kind: 'roster';
  readonly name: string;
  /** After this time without an answer, an operator must look into it. */
  readonly answerWithinMs: number;
}

/** A partner that answers a search. */
export type SearchPartner = DirectPartner | RosterPartner;
