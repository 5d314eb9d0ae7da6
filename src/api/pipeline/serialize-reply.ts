import type { z } from 'zod';
import type { AnswerRows } from './answer-rows';
import type { Contract } from './contract';
import { entityTag } from './entity-tag';

/** A reply of any operation, as the pipeline sees it. */
export interface AnyReply {
  readonly status: number;
  readonly body?: unknown;
  readonly rows?: AnswerRows | undefined;
  readonly version?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer as it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The headers that a reply names. */
export function headersOf({ version, headers }: AnyReply): Readonly<Record<string, string>> {
  return { ...(version === undefined ? {} : { ETag: entityTag(version) }), ...headers };
}

/**
 * What a schema of an answer lets out.
 * @throws TypeError for what does not fit: a fault of ours; it names fields, never a value
 */
export function fitted({ id }: Contract, status: number, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.code}`).join('; ');
  throw new TypeError(`the answer ${status} of ${id} does not fit its schema: ${fields}`);
}

/**
 * Writes a reply as status, headers and bytes. The body goes through the contract's schema of that status: a
 * field that is not listed there never leaves, and a reply that does not fit is a fault of ours.
 */
export function serializeReply(contract: Contract, reply: AnyReply): Answer {
  const response = contract.responses[reply.status];
  if (response === undefined) throw new TypeError(`${contract.id} has no answer ${reply.status}`);
  const answer = { status: reply.status, headers: headersOf(reply) };
  if (response.schema === null) return { ...answer, body: Buffer.alloc(0) };
  const body = fitted(contract, reply.status, response.schema, reply.body);
  return { ...answer, body: Buffer.from(JSON.stringify(body)) };
}
