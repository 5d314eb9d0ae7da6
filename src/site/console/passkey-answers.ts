/** The passkey answers that browsers post in a form field. */
import { z } from 'zod';
import type { CreationAnswer, RequestAnswer } from '../../usecases/console/passkeys';
import { Problem } from '../../domain/problem';
import { field } from '../forms';

const bytes = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/);
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') };

const creation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});

const request = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  }),
});

/** Parses an answer. @throws Problem `console.passkeyInvalid` if it has another shape */
function read<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  try {
    const answer: unknown = JSON.parse(text);
    return schema.parse(answer);
  } catch {
    throw new Problem('console.passkeyInvalid');
  }
}

/**
 * A field with the answer of a browser that created a passkey; anything else is Problem
 * `console.passkeyInvalid`. Extensions are ignored.
 */
export const creationAnswer = field(
  z.string().transform((text): CreationAnswer => ({ ...read(text, creation), clientExtensionResults: {} })),
);

/**
 * A field with the answer of a browser that signed with a passkey; anything else is Problem
 * `console.passkeyInvalid`.
 */
export const requestAnswer = field(
  z.string().transform((text): RequestAnswer => ({ ...read(text, request), clientExtensionResults: {} })),
);
