/** What a receiver reports about a delivery. */
import { z } from 'zod';

/** The exact envelope, without extra fields. */
export const envelopeSchema = z.strictObject({
  id: z.uuid(),
  timestamp: z.iso.datetime(),
  version: z.literal('events'),
  eventType: z.string(),
  resource: z.string(),
  changed: z.array(z.string()),
  data: z.record(z.string(), z.unknown()),
});
/** A parsed envelope. */
export type Envelope = z.output<typeof envelopeSchema>;

const receiptSchema = z.object({
  /** The time of arrival, in Unix milliseconds. */
  at: z.number(),
  headerId: z.string(),
  bodySha256: z.string(),
  isPost: z.boolean(),
  isFresh: z.boolean(),
  isGenuine: z.boolean(),
  /** Absent if the body wasn't the documented envelope, or its signature was invalid. */
  envelope: envelopeSchema.optional(),
  /** The status that the receiver returned. */
  answered: z.number(),
});
/** One attempt that the receiver got. */
export type Receipt = z.output<typeof receiptSchema>;

/** A line of the receiver: first its port, then a receipt for each attempt. */
export const receiverLineSchema = z.union([
  z.object({ port: z.number() }),
  z.object({ receipt: receiptSchema }),
]);
/** A parsed line of the receiver. */
export type ReceiverLine = z.input<typeof receiverLineSchema>;
