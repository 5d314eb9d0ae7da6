import { z } from 'zod';
import { openObjectStore, type ObjectStore } from '../files/object-store';
import { ehrChannelAdapters } from '../partners/ehr/adapters';
import type { FacilityParts } from '../partners/partners';
import { researchSourceAdapters } from '../partners/research/adapters';
import { createResearchSources, type ResearchSources } from '../partners/research/research-source';
import { ConfigError } from '../platform/config';
import { sandboxResearchSource } from '../sandbox/research-source';
import type { RosterExchange } from '../usecases/rosters/exchanges';
import type { Config } from './config';
import { readCredentials, readToken } from './read-credentials';

/** The content of a partner's credentials file (docs/partners/roster.md, Store). */
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
  throw new ConfigError([
    `SEARCH_PARTNERS: the credentials file of ${name} has missing or invalid fields: ${fields}.`,
  ]);
}

/**
 * Opens the exchange with each roster partner, through our own store or the partner's, whose credentials are
 * in the configured file.
 * @throws ConfigError if such a file can't be used; none of its values is shown
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

/**
 * Opens the channels to facilities; their tokens are in the configured files.
 * @throws ConfigError if such a file can't be used; none of its values is shown
 */
export function openFacilityParts(config: Pick<Config, 'FACILITY_CHANNELS' | 'OUTREACH'>): FacilityParts {
  const { channels, routes } = config.FACILITY_CHANNELS ?? { channels: [], routes: [] };
  return {
    outreach: config.OUTREACH,
    channels: channels.map(settings =>
      ehrChannelAdapters[settings.kind](
        settings,
        readToken('FACILITY_CHANNELS', settings.name, settings.credentialsFile),
      ),
    ),
    routes,
  };
}

/**
 * Opens the research sources; their tokens are in the configured files.
 * @throws ConfigError if such a file can't be used; none of its values is shown
 */
export function openResearchSources(config: Pick<Config, 'RESEARCH_SOURCES'>): ResearchSources {
  return createResearchSources(
    sandboxResearchSource,
    (config.RESEARCH_SOURCES ?? []).map(settings => ({
      source: researchSourceAdapters[settings.kind](
        settings,
        readToken('RESEARCH_SOURCES', settings.name, settings.credentialsFile),
      ),
      companies: settings.companies,
    })),
  );
}
