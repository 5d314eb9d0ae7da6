import type { KeyPrincipal } from '../../access/principal';
import type { Project } from '../../domain/projects/project';
import type { ByKey, CustomerChange, ProjectChange } from '../../usecases/change';
import type { ProjectReading, Reading } from '../../usecases/reading';
import type { MadeUids } from '../../store/access/idempotency';
import type { RowFormat } from './answer-rows';
import type { Contract, Input, MakingContract, Reply } from './contract';
import type { Services } from './services';

/** `InProject` if the access rule's scope is `project`, `Elsewhere` if it isn't. */
type ByScope<C extends Contract, InProject, Elsewhere> = C['access']['scope'] extends 'project'
  ? InProject
  : 'project' extends C['access']['scope']
    ? InProject | Elsewhere
    : Elsewhere;

/** What a handler works with. */
export interface OperationContext<C extends Contract> {
  readonly services: Services;
  readonly principal: KeyPrincipal;
  /** The project of the path. Only if the access rule's scope is `project`. */
  readonly project: ByScope<C, Project, undefined>;
  /** Returns the format in which the caller wants rows. */
  readonly wantedFormat: () => RowFormat;
  /** Returns a signal that is aborted when the caller has left, so that work nobody waits for can end. */
  readonly gone: () => AbortSignal;
  /** What a use case that reads needs. */
  readonly reading: ByScope<C, ProjectReading, Reading>;
  /**
   * Runs the use case in one transaction together with its audit row. `present` must be pure and quick: it
   * runs before the commit, so that nothing is changed that can't be answered.
   * @param uidsOf what a repeat with the same `Idempotency-Key` finds; set by {@link makingOperation}
   */
  readonly change: <T>(
    work: (change: ChangeFor<C>) => Promise<T>,
    present: (result: T) => Reply<C>,
    uidsOf?: (result: T) => readonly string[],
  ) => Promise<Reply<C>>;
}

type ChangeFor<C extends Contract> = ByScope<C, ProjectChange & ByKey, CustomerChange & ByKey>;

/** A contract with the code that fulfills it. */
export interface Operation<C extends Contract = Contract> {
  readonly contract: C;
  readonly handle: (context: OperationContext<C>, input: Input<C>) => Promise<Reply<C>>;
  /**
   * Shows what an earlier request created. Every POST that creates something has it, and no other operation.
   */
  readonly showAgain?: (context: OperationContext<C>, made: MadeUids) => Promise<Reply<C>>;
}

// The list holds operations of every type. The pipeline gives each handler exactly what its contract parsed.
function listed<C extends Contract>(joined: Operation<C>): Operation {
  return joined as unknown as Operation;
}

/**
 * Joins a contract and its handler, whose types must fit. For a POST that creates something, use {@link
 * makingOperation}.
 */
export function operation<C extends Contract>(
  contract: C extends MakingContract ? never : C,
  handle: Operation<C>['handle'],
): Operation {
  return listed<C>({ contract, handle });
}

/** How a POST creates something, and how a repeat gets the answer again. */
export interface Making<C extends Contract, Made> {
  /** Calls other systems before the transaction begins. */
  readonly before?: (context: OperationContext<C>, input: Input<C>) => Promise<void>;
  /** The use case. It runs in one transaction with its audit row. */
  readonly make: (change: ChangeFor<C>, input: Input<C>) => Promise<Made>;
  /** Returns what is kept for a repeat: at least one uid. */
  readonly uidsOf: (made: Made) => readonly string[];
  /**
   * Finds what was created, in its current state, for the caller with their current access.
   * @throws Problem 404 if the caller can't see it, or no longer can
   */
  readonly find: (reading: OperationContext<C>['reading'], made: MadeUids) => Promise<Made>;
  /**
   * Builds the answer with its own URLs and tokens. Must be pure and quick, because it runs before the
   * commit.
   */
  readonly show: (context: OperationContext<C>) => (made: Made) => Reply<C>;
}

/** Joins the contract of a POST that creates something and its parts. */
export function makingOperation<C extends MakingContract, Made>(
  contract: C,
  { before, make, uidsOf, find, show }: Making<C, Made>,
): Operation {
  return listed<C>({
    contract,
    handle: async (context, input) => {
      await before?.(context, input);
      return context.change(change => make(change, input), show(context), uidsOf);
    },
    showAgain: async (context, made) => show(context)(await find(context.reading, made)),
  });
}
