import type { FacilityChannelSettings } from '../settings';
import type { EhrChannel } from './ehr-channel';
import { createHttpEhrChannel } from './http-ehr-channel';

/** Creates a channel from its settings and the token of its credentials file. */
type EhrChannelAdapter = (settings: FacilityChannelSettings, token: string) => EhrChannel;

/** The adapters of EHR channels by the `kind` that FACILITY_CHANNELS names. */
export const ehrChannelAdapters: Readonly<Record<FacilityChannelSettings['kind'], EhrChannelAdapter>> = {
  http: createHttpEhrChannel,
};
