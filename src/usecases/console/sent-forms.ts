/** Forms of the console that create something once, however often they are sent. */
import { createHash } from 'node:crypto';
import type { ConsolePrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import { isUuid } from '../../domain/text';
import {
  claimIdempotencyKey,
  completeIdempotencyKey,
  releaseIdempotencyKey,
  type MadeUids,
} from '../../store/access/idempotency';
import type { Change } from '../change';

/**
 * Creates what a form asks for, unless the same form already did, within 24 hours (CONSOLE-63). A form that
 * is sent twice at once waits for the first one. What is created and the note of it are one transaction.
 * @param formKey the key that the page put into the form
 * @param make creates it, with its audit row; `undefined` if it created nothing and the form can be sent
 * again
 * @returns the uids of what this form created, now or earlier; `undefined` if it created nothing
 * @throws Problem `console.formStale` for a key that no page puts into a form
 */
export async function makeOnce(
  change: Change<ConsolePrincipal>,
  formKey: string,
  make: () => Promise<MadeUids | undefined>,
): Promise<MadeUids | undefined> {
  if (!isUuid(formKey)) throw new Problem('console.formStale');
  const { membershipUid, environment } = change.principal;
  const scope = { membershipUid, environment, key: `console-form:${formKey.toLowerCase()}` };
  const hash = createHash('sha256').update(change.event).digest();
  const claimNow = async () => claimIdempotencyKey(change.tx, scope, hash, change.now);
  const first = await claimNow();
  // The form that was sent first has been committed by now, and the next statement sees it.
  const claim = first.kind === 'running' ? await claimNow() : first;
  if (claim.kind === 'made') {
    change.unaudited('the form was sent before, and what it created is shown');
    return claim.uids;
  }
  if (claim.kind !== 'claimed') throw new Problem('console.formStale');
  const made = await make();
  const own = { ...scope, claimedAt: change.now };
  if (made === undefined) await releaseIdempotencyKey(change.tx, own);
  else await completeIdempotencyKey(change.tx, own, made);
  return made;
}

/**
 * Like {@link makeOnce}, for a form that creates exactly one thing or fails.
 * @returns its uid, created now or earlier
 */
export async function makeOneOnce(
  change: Change<ConsolePrincipal>,
  formKey: string,
  make: () => Promise<string>,
): Promise<string> {
  const made = await makeOnce(change, formKey, async () => [await make()]);
  if (made === undefined) throw new Error('a form created nothing');
  return made[0];
}
