import { openObjectStore, type ObjectStore } from '../files/object-store';
import type { Config } from './config';

/** Opens the object store of the configuration. */
export function openFiles(config: Config): ObjectStore {
  return openObjectStore({
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}
