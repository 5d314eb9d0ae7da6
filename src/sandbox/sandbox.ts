import type { SandboxParts } from '../partners/partners';
import { createSandboxFacilityChannel } from './facility-channel';
import { createStubRenderer } from './renderer';
import { sandboxSearchPartner } from './search-partner';

/** Who answers on sandbox projects, in place of everybody outside. */
export const sandbox: SandboxParts = {
  searchPartner: sandboxSearchPartner,
  facilityChannel: createSandboxFacilityChannel(createStubRenderer()),
};
