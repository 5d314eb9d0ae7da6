import type { Environment } from '../platform/config';

/** Where a command's configuration comes from, and how the help describes it. */
export interface ConfigurationPlace {
  /** Options with which every command can name the place; a deployment has none. */
  readonly options: ReadonlyArray<{ readonly flags: string; readonly description: string }>;
  /** The help's sentence that names the place. */
  readonly sentence: string;
  /**
   * Returns the environment that a command runs with.
   * @param typed the values of the options, by name
   * @throws ConfigError or OperatorError if there is none
   */
  readonly read: (typed: Readonly<Record<string, unknown>>) => Environment;
}
