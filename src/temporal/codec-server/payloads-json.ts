/** The JSON of Temporal’s remote codec: payloads whose metadata and data are base64. */
import type { Payload } from '@temporalio/common';
import { z } from 'zod';

/** The most payloads of one request; the UI asks for those of one event or one page. */
export const payloadsMax = 1000;

const bytes = z.base64().transform(text => Buffer.from(text, 'base64'));

/** What `/decode` and `/encode` take. Unknown fields are ignored. */
export const payloadsSchema = z.object({
  payloads: z
    .array(
      z
        .object({ metadata: z.record(z.string().max(256), bytes).nullish(), data: bytes.nullish() })
        .transform(({ metadata, data }) => ({ metadata: metadata ?? {}, data: data ?? null })),
    )
    .max(payloadsMax)
    // Protobuf's JSON leaves an empty list out, so the `temporal` command sends a signal without arguments
    // like this.
    .default([]),
});

/** The payloads of a request. */
export type GivenPayloads = z.output<typeof payloadsSchema>['payloads'];

/** Payloads as the JSON they came in. */
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
