import type { ObjectStore } from '../files/object-store';
import type { Egress } from '../webhooks/egress/egress';
import type { EndpointSealer } from '../webhooks/endpoint-sealer';
import type { OperatorPrincipal } from '../access/principal';
import type { ChangeParts, OperatorChange } from '../usecases/change';
import type { Inputs, ValuesOf } from './inputs';
import type { Outcome } from './outcome';
import type { Terminal } from './terminal';

/** What a command has at its disposal. Reads use `db`; every change goes through `change`. */
export interface AdminContext extends ChangeParts {
  readonly principal: OperatorPrincipal;
  /** Runs a use case in one transaction with its audit row; `event` is its name in the audit log. */
  readonly change: <T>(event: string, work: (change: OperatorChange) => Promise<T>) => Promise<T>;
  /** The key of API key fingerprints. */
  readonly fingerprintSecret: Buffer;
  /** Opens the guarded egress, to check a URL. The command must close it. */
  readonly openEgress: () => Egress;
  /** Opens the object store. The command must close it. */
  readonly openFiles: () => ObjectStore;
  /** Seals and opens the secrets and the custom headers of webhook endpoints. */
  readonly endpointSealer: EndpointSealer;
  readonly terminal: Terminal;
}

/** What a command is about to remove or stop. */
export interface Loss {
  /** What the operator types to confirm. */
  readonly id: string;
  /** What the operator loses, as a sentence. */
  readonly consequence: string;
  /** How to get it back, as a sentence; absent if there is no way. */
  readonly wayBack?: string;
}

interface CommandOf<I extends Inputs> {
  readonly name: string;
  readonly summary: string;
  readonly inputs: I;
  /** Command lines, without the leading `npm run admin --`. */
  readonly examples: readonly string[];
  /** Returns what this run would remove, if anything; the operator confirms it first. */
  readonly loses?: (context: AdminContext, values: ValuesOf<I>) => Promise<Loss | undefined>;
  readonly run: (context: AdminContext, values: ValuesOf<I>) => Promise<Outcome>;
}

/** One command. */
export type Command = CommandOf<Inputs>;

/** Defines a command so that `run` knows the types of its inputs. */
export function command<const I extends Inputs>(definition: CommandOf<I>): Command {
  // One list holds commands of every type; the program passes each one the values of its own inputs.
  return definition as unknown as Command;
}

/** Commands about one kind of item. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}
