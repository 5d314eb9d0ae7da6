import { z } from 'zod';
import { createHttpEhrChannel } from '../partners/ehr/http-ehr-channel';
import type { FacilityParts } from '../partners/partners';
import { ConfigError } from '../platform/config';
import type { Config } from './config';
import { readCredentials } from './read-credentials';

/** What the credentials file of a channel holds (docs/partners/ehr-channel.md). */
const credentials = z.object({ token: z.string().min(1) });

function readToken(name: string, path: string): string {
  const parsed = credentials.safeParse(readCredentials('FACILITY_CHANNELS', name, path));
  if (!parsed.success)
    throw new ConfigError([`FACILITY_CHANNELS: the credentials file of ${name} lacks or misstates: token.`]);
  return parsed.data.token;
}

/**
 * How facilities are asked, by the configuration; the tokens of channels are in the files that it names.
 * @throws ConfigError when such a file cannot be used; no value of it is shown
 */
export function openFacilityParts(config: Pick<Config, 'FACILITY_CHANNELS' | 'OUTREACH'>): FacilityParts {
  const { channels, routes } = config.FACILITY_CHANNELS ?? { channels: [], routes: [] };
  return {
    outreach: config.OUTREACH,
    channels: channels.map(settings =>
      createHttpEhrChannel(settings, readToken(settings.name, settings.credentialsFile)),
    ),
    routes,
  };
}
