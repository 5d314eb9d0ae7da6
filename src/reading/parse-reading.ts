import { z } from 'zod';
import { refusals } from '../domain/auth-checks/extraction';
import { documentPagesMax } from '../domain/auth-checks/limits';
import type { Reading } from './document-layout';

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const point = z.object({ x: z.number(), y: z.number() });
const text = z.string().max(100_000);
const reading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), refusal: z.enum(refusals) }),
  z.object({
    kind: z.literal('read'),
    layout: z.object({
      signatures: z
        .array(
          z.object({
            signer: text,
            signedAt: z.string().nullable(),
            coversDocument: z.boolean(),
            isIntact: z.boolean(),
          }),
        )
        .max(20),
      pages: z
        .array(
          z.object({
            number: z.number().int(),
            width: z.number(),
            height: z.number(),
            source: z.enum(['text', 'recognition']),
            confidence: z.number().nullable(),
            words: z.array(z.object({ text, box, confidence: z.number().optional() })).max(6_000),
            widgets: z.array(
              z.object({
                kind: z.enum(['text', 'checkbox', 'choice', 'signature']),
                name: text,
                tooltip: text,
                value: text,
                isOn: z.boolean(),
                box,
              }),
            ),
            annotations: z.array(
              z.object({ kind: z.enum(['ink', 'stamp', 'freeText']), box, text: text.optional() }),
            ),
            ink: z.object({
              strokes: z
                .array(z.object({ box, fill: z.number(), drawing: z.array(text).max(40).optional() }))
                .max(400),
              marks: z
                .array(z.object({ box, isFrame: z.boolean(), inner: z.number() }))
                .max(300)
                .optional(),
              rules: z.array(box).max(1_200),
              penLines: z
                .array(z.object({ left: point, right: point }))
                .max(180)
                .optional(),
            }),
            shown: z
              .object({
                degrees: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
                photo: z.enum(['cut', 'whole']).optional(),
                corners: z.array(z.number()).length(8).optional(),
                width: z.number().positive(),
                height: z.number().positive(),
              })
              .optional(),
          }),
        )
        .max(documentPagesMax),
    }),
  }),
]);

/**
 * Parses the reader process's answer. The process is ours, but it has read what may be malicious, so its
 * answer is untrusted. `undefined` if it is invalid.
 */
export function parseReading(answer: string): Reading | undefined {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return undefined;
  }
  return reading.safeParse(value).data;
}
