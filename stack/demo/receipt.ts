/** What a receiver says of a delivery. */
import { z } from 'zod';

/** The envelope, with nothing left out and nothing besides. */
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
  /** When it came, in milliseconds since 1970. */
  at: z.number(),
  headerId: z.string(),
  bodySha256: z.string(),
  isPost: z.boolean(),
  isFresh: z.boolean(),
  isGenuine: z.boolean(),
  /** Absent when the body was not the documented envelope, or not genuine. */
  envelope: envelopeSchema.optional(),
  /** The status it was answered with. */
  answered: z.number(),
});
/** One attempt as the receiver saw it. */
export type Receipt = z.output<typeof receiptSchema>;

/** A line of the receiver: where it listens, first; then a receipt per attempt. */
export const receiverLineSchema = z.union([
  z.object({ port: z.number() }),
  z.object({ receipt: receiptSchema }),
]);
/** A parsed line of the receiver. */
export type ReceiverLine = z.input<typeof receiverLineSchema>;
