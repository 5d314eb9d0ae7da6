/** The data converter of every client, worker, and replay; with another one, histories aren't readable. */
import type { DataConverter } from '@temporalio/common';
import { createPayloadCodec, type PayloadKey } from './payload-codec';

/**
 * The module of the failure converter. `bundleWorkflowCode` needs it as well as the worker: without it in the
 * bundle, the message of a failure thrown by a workflow isn't encrypted.
 */
export const failureConverterPath = require.resolve('./failure-converter');

/**
 * Returns the data converter for a key ring (`PAYLOAD_KEYS`).
 * @throws TypeError as `createPayloadCodec`
 */
export function createDataConverter(
  keys: readonly PayloadKey[],
): DataConverter & { readonly failureConverterPath: string } {
  return { failureConverterPath, payloadCodecs: [createPayloadCodec(keys)] };
}
