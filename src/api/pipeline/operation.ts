import type { KeyPrincipal } from '../../access/principal';
import type { Project } from '../../domain/projects/project';
import type { AuditedResource, Change } from '../../usecases/change';
import type { VersionCondition } from '../../usecases/version-condition';
import type { Contract, Input, Reply } from './contract';
import type { Services } from './services';

/** What a handler works with. */
export interface OperationContext<C extends Contract> {
  readonly services: Services;
  readonly principal: KeyPrincipal;
  readonly requestId: string;
  /** The project of the path; only where the access rule's scope is `project`. */
  readonly project: C['access']['scope'] extends 'project'
    ? Project
    : 'project' extends C['access']['scope']
      ? Project | undefined
      : undefined;
  /** What `If-Match` demands. */
  readonly versionCondition: VersionCondition;
  /** Tells the audit trail which record a read was about. */
  readonly readResource: (resource: AuditedResource) => void;
  /**
   * Runs the use case in one transaction together with its audit row and, where the caller sent an
   * `Idempotency-Key`, the answer: `present` must be pure and quick, it runs before the commit.
   */
  readonly change: <T>(
    work: (change: Change) => Promise<T>,
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
  // The list of operations holds all kinds; the pipeline hands each handler exactly what its contract parsed.
  return { contract, handle } as unknown as Operation;
}
