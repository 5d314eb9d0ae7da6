import type { Contract } from './contract';
import { entityTag } from './entity-tag';

/** A reply of any operation, as the pipeline sees it. */
export interface AnyReply {
  readonly status: number;
  readonly body?: unknown;
  readonly version?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer as it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Writes a reply as status, headers and bytes. The body goes through the contract's schema of that status: a field
 * that is not listed there never leaves, and a reply that does not fit is a fault of ours.
 */
export function serializeReply(contract: Contract, reply: AnyReply): Answer {
  const response = contract.responses[reply.status];
  if (response === undefined) throw new TypeError(`${contract.id} has no answer ${reply.status}`);
  const headers = {
    ...(reply.version === undefined ? {} : { ETag: entityTag(reply.version) }),
    ...reply.headers,
  };
  if (response.schema === null) return { status: reply.status, headers, body: Buffer.alloc(0) };
  const parsed = response.schema.safeParse(reply.body);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.code}`).join('; ');
    throw new TypeError(`the answer ${reply.status} of ${contract.id} does not fit its schema: ${fields}`);
  }
  return { status: reply.status, headers, body: Buffer.from(JSON.stringify(parsed.data)) };
}
