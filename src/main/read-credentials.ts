import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../platform/config';

/**
 * Reads the credentials file of a partner.
 * @param setting the setting that names it
 * @param name of the partner
 * @throws ConfigError if it can't be read as JSON; none of its values is shown
 */
export function readCredentials(setting: string, name: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigError([`${setting}: the credentials file of ${name} can't be read as JSON.`]);
  }
}

/** The content of the credentials file of an HTTP partner. */
const bearer = z.object({ token: z.string().min(1) });

/** Returns the token in a partner's credentials file; parameters and errors as {@link readCredentials}. */
export function readToken(setting: string, name: string, path: string): string {
  const parsed = bearer.safeParse(readCredentials(setting, name, path));
  if (!parsed.success)
    throw new ConfigError([
      `${setting}: the credentials file of ${name} has a missing or invalid field: token.`,
    ]);
  return parsed.data.token;
}
