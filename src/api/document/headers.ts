import { z } from 'zod';
import { fieldMax } from '../../forms/field-issues';
import { ifMatchPattern } from '../pipeline/entity-tag';
import { idempotencyKeyPattern } from '../pipeline/idempotency';
import { ignoredFieldsHeader, ignoredFieldsMax } from '../pipeline/ignored-fields';

/** Returns the schema of a header of an answer, which the document describes once under its name. */
function answerHeader(name: string, description: string) {
  return z
    .string()
    .optional()
    .meta({ header: { id: name }, description });
}

/** The headers of answers. */
export const answerHeaders = {
  ETag: answerHeader(
    'ETag',
    'The version of the resource. Send it as `If-Match` to change only that version.',
  ),
  'Retry-After': answerHeader(
    'Retry-After',
    'Seconds to wait before you try again. A whole number, at least 1.',
  ),
  'X-Request-Id': answerHeader('X-Request-Id', 'ID of this request in our log.'),
  'Idempotent-Replayed': z
    .literal('true')
    .optional()
    .meta({
      header: { id: 'Idempotent-Replayed' },
      description: 'Set if an earlier request with this `Idempotency-Key` created what the answer shows.',
    }),
  [ignoredFieldsHeader]: answerHeader(
    ignoredFieldsHeader,
    "The fields of the body and the query parameters that this operation doesn't know and ignored, " +
      'separated by commas: `zip`, `details.foo`, `sites[0].foo`, `query.page`. Absent if it knew all. If ' +
      'a known name differs by a few letters, it follows: `siteSonnar;near=siteSonar`. Characters other ' +
      "than letters, digits, and `-_!~*'()` are percent-encoded. " +
      `At most ${ignoredFieldsMax} fields are listed, followed by ` +
      `\`...\`, and a field of more than ${fieldMax} characters is cut and ends in \`...\`. Values are ` +
      'never shown.',
  ),
} as const;

/** The headers of every answer to an active key that tell about the rate limit. */
export const rateLimitHeaders = {
  'RateLimit-Policy': answerHeader('RateLimit-Policy', 'The limit and its window in seconds: `600;w=60`.'),
  'RateLimit-Limit': answerHeader(
    'RateLimit-Limit',
    'Number of requests your company can make in a rolling minute.',
  ),
  'RateLimit-Remaining': answerHeader(
    'RateLimit-Remaining',
    'Number of requests your company can still make right now.',
  ),
  'RateLimit-Reset': answerHeader(
    'RateLimit-Reset',
    'Whole seconds until the oldest counted request leaves the minute. Then one more request is accepted, ' +
      'not the whole limit.',
  ),
};

/** The headers of requests. */
export const requestHeaders = {
  idempotencyKey: z
    .string()
    .regex(idempotencyKeyPattern)
    .optional()
    .meta({
      param: { id: 'IdempotencyKey' },
      description:
        'A key you choose, 1 to 255 characters, that makes it safe to repeat this request for 24 hours.',
    }),
  unneededIdempotencyKey: z
    .string()
    .regex(idempotencyKeyPattern)
    .optional()
    .meta({
      param: { id: 'UnneededIdempotencyKey' },
      description: 'Accepted but not needed: this operation changes nothing, so a repeat runs again.',
    }),
  ifMatch: z
    .string()
    .regex(ifMatchPattern)
    .optional()
    .meta({
      param: { id: 'IfMatch' },
      description:
        'The `ETag` that your change is based on. If the resource has changed since, the answer is 412. ' +
        'A weak tag, as a proxy that compresses makes it, counts like the strong one. On a PUT, the header ' +
        '`If-None-Match: *` only creates: if the resource exists, the answer is 412.',
    }),
};
