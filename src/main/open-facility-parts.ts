import { ehrChannelAdapters } from '../partners/ehr/adapters';
import type { FacilityParts } from '../partners/partners';
import type { Config } from './config';
import { readToken } from './read-credentials';

/**
 * How facilities are asked, by the configuration; the tokens of channels are in the files that it names.
 * @throws ConfigError when such a file cannot be used; no value of it is shown
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
