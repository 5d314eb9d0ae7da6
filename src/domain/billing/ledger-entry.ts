import type { Environment } from '../projects/project';
import type { SearchKind } from '../searches/search';

/** What is billed to a user: actions in the site finder (EMBED-5). */
export const userActions = ['siteFinder.search', 'siteFinder.create', 'siteFinder.research'] as const;

/** Something that a user does and that is billed. */
export type UserAction = (typeof userActions)[number];

/** A run of a search, by the search. */
export type SearchAction = `search.${SearchKind}`;

/** What is billed: runs of searches (PATIENT-5), and actions in the site finder. */
export const billableActions = [
  'search.siteSonar',
  'search.patientHistories',
  'search.ehrSearch',
  ...userActions,
] as const satisfies ReadonlyArray<UserAction | SearchAction>;

/** Something that is billed. */
export type BillableAction = (typeof billableActions)[number];

/** One billable action: for which company, when, and how much of it. It has no price. */
export interface LedgerEntry {
  readonly uid: string;
  readonly companyUid: string;
  /** The user who created the token and on whose behalf it was done; `null` for a search run. */
  readonly userUid: string | null;
  /** Nothing is charged on sandbox, but what would have been is listed. */
  readonly environment: Environment;
  readonly action: BillableAction;
  /** The site that it is about; `null` for a search. */
  readonly siteUid: string | null;
  /** The project of a search run. */
  readonly projectUid: string | null;
  /** A run has one entry, however often its start is repeated. */
  readonly searchRunUid: string | null;
  /** How many last names a search run searched for. */
  readonly lastNames: number | null;
  /** What the fee scales with: the last names of a search run, otherwise 1. */
  readonly units: number;
  readonly occurredAt: Date;
}

/** What a company used of something that is billed, in a period and an environment. */
export interface Usage {
  readonly action: BillableAction;
  /** How many entries the ledger has. */
  readonly count: number;
  readonly units: number;
}
