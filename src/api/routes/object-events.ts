import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../domain/problem';
import { noticeUploads } from '../../usecases/uploads';
import { readBytes } from '../../http/read-bytes';
import type { RequestContext, Step } from '../../http/request-state';
import type { Services } from '../pipeline/services';

/** The path that the object store posts to. */
export const objectEventsPath = '/internal/object-events';

// SeaweedFS lists the pieces of an object, 160 bytes for each 4 MiB: 200 KB for the largest.
const bodyBytesMax = 1_048_576;
const recordsMax = 1_000;

// Customers' URLs are for PUT. A copy means that the store was restored.
const isCopy = (name: string | undefined): boolean => /copy/i.test(name ?? '');
const record = z.object({
  eventName: z.string().optional(),
  s3: z.object({ object: z.object({ key: z.string() }) }),
});
// The S3 event record (S3 through SNS or SQS, MinIO), EventBridge's form of the same event, and what a filer
// of SeaweedFS posts: a path below the folder of the bucket.
const notification = z.union([
  z
    .object({ Records: z.array(record).max(recordsMax) })
    .transform(({ Records }) =>
      Records.filter(({ eventName }) => !isCopy(eventName)).map(({ s3 }) => s3.object.key),
    ),
  z
    .object({ detail: z.object({ object: z.object({ key: z.string() }), reason: z.string().optional() }) })
    .transform(({ detail }) => (isCopy(detail.reason) ? [] : [detail.object.key])),
  z
    .object({ event_type: z.string(), key: z.string().startsWith('/buckets/') })
    .transform(({ event_type: type, key }) =>
      type === 'create' || type === 'update' ? [key.split('/').slice(3).join('/')] : [],
    ),
]);

function isSecret(given: string, secret: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(secret);
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Returns the secret that a sender shows: as a bearer token, or, from a sender that can't set a header
 * (SNS), in the query, which our log never shows.
 */
function shownSecret(context: RequestContext): string {
  const [, token] = /^bearer (.*)$/i.exec(context.get('authorization')) ?? [];
  if (token !== undefined) return token;
  const { secret } = context.query;
  return typeof secret === 'string' ? secret : '';
}

/** Returns a key without URL encoding. AWS encodes keys, with `+` for a space. Our keys contain neither. */
function plainKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/**
 * Accepts the object store's notifications. They are only a hint to look: the store itself is asked for the
 * facts, so a forged or stale notification changes nothing. Test events and unknown forms are answered 200,
 * because the sender would only repeat them. Without the secret, the path looks like one that doesn't exist:
 * the request is counted, shed, and answered 404 like any other. With the secret, it is neither counted nor
 * shed.
 * @throws Problem `request.methodNotAllowed`, `request.tooLarge` above 1 MiB, `request.malformed`
 */
export function takeObjectEvents(services: Services, secret: string): Step {
  return async (context, next) => {
    if (context.path !== objectEventsPath || !isSecret(shownSecret(context), secret)) {
      await next();
      return;
    }
    context.state.operationId = 'objectEvents';
    if (context.method !== 'POST') throw new Problem('request.methodNotAllowed', { allow: ['POST'] });
    const bytes = await readBytes(context, bodyBytesMax);
    let json: unknown;
    try {
      json = JSON.parse(bytes.toString('utf8')) as unknown;
    } catch {
      throw new Problem('request.malformed', { internal: 'object event is not JSON' });
    }
    const parsed = notification.safeParse(json);
    const keys = parsed.success ? parsed.data.map(plainKey) : [];
    await noticeUploads(services, keys);
    context.status = 200;
    context.body = '';
  };
}
