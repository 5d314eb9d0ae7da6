import type { KeyPrincipal } from '../../access/principal';
import type { Project } from '../../domain/projects/project';
import type { ByKey, CustomerChange, ProjectChange } from '../../usecases/change';
import type { ProjectReading, Reading } from '../../usecases/reading';
import type { MadeUids } from '../../store/access/idempotency';
import type { RowFormat } from './answer-rows';
import type { Contract, Input, MakingContract, Reply } from './contract';
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
  /** The format in which the caller wants rows. */
  readonly wantedFormat: () => RowFormat;
  /** A signal that is aborted when the caller has left: what only they wait for can be ended. */
  readonly gone: () => AbortSignal;
  /** What a use case that reads is given. */
  readonly reading: ByScope<C, ProjectReading, Reading>;
  /**
   * Runs the use case in one transaction together with its audit row: `present` must be pure and quick, it
   * runs before the commit, so that nothing is changed that cannot be answered.
   * @param uidsOf what a repeat with the same `Idempotency-Key` is to find; said by {@link makingOperation}
   */
  readonly change: <T>(
    work: (change: ChangeFor<C>) => Promise<T>,
    present: (result: T) => Reply<C>,
    uidsOf?: (result: T) => readonly string[],
  ) => Promise<Reply<C>>;
}

type ChangeFor<C extends Contract> = ByScope<C, ProjectChange & ByKey, CustomerChange & ByKey>;

/** A contract with the code that fulfils it. */
export interface Operation<C extends Contract = Contract> {
  readonly contract: C;
  readonly handle: (context: OperationContext<C>, input: Input<C>) => Promise<Reply<C>>;
  /**
   * The answer about what an earlier request made; every POST that makes something has it, and nothing else.
   */
  readonly showAgain?: (context: OperationContext<C>, made: MadeUids) => Promise<Reply<C>>;
}

// The list holds operations of every type; the pipeline gives each handler exactly what its contract parsed.
function listed<C extends Contract>(joined: Operation<C>): Operation {
  return joined as unknown as Operation;
}

/**
 * Joins a contract and its handler; the types of both must fit. A POST that makes something is a {@link
 * makingOperation}.
 */
export function operation<C extends Contract>(
  contract: C extends MakingContract ? never : C,
  handle: Operation<C>['handle'],
): Operation {
  return listed<C>({ contract, handle });
}

/** How a POST makes something, and how the answer is given again to a repeat. */
export interface Making<C extends Contract, Made> {
  /** What is asked of other systems before the transaction begins. */
  readonly before?: (context: OperationContext<C>, input: Input<C>) => Promise<void>;
  /** The use case; it runs in one transaction with its audit row. */
  readonly make: (change: ChangeFor<C>, input: Input<C>) => Promise<Made>;
  /** All that is kept for a repeat: at least one uid. */
  readonly uidsOf: (made: Made) => readonly string[];
  /**
   * What was made, as it is now, for the caller as they are now.
   * @throws Problem 404 when the caller cannot see it (any more)
   */
  readonly find: (reading: OperationContext<C>['reading'], made: MadeUids) => Promise<Made>;
  /** The answer, with URLs and tokens of its own; pure and quick, as it runs before the commit. */
  readonly show: (context: OperationContext<C>) => (made: Made) => Reply<C>;
}

/** Joins the contract of a POST that makes something and what it does. */
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
