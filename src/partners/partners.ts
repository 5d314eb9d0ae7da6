import type { ProjectStatus } from '../domain/projects/project';
import type { FacilityChannel } from './facility-channel';
import { createSandboxFacilityChannel } from './sandbox/sandbox-facility-channel';
import { sandboxSearchPartner } from './sandbox/sandbox-search-partner';
import type { SearchPartner } from './search-partner';

/** Who stands on the other side, per environment. */
export interface Partners {
  /** @throws PartnerMissing when none is configured for projects of this status */
  readonly searchPartner: (status: ProjectStatus) => SearchPartner;
  /** The channel to facilities, `undefined` where the delivery team works the requests by hand. */
  readonly facilityChannel: (status: ProjectStatus) => FacilityChannel | undefined;
}

/** No partner is configured; searches stay armed and are tried again. */
export class PartnerMissing extends Error {
  override readonly name = 'PartnerMissing';
  readonly isMessageSafe = true;
}

/** The partners of this deployment. */
export function createPartners(): Partners {
  const sandboxChannel = createSandboxFacilityChannel();
  return {
    searchPartner: status => {
      if (status === 'Sandbox') return sandboxSearchPartner;
      throw new PartnerMissing('no partner is configured for searches of live projects');
    },
    facilityChannel: status => (status === 'Sandbox' ? sandboxChannel : undefined),
  };
}
