import { createEndpointSealer } from '../../src/webhooks/endpoint-sealer';

/** What seals the secrets and the custom headers of endpoints in the tests, whichever process makes them. */
export const testEndpointSealer = createEndpointSealer([{ id: 'k1', key: Buffer.alloc(32, 9) }]);
