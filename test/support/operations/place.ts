import type { ApiWorld, TestCompany } from '../api-world';

/** The place for requests: a company with its administrator and its projects, in the sandbox. */
export interface Place {
  readonly world: ApiWorld;
  readonly company: TestCompany;
  /** Returns a text that no other request of the run uses, valid as an id. */
  readonly fresh: () => string;
}
