/** The URLs by which the processes reach the database. */
export interface DatabaseUrls {
  /** As `recordwell_app`, which may only use what the migrations grant it. */
  readonly app: string;
  /** As `recordwell_owner`, to whom the database belongs. */
  readonly owner: string;
  /** As `recordwell_browse`, which reads what can be browsed and nothing else. */
  readonly browse: string;
}
