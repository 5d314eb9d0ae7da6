import { readFileSync } from 'node:fs';
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
