/** Stops what the global set-up started. */
import { stopTestServices } from './test-services';

module.exports = stopTestServices;
