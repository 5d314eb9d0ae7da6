import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../platform/config';

/**
 * Reads the credentials file of a partner.
 * @param setting which setting names it
 * @param name of the partner
 * @throws ConfigError when it cannot be read as JSON; no value of it is shown
 */
export function readCredentials(setting: string, name: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigError([`${setting}: the credentials file of ${name} cannot be read as JSON.`]);
  }
}

/** What the credentials file of a partner holds who is asked by HTTP. */
const bearer = z.object({ token: z.string().min(1) });

/** The token in the credentials file of a partner; parameters and errors as {@link readCredentials}. */
export function readToken(setting: string, name: string, path: string): string {
  const parsed = bearer.safeParse(readCredentials(setting, name, path));
  if (!parsed.success)
    throw new ConfigError([`${setting}: the credentials file of ${name} lacks or misstates: token.`]);
  return parsed.data.token;
}
