import type { KeyPrincipal } from '../../access/principal';
import type { Project } from '../../domain/projects/project';
import type { CustomerChange, ProjectChange } from '../../usecases/change';
import type { ProjectReading, Reading } from '../../usecases/reading';
import type { Contract, Input, Reply } from './contract';
import type { Services } from './services';

/** `InProject` where the access rule's scope is `project`, `Elsewhere` where it is not. */
type ByScope<C extends Contract, InProject, Elsewhere> = C['access']['scope'] extends 'project'
  ? InProject
  : 'project' extends C['access']['scope']
    ? InProject | Elsewhere
    : Elsewhere;

/** What a handler works with. */
export interface OperationContext<C extends Contract> {
  readonly services: Services;
  readonly principal: KeyPrincipal;
  /** The project of the path; only where the access rule's scope is `project`. */
  readonly project: ByScope<C, Project, undefined>;
  /** What a use case that reads is given. */
  readonly reading: ByScope<C, ProjectReading, Reading>;
  /**
   * Runs the use case in one transaction together with its audit row and, where the caller sent an
   * `Idempotency-Key`, the answer: `present` must be pure and quick, it runs before the commit.
   */
  readonly change: <T>(
    work: (change: ByScope<C, ProjectChange, CustomerChange>) => Promise<T>,
    present: (result: T) => Reply<C>,
  ) => Promise<Reply<C>>;
}

/** A contract with the code that fulfils it. */
export interface Operation<C extends Contract = Contract> {
  readonly contract: C;
  readonly handle: (context: OperationContext<C>, input: Input<C>) => Promise<Reply<C>>;
}

/** Joins a contract and its handler; the types of both must fit. */
export function operation<C extends Contract>(contract: C, handle: Operation<C>['handle']): Operation {
  // The list holds operations of every type; the pipeline gives each handler exactly what its contract
  // parsed.
  return { contract, handle } as unknown as Operation;
}
