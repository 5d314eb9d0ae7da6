import type { TakenCommand } from '../store/outbox';

/** The part of a command that is sent. */
export type SendableCommand = Pick<
  TakenCommand,
  'workflowType' | 'workflowId' | 'signal' | 'args' | 'searchAttributes'
>;

/** What the outbox needs of Temporal; `src/temporal` fulfils it. */
export interface WorkflowPort {
  /**
   * Starts the command's workflow, or signals it, starting it when it does not run. Harmless when repeated.
   * @throws when Temporal cannot be reached or refuses; the outbox tries again
   */
  readonly send: (command: SendableCommand) => Promise<void>;
}
