import { isUuid } from '../../domain/text';
import { Problem } from '../../domain/problem';
import { inspectOwnKeys, issueOwnKey, revokeOwnKey } from '../../usecases/tenants/keys';
import { signInAgain } from './sign-in-again';
import { renderKeysPage, renderNewKeyPage } from './pages/keys-page';
import { pathIn, withQuery } from './paths';
import { act, look, type Route } from './routes';
import { page, queried, redirect, type MemberVisit, type Reply } from './visit';

/** The key that a form names. @throws Problem `console.formStale` for what is none: no form of ours says it */
function keyIn({ form }: MemberVisit, field: string): string {
  const uid = form.get(field) ?? '';
  if (!isUuid(uid)) throw new Problem('console.formStale');
  return uid;
}

async function showKeys(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place, principal } = visit;
  const keys = await inspectOwnKeys(parts.db, principal);
  return page(renderKeysPage(viewer, place, { keys, isRevoked: queried(visit, 'done') === 'revoked' }));
}

async function issueKey(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place, change, isFresh, form } = visit;
  if (!isFresh) return signInAgain(pathIn(place, 'keys'));
  const replaces = (form.get('replaces') ?? '') === '' ? null : keyIn(visit, 'replaces');
  const key = await change(inner => issueOwnKey(inner, parts.fingerprintSecret, replaces));
  return page(renderNewKeyPage(viewer, place, key));
}

async function revokeKey(visit: MemberVisit): Promise<Reply> {
  await visit.change(inner => revokeOwnKey(inner, keyIn(visit, 'key')));
  return redirect(withQuery(pathIn(visit.place, 'keys'), { done: 'revoked' }));
}

/** The pages of keys. Whoever has a role has a key: what it may do, the role says (KEY-2). */
export const keyRoutes: readonly Route[] = [
  look('/keys', 'showKeys', showKeys),
  act('/keys', 'key.issue', issueKey),
  act('/keys/revoke', 'key.revoke', revokeKey),
];
