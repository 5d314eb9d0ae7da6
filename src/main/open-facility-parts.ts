import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createHttpEhrChannel } from '../partners/ehr/http-ehr-channel';
import type { FacilityParts } from '../partners/partners';
import { ConfigError } from '../platform/config';
import type { Config } from './config';

/** What the credentials file of a channel holds (docs/partners/ehr-channel.md). */
const credentials = z.object({ token: z.string().min(1) });

function readToken(name: string, path: string): string {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigError([`FACILITY_CHANNELS: the credentials file of ${name} cannot be read as JSON.`]);
  }
  const parsed = credentials.safeParse(json);
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
