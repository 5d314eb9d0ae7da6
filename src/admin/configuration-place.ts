import type { Environment } from '../platform/config';

/** Where a command's configuration comes from, and how the help describes it. */
export interface ConfigurationPlace {
  /** Options of every command that select the place. A deployment has none. */
  readonly options: ReadonlyArray<{ readonly flags: string; readonly description: string }>;
  /** A sentence for the help that describes the place. */
  readonly sentence: string;
  /**
   * Returns the environment that a command runs with.
   * @param typed the values of the options, by name
   * @throws ConfigError or OperatorError if nothing is configured
   */
  readonly read: (typed: Readonly<Record<string, unknown>>) => Environment;
}
