import type { CommandRow } from '../store/outbox';

/** What the outbox needs of Temporal; `src/temporal` fulfils it. */
export interface WorkflowPort {
  /**
   * Starts the command's workflow, or signals it, starting it when it does not run. Harmless when repeated.
   * @throws when Temporal cannot be reached or refuses; the outbox tries again
   */
  readonly send: (command: CommandRow) => Promise<void>;
}
