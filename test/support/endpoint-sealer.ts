import { createEndpointSealer } from '../../src/webhooks/endpoint-sealer';

/** The sealer of endpoints' secrets and custom headers in tests, the same in every process. */
export const testEndpointSealer = createEndpointSealer([{ id: 'k1', key: Buffer.alloc(32, 9) }]);
