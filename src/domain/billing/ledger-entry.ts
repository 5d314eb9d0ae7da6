import type { Environment } from '../projects/project';

/** What is billed: user actions in the site finder (EMBED-5). */
export const billableActions = ['siteFinder.search', 'siteFinder.create', 'siteFinder.research'] as const;

/** Something that is billed. */
export type BillableAction = (typeof billableActions)[number];

/** One billable action: who did it, for which company, and when. */
export interface LedgerEntry {
  readonly uid: string;
  readonly companyUid: string;
  /** The user who created the token and on whose behalf it was done. */
  readonly userUid: string;
  /** Nothing is charged on sandbox, but what would have been is listed. */
  readonly environment: Environment;
  readonly action: BillableAction;
  /** The site that it is about; `null` for a search. */
  readonly siteUid: string | null;
  readonly occurredAt: Date;
}
