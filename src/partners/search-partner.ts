import type { PartnerTerms, PurposeOfUse } from '../domain/purposes/purpose-of-use';
import type { SentDetails } from '../domain/searches/refusals';
import type { SearchAnswer } from '../domain/searches/runs';
import type { SearchKind } from '../domain/searches/search';

/** What a partner is asked. */
export interface SearchRequest {
  readonly kind: SearchKind;
  /** Names the run: a request that is sent twice is one request. */
  readonly runUid: string;
  readonly startedAt: Date;
  /** When it is asked: now, or again. */
  readonly askedAt: Date;
  readonly patient: SentDetails;
  /** Why it is asked, and on what that rests. */
  readonly purposeOfUse: PurposeOfUse;
}

/** What a partner says to a request. */
export type SearchResponse =
  /** The answer is there at once. */
  | { readonly kind: 'answered'; readonly answer: SearchAnswer }
  /** The request was taken; the answer is there when it is asked again after this time. */
  | { readonly kind: 'accepted'; readonly askAgainAfterMs: number };

/** A partner that is asked patient by patient. */
export interface DirectPartner extends PartnerTerms {
  readonly kind: 'direct';
  /** Its name in the configuration and for operators. */
  readonly name: string;
  /** @throws when the partner cannot be reached; the caller tries again with the same run */
  readonly submit: (request: SearchRequest) => Promise<SearchResponse>;
}

/**
 * A partner that takes many patients in one file and answers in files of its own (docs/partners/roster.md).
 */
export interface RosterPartner extends PartnerTerms {
  readonly kind: 'roster';
  readonly name: string;
  /** After this time without an answer, an operator is to look. */
  readonly answerWithinMs: number;
}

/** Who answers a search. */
export type SearchPartner = DirectPartner | RosterPartner;
