import type { Clock } from '../platform/clock';
import type { ObjectStore } from '../files/object-store';
import type { Executor } from '../store/database';
import { runChange } from '../usecases/change';
import type { AdminContext } from './command';
import { commandGroups } from './commands';
import type { ConfigurationPlace } from './configuration-place';
import { confirm } from './confirm';
import { exitCodes, explainFailure } from './failures';
import { outcomeJson, outcomeText } from './outcome';
import { buildProgram, type ProgramSettings } from './program';
import type { Egress } from '../webhooks/egress/egress';
import type { EndpointSealer } from '../webhooks/endpoint-sealer';
import type { Terminal } from './terminal';

/**
 * The connections and secrets of a command. They're opened only when a command runs: help doesn't need them.
 */
export interface AdminSession {
  readonly db: Executor;
  readonly clock: Clock;
  readonly fingerprintSecret: Buffer;
  readonly openEgress: () => Egress;
  readonly openFiles: () => ObjectStore;
  readonly endpointSealer: EndpointSealer;
  /** The operator's name in the audit log. */
  readonly operatorName: string;
  readonly close: () => Promise<void>;
}

/** The settings for running command lines. */
export interface AdminSettings {
  readonly terminal: Terminal;
  /** Where the configuration comes from: its options, and a sentence for the help. */
  readonly place: Pick<ConfigurationPlace, 'options' | 'sentence'>;
  /** @param typed the options on the command line, by name */
  readonly open: (typed: Readonly<Record<string, unknown>>) => AdminSession;
}

/**
 * Runs a command line.
 * @param args what follows `npm run admin --`
 * @returns the exit code; any error is reported in one line on standard error
 */
export async function runAdmin(args: readonly string[], settings: AdminSettings): Promise<number> {
  const { terminal, place, open } = settings;
  const execute: ProgramSettings['execute'] = async (command, values, common) => {
    const session = open(common.typed);
    try {
      const principal = { kind: 'operator', name: session.operatorName } as const;
      // The relay sends what a command writes to the outbox. NOTIFY wakes it after every commit.
      const parts = { db: session.db, clock: session.clock, nudgeOutbox: () => undefined };
      const context: AdminContext = {
        ...parts,
        principal,
        change: (event, work) => runChange(parts, { principal, requestId: null, event }, work),
        fingerprintSecret: session.fingerprintSecret,
        openEgress: session.openEgress,
        openFiles: session.openFiles,
        endpointSealer: session.endpointSealer,
        terminal,
      };
      const loss = await command.loses?.(context, values);
      if (loss !== undefined) await confirm(terminal, loss, common.isAgreed);
      const outcome = await command.run(context, values);
      // A command that streamed its result to stdout must not mix other text with it.
      const { target, text } =
        outcome.kind === 'streamed'
          ? { target: terminal.stderr, text: outcome.sentence }
          : { target: terminal.stdout, text: (common.isJson ? outcomeJson : outcomeText)(outcome) };
      target.write(`${text}\n`);
    } finally {
      await session.close();
    }
  };
  const program = buildProgram(commandGroups, { terminal, place, execute });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const { sentence, exitCode } = explainFailure(error);
    if (sentence !== '') terminal.stderr.write(`${sentence}\n`);
    return exitCode;
  }
}
