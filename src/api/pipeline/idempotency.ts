import { createHash } from 'node:crypto';
import type { KeyPrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import type { Clock } from '../../platform/clock';
import type { Executor } from '../../store/database';
import {
  claimIdempotencyKey,
  completeIdempotencyKey,
  releaseIdempotencyKey,
  type MadeUids,
} from '../../store/access/idempotency';
import type { RequestContext } from '../../http/request-state';

/** A request's claim on its idempotency key. */
export interface Claim {
  /** What the first request with this key created. If it is set, nothing is created again. */
  readonly made: MadeUids | undefined;
  /** Stores what was created, in the transaction that creates it. */
  readonly complete: (executor: Executor, uids: readonly string[]) => Promise<void>;
  /** Releases the key after a request that changed nothing. */
  readonly release: () => Promise<void>;
}

/** The claim of a request that needs none. */
const noClaim: Claim = { made: undefined, complete: async () => undefined, release: async () => undefined };

const retryAfterSeconds = 1;
/** The form of a key: 1 to 255 printable ASCII characters. */
export const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

function requestHash(context: RequestContext, body: Buffer): Buffer {
  return createHash('sha256')
    .update(`${context.method}\n${context.path}\n${context.querystring}\n`)
    .update(body)
    .digest();
}

/**
 * Returns the key of a POST.
 * @throws Problem `request.invalid` for a malformed key
 */
function keyOf(context: RequestContext): string | undefined {
  if (context.method !== 'POST' || context.req.headers['idempotency-key'] === undefined) return undefined;
  const key = context.get('Idempotency-Key');
  if (idempotencyKeyPattern.test(key)) return key;
  throw new Problem('request.invalid', {
    issues: [{ field: 'header.Idempotency-Key', rule: 'must be 1 to 255 printable ASCII characters' }],
  });
}

/**
 * Claims the `Idempotency-Key` of a request for the member who sends it. For 24 hours, the same key with the
 * same request creates nothing again. The answer of a POST that changes nothing isn't kept; a repeat runs
 * again (DECISION-38, DECISION-39).
 * @param isMaking whether the operation creates something that a repeat must find
 * @throws Problem `idempotency.bodyChanged` (422), `idempotency.running` (409), `request.invalid` for a
 *   malformed key
 */
export async function claimKey(
  parts: { readonly db: Executor; readonly clock: Clock },
  context: RequestContext,
  { membershipUid, environment }: KeyPrincipal,
  body: Buffer,
  isMaking: boolean,
): Promise<Claim> {
  const key = keyOf(context);
  if (key === undefined || !isMaking) return noClaim;
  const scope = { membershipUid, environment, key };
  const claimedAt = parts.clock.now();
  const own = { ...scope, claimedAt };
  const claim = await claimIdempotencyKey(parts.db, scope, requestHash(context, body), claimedAt);
  if (claim.kind === 'bodyChanged') throw new Problem('idempotency.bodyChanged');
  if (claim.kind === 'running') throw new Problem('idempotency.running', { retryAfterSeconds });
  return {
    made: claim.kind === 'made' ? claim.uids : undefined,
    complete: async (executor, uids) => {
      const isMine = await completeIdempotencyKey(executor, own, uids);
      if (!isMine) throw new Problem('idempotency.running', { retryAfterSeconds });
    },
    release: () => releaseIdempotencyKey(parts.db, own),
  };
}
