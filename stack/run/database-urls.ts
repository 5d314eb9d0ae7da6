/** The processes' database URLs. */
export interface DatabaseUrls {
  /** For `recordwell_app`, which may only use what the migrations grant it. */
  readonly app: string;
  /** For `recordwell_owner`, which owns the database. */
  readonly owner: string;
  /** For `recordwell_browse`, which can only read what can be browsed. */
  readonly browse: string;
}
