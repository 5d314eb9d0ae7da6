import { createHeaderSealer } from '../../src/webhooks/header-sealer';

/** What seals the custom headers of endpoints in the tests, whichever process makes them. */
export const testHeaderSealer = createHeaderSealer([{ id: 'k1', key: Buffer.alloc(32, 9) }]);
