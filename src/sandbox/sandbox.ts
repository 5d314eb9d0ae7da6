import type { SandboxParts } from '../partners/partners';
import { createSandboxFacilityChannel } from './facility-channel';
import { createStubRenderer } from './renderer';
import { sandboxSearchPartner } from './search-partner';

/** What answers on sandbox projects, in place of all outside parties. */
export const sandbox: SandboxParts = {
  searchPartner: sandboxSearchPartner,
  facilityChannel: createSandboxFacilityChannel(createStubRenderer()),
};
