import { createHash } from 'node:crypto';
import type { KeyPrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import type { Clock } from '../../platform/clock';
import type { Executor } from '../../store/database';
import {
  claimIdempotencyKey,
  completeIdempotencyKey,
  releaseIdempotencyKey,
  type StoredAnswer,
} from '../../store/idempotency';
import type { RequestContext } from './request-state';

/** A request's hold on its idempotency key. */
export interface Claim {
  /** The answer that was given before; then nothing runs again. */
  readonly answered: StoredAnswer | undefined;
  /** Stores the answer, in the transaction of the change if there is one. */
  readonly complete: (executor: Executor, answer: StoredAnswer) => Promise<void>;
  /** Gives the key back after a request that changed nothing. */
  readonly release: () => Promise<void>;
}

/** What a request without the header gets. */
const noClaim: Claim = {
  answered: undefined,
  complete: async () => undefined,
  release: async () => undefined,
};

const retryAfterSeconds = 1;
/** A key is 1 to 255 printable ASCII characters. */
export const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

function requestHash(context: RequestContext, body: Buffer): Buffer {
  return createHash('sha256')
    .update(`${context.method}\n${context.path}\n${context.querystring}\n`)
    .update(body)
    .digest();
}

/**
 * Claims the `Idempotency-Key` of a request: the same key with the same request within 24 hours gives the
 * same answer again.
 * @throws Problem `idempotency.bodyChanged` (422), `idempotency.running` (409), `request.invalid` for a
 *   malformed key
 */
export async function claimKey(
  parts: { readonly db: Executor; readonly clock: Clock },
  context: RequestContext,
  principal: KeyPrincipal,
  body: Buffer,
): Promise<Claim> {
  if (context.method !== 'POST' || context.req.headers['idempotency-key'] === undefined) return noClaim;
  const key = context.get('Idempotency-Key');
  if (!idempotencyKeyPattern.test(key)) {
    throw new Problem('request.invalid', {
      issues: [{ field: 'header.Idempotency-Key', rule: 'must be 1 to 255 printable ASCII characters' }],
    });
  }
  const scope = { companyUid: principal.companyUid, environment: principal.environment, key };
  const claimedAt = parts.clock.now();
  const own = { ...scope, claimedAt };
  const claim = await claimIdempotencyKey(parts.db, scope, requestHash(context, body), claimedAt);
  if (claim.kind === 'bodyChanged') throw new Problem('idempotency.bodyChanged');
  if (claim.kind === 'running') throw new Problem('idempotency.running', { retryAfterSeconds });
  return {
    answered: claim.kind === 'answered' ? claim.answer : undefined,
    complete: async (executor, answer) => {
      const isMine = await completeIdempotencyKey(executor, own, answer);
      if (!isMine) throw new Problem('idempotency.running', { retryAfterSeconds });
    },
    release: () => releaseIdempotencyKey(parts.db, own),
  };
}
