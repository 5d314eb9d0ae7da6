import type { ApiWorld, TestCompany } from '../api-world';

/** Where a request is prepared: a company with its administrator and its projects, in the sandbox. */
export interface Place {
  readonly world: ApiWorld;
  readonly company: TestCompany;
  /** A text that no other request of the run uses, fit for an id. */
  readonly fresh: () => string;
}
