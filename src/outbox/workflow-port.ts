import type { TakenCommand } from '../store/outbox';

/** The part of a command that is sent. */
export type SendableCommand = Pick<
  TakenCommand,
  'workflowType' | 'workflowId' | 'signal' | 'args' | 'searchAttributes'
>;

/** What the outbox needs from Temporal; implemented by `src/temporal`. */
export interface WorkflowPort {
  /**
   * Starts the command's workflow, or signals it, starting it if it isn't running. Safe to repeat.
   * @throws if Temporal can't be reached or refuses; the outbox retries
   */
  readonly send: (command: SendableCommand) => Promise<void>;
}
