import type { Environment } from '../projects/project';

/** What is billed: what people do in the site finder (EMBED-5). */
export const billableActions = ['siteFinder.search', 'siteFinder.create', 'siteFinder.research'] as const;

/** Something that is billed. */
export type BillableAction = (typeof billableActions)[number];

/** One billable action: who did it, for which company, and when. */
export interface LedgerEntry {
  readonly uid: string;
  readonly companyUid: string;
  /** The user who minted the token, in whose name it was done. */
  readonly userUid: string;
  /** On sandbox nothing is charged; what would have been is listed all the same. */
  readonly environment: Environment;
  readonly action: BillableAction;
  /** The site that it is about; `null` of a search. */
  readonly siteUid: string | null;
  readonly occurredAt: Date;
}
