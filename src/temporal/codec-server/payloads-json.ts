/** The JSON of Temporal's remote codec: payloads with base64 metadata and data. */
import type { Payload } from '@temporalio/common';
import { z } from 'zod';

/** The most payloads per request; the UI sends those of one event or one page. */
export const payloadsMax = 1000;

const bytes = z.base64().transform(text => Buffer.from(text, 'base64'));

/** The input of `/decode` and `/encode`. Unknown fields are ignored. */
export const payloadsSchema = z.object({
  payloads: z
    .array(
      z
        .object({ metadata: z.record(z.string().max(256), bytes).nullish(), data: bytes.nullish() })
        .transform(({ metadata, data }) => ({ metadata: metadata ?? {}, data: data ?? null })),
    )
    .max(payloadsMax)
    // Protobuf's JSON omits an empty list, so the `temporal` command sends a signal without arguments like
    // this.
    .default([]),
});

/** The payloads of a request. */
export type GivenPayloads = z.output<typeof payloadsSchema>['payloads'];

/** Returns payloads in the JSON format of the request. */
export function presentPayloads(payloads: readonly Payload[]): object {
  const base64 = (value: Uint8Array): string => Buffer.from(value).toString('base64');
  return {
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]),
      ),
      ...(data != null && data.length > 0 && { data: base64(data) }),
    })),
  };
}
