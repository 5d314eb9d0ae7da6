/** What browsers answer with a passkey, in a field of a form. */
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

/** @throws Problem `console.passkeyInvalid` for what has another shape */
function read<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  try {
    const answer: unknown = JSON.parse(text);
    return schema.parse(answer);
  } catch {
    throw new Problem('console.passkeyInvalid');
  }
}

/**
 * What a browser answers that made a passkey; anything else is Problem `console.passkeyInvalid`. Its
 * extensions are not looked at.
 */
export const creationAnswer = field(
  z.string().transform((text): CreationAnswer => ({ ...read(text, creation), clientExtensionResults: {} })),
);

/** What a browser answers whose passkey signed; anything else is Problem `console.passkeyInvalid`. */
export const requestAnswer = field(
  z.string().transform((text): RequestAnswer => ({ ...read(text, request), clientExtensionResults: {} })),
);
