import type { SandboxParts } from '../partners/partners';
import { sandboxFacilityChannel } from './facility-channel';
import { sandboxSearchPartner } from './search-partner';

/** Who answers on sandbox projects, in place of everybody outside. */
export const sandbox: SandboxParts = {
  searchPartner: sandboxSearchPartner,
  facilityChannel: sandboxFacilityChannel,
};
