import type { Environment } from '../platform/config';

/** Where the configuration of a command line comes from, and how the help says so. */
export interface ConfigurationPlace {
  /** Options with which every command can name the place; a deployment has none. */
  readonly options: ReadonlyArray<{ readonly flags: string; readonly description: string }>;
  /** The sentence of the help that names the place. */
  readonly sentence: string;
  /**
   * The environment that a command runs with.
   * @param typed the values of the options, by their names
   * @throws ConfigError or OperatorError where there is none
   */
  readonly read: (typed: Readonly<Record<string, unknown>>) => Environment;
}
