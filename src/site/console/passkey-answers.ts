/** What browsers answer with a passkey, read as a stranger's. */
import { z } from 'zod';
import type { CreationAnswer, RequestAnswer } from '../../usecases/console/passkeys';
import { Problem } from '../../domain/problem';

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
function read<Schema extends z.ZodType>(form: URLSearchParams, schema: Schema): z.output<Schema> {
  try {
    const answer: unknown = JSON.parse(form.get('answer') ?? '');
    return schema.parse(answer);
  } catch {
    throw new Problem('console.passkeyInvalid');
  }
}

/** What a browser answers that made a passkey. Its extensions are not looked at. @throws Problem `console.passkeyInvalid` */
export function creationIn(form: URLSearchParams): CreationAnswer {
  return { ...read(form, creation), clientExtensionResults: {} };
}

/** What a browser answers whose passkey signed. @throws Problem `console.passkeyInvalid` */
export function requestIn(form: URLSearchParams): RequestAnswer {
  return { ...read(form, request), clientExtensionResults: {} };
}
