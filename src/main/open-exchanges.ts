import { z } from 'zod';
import { openObjectStore, type ObjectStore } from '../files/object-store';
import { ConfigError } from '../platform/config';
import type { Config } from './config';
import { readCredentials } from './read-credentials';
import type { RosterExchange } from '../usecases/rosters/exchanges';

/** What a partner's credentials file holds (docs/partners/roster.md, Store). */
const storeFile = z.object({
  endpoint: z.url().optional(),
  region: z.string().default('us-east-1'),
  bucket: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

function openStoreOf(name: string, path: string): ObjectStore {
  const parsed = storeFile.safeParse(readCredentials('SEARCH_PARTNERS', name, path));
  if (parsed.success)
    return openObjectStore({ ...parsed.data, endpoint: parsed.data.endpoint, publicEndpoint: undefined });
  const fields = parsed.error.issues.map(issue => issue.path.join('.')).join(', ');
  throw new ConfigError([`SEARCH_PARTNERS: the credentials file of ${name} lacks or misstates: ${fields}.`]);
}

/**
 * Opens the exchange with each roster partner: through our own store, or the partner's, whose credentials are in the
 * file that the configuration names.
 * @throws ConfigError when such a file cannot be used; no value of it is shown
 */
export function openExchanges(
  config: Pick<Config, 'SEARCH_PARTNERS'>,
  files: ObjectStore,
): ReadonlyMap<string, RosterExchange> {
  return new Map(
    (config.SEARCH_PARTNERS?.rosters ?? []).map(settings => {
      const { name, credentialsFile } = settings;
      const store = credentialsFile === undefined ? files : openStoreOf(name, credentialsFile);
      return [name, { settings, files: store }];
    }),
  );
}
