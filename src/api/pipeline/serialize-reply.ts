import type { z } from 'zod';
import type { AnswerRows } from './answer-rows';
import type { Contract } from './contract';
import { entityTag } from './entity-tag';

/** A reply of any operation, as the pipeline sees it. */
export interface AnyReply {
  readonly status: number;
  readonly body?: unknown;
  readonly rows?: AnswerRows | undefined;
  readonly bytes?: Uint8Array | undefined;
  readonly version?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The media type of the body. */
  readonly type: string;
}

/** Returns the headers that a reply names. */
export function headersOf({ version, headers }: AnyReply): Readonly<Record<string, string>> {
  return { ...(version === undefined ? {} : { ETag: entityTag(version) }), ...headers };
}

/**
 * Returns the part of a value that an answer's schema allows.
 * @throws TypeError for a value that doesn't fit, which is our fault; it names fields, never a value
 */
export function fitted({ id }: Contract, status: number, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.code}`).join('; ');
  throw new TypeError(`the answer ${status} of ${id} does not fit its schema: ${fields}`);
}

/**
 * Returns the status, headers, and bytes of a reply. The body goes through the contract's schema of that
 * status: a field that isn't listed there is never sent, and a reply that doesn't fit is our fault.
 */
export function serializeReply(contract: Contract, reply: AnyReply): Answer {
  const response = contract.responses[reply.status];
  if (response === undefined) throw new TypeError(`${contract.id} has no answer ${reply.status}`);
  const answer = {
    status: reply.status,
    headers: headersOf(reply),
    type: response.file ?? 'application/json; charset=utf-8',
  };
  if (response.file !== undefined) {
    if (reply.bytes === undefined) throw new TypeError(`${contract.id} has no file in its answer`);
    return { ...answer, body: Buffer.from(reply.bytes) };
  }
  if (response.schema === null) return { ...answer, body: Buffer.alloc(0) };
  const body = fitted(contract, reply.status, response.schema, reply.body);
  return { ...answer, body: Buffer.from(JSON.stringify(body)) };
}
