import type { Partners } from '../../src/partners/partners';
import type { ApiWorld, TestCompany } from './api-world';
import { anyPurpose } from './any-purpose';

/** A partner that accepts every search at once, and no channel to facilities. */
export const acceptingPartner: Partners = {
  searchPartner: () => ({
    kind: 'direct',
    name: 'claimsnet',
    ...anyPurpose,
    submit: async () => ({ kind: 'accepted', askAgainAfterMs: 1 }),
  }),
  facilityChannel: () => undefined,
};

/** Returns the parts of search runs with that partner. */
export function searchParts({ db }: Pick<ApiWorld, 'db'>) {
  return {
    db,
    clock: { now: () => new Date() },
    nudgeOutbox: () => undefined,
    partners: acceptingPartner,
    fingerprintSecret: Buffer.alloc(32, 1),
  };
}

/** Creates the project `covered`, whose searches need no approval. */
export async function putCoveredProject(world: ApiWorld, company: TestCompany): Promise<void> {
  await world.call('PUT', `/v0/companies/${company.id}/projects/covered`, {
    key: company.productionKey,
    body: { name: 'Covered', purpose: 'CoveredTreatment' },
  });
}
