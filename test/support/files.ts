/** The object store of the tests. */
import { openObjectStore, type ObjectStore } from '../../src/files/object-store';
import { ensureBucket } from '../../stack/run/object-store';

/** The bucket of every test; keys have random ids, so test files don't collide. */
export const testBucket = 'recordwell';

/** Returns the address and signer of the object store that the global setup started. */
export function testObjectStore() {
  return {
    endpoint: process.env['TEST_S3_ENDPOINT'] ?? '',
    region: 'us-east-1',
    bucket: testBucket,
    accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  };
}

/** Creates the bucket; called once per run. */
export async function prepareTestBucket(): Promise<void> {
  const { endpoint, ...credentials } = testObjectStore();
  await ensureBucket(endpoint, credentials, testBucket);
}

/** Opens the object store that the global setup started. */
export function openTestFiles(): ObjectStore {
  return openObjectStore({ ...testObjectStore(), publicEndpoint: undefined });
}
