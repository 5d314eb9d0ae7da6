/**
 * How a configuration is read: from an environment and nothing else. Each room states its settings;
 * `src/main` joins them.
 */
import type { z } from 'zod';

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Every problem of a configuration, one line each; the message holds no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map(problem => `  ${problem}`).join('\n')}`);
  }
}

/**
 * Reads an environment by a schema with a sentence (`describe`) a key; an empty value counts as absent.
 * @throws ConfigError naming every key that is missing or malformed, with its sentence
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
