/**
 * The data converter that every client, worker and replay uses; with another one, histories are not readable.
 */
import type { DataConverter } from '@temporalio/common';
import { createPayloadCodec, type PayloadKey } from './payload-codec';

/**
 * The module of the failure converter. `bundleWorkflowCode` needs it as well as the worker: without it in the
 * bundle, a failure thrown by a workflow keeps its message in clear.
 */
export const failureConverterPath = require.resolve('./failure-converter');

/**
 * The data converter for a key ring (`PAYLOAD_KEYS`).
 * @throws TypeError as `createPayloadCodec`
 */
export function createDataConverter(
  keys: readonly PayloadKey[],
): DataConverter & { readonly failureConverterPath: string } {
  return { failureConverterPath, payloadCodecs: [createPayloadCodec(keys)] };
}
