/** The object store of the tests. */
import { openObjectStore, type ObjectStore } from '../../src/files/object-store';

/** The bucket of every test; keys hold random ids, so test files do not meet. */
export const testBucket = 'recordwell';

/** Opens the object store that the global set-up started. */
export function openTestFiles(): ObjectStore {
  return openObjectStore({
    endpoint: process.env['TEST_S3_ENDPOINT'],
    publicEndpoint: undefined,
    region: 'us-east-1',
    bucket: testBucket,
    accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  });
}
