import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import { Problem } from '../domain/problem';
import { fieldOf } from '../forms/field-issues';
import { isTooDeep, jsonDepthMax } from './json-depth';
import { repeatedKey } from './json-keys';
import { readBytes } from './read-bytes';
import type { RequestContext } from './request-state';

/** The maximum size of a request body, in bytes. */
export const bodyBytesMax = 1_048_576;

/** A request's body: its bytes, and the JSON value in them. */
export interface JsonBody {
  readonly bytes: Buffer;
  /** `undefined` for a request without a body. */
  readonly value: unknown;
}

/** Names of UTF-8, and of its part that is ASCII. */
const encodings: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** Returns the media type that a header states, `undefined` if there is none or it isn't one. */
function mediaTypeOf(header: string): MIMEType | undefined {
  try {
    return new MIMEType(header);
  } catch {
    return undefined;
  }
}

/** Returns what is wrong with the `Content-Type` of a JSON body, `undefined` if nothing is. */
function contentTypeFault(header: string | undefined): string | undefined {
  if (header === undefined) return 'is missing; send `application/json`';
  const type = mediaTypeOf(header);
  if (type === undefined) return "isn't a media type; send `application/json`";
  const isJson = type.subtype.endsWith('+json') || ['application/json', 'text/json'].includes(type.essence);
  if (!isJson) return 'must be `application/json`, or a type that ends in `+json`';
  const charset = type.params.get('charset');
  if (charset === null || encodings.has(charset.toLowerCase())) return undefined;
  return 'must have no `charset` other than `utf-8`, because JSON is sent in UTF-8';
}

function notJson(field: string, rule: string): Problem {
  return new Problem('request.notJson', {
    internal: `${field} ${rule}`,
    issues: [{ field: `header.${field}`, rule }],
  });
}

function malformed(rule: string, cause?: unknown): Problem {
  return new Problem('request.malformed', {
    internal: `the body ${rule}`,
    issues: [{ field: 'body', rule }],
    cause,
  });
}

/** @throws Problem `request.malformed`, with what is wrong; `request.invalid` for a key that appears twice */
function parseJson(bytes: Buffer): unknown {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
    throw malformed('starts with a byte order mark; send it without one');
  if (!isUtf8(bytes)) throw malformed("isn't encoded in UTF-8");
  const json = bytes.toString('utf8');
  if (isTooDeep(json)) throw malformed(`is nested more than ${jsonDepthMax} levels deep`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw malformed("can't be parsed as one JSON value", error);
  }
  const repeated = repeatedKey(json);
  if (repeated === undefined) return value;
  throw new Problem('request.invalid', { issues: [{ field: fieldOf(repeated), rule: 'appears twice' }] });
}

/**
 * Reads a body of at most 1 MiB, or the given limit, as JSON in UTF-8, with any legal `Content-Type` of JSON.
 * Compressed bodies aren't accepted: nothing here is large enough to benefit, and a small bomb could cost
 * much. A key that appears twice in an object is refused, because parsers disagree about which one counts.
 * @throws Problem `request.tooLarge`, `request.notJson`, `request.malformed`, `request.timedOut`;
 *   `request.invalid` for a key that appears twice
 */
export async function readJsonBody(context: RequestContext, bytesMax = bodyBytesMax): Promise<JsonBody> {
  const { headers } = context.req;
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw notJson('Content-Encoding', "must be left out: compressed bodies aren't accepted");
  const bytes = await readBytes(context, bytesMax);
  if (bytes.length === 0) return { bytes, value: undefined };
  const fault = contentTypeFault(headers['content-type']);
  if (fault !== undefined) throw notJson('Content-Type', fault);
  return { bytes, value: parseJson(bytes) };
}
