/**
 * Reads the configuration, only from an environment. Each folder states its settings; `src/main` joins them.
 */
import type { z } from 'zod';

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** All problems of a configuration, one per line; the message contains no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map(problem => `  ${problem}`).join('\n')}`);
  }
}

/**
 * Parses an environment with a schema in which each key has a sentence (`describe`); an empty value counts as
 * absent.
 * @throws ConfigError naming every missing or malformed key, with its sentence
 */
export function parseEnvironment<S extends z.ZodObject<Record<string, z.ZodType>>>(
  schema: S,
  environment: Environment,
): z.output<S> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(issue => {
      const name = String(issue.path[0]);
      const rule = given[name] === undefined ? 'is required' : issue.message;
      return `${name}: ${rule}. ${schema.shape[name]?.description ?? ''}`;
    }),
  );
}
