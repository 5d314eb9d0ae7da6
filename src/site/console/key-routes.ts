import { z } from 'zod';
import { isUuid } from '../../domain/text';
import { inspectOwnKeys, issueOwnKey, revokeOwnKey } from '../../usecases/tenants/keys';
import { formOf, hiddenField } from '../forms';
import { redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import { queried } from '../visit';
import { renderKeysPage, renderNewKeyPage } from './pages/keys-page';
import { pathIn } from './paths';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

const uidOf = (text: string): string | undefined => (isUuid(text) ? text : undefined);

const issueForm = z.object({ replaces: hiddenField(text => (text === '' ? null : uidOf(text))) });
const revokeForm = z.object({ key: hiddenField(uidOf) });

async function showKeys(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place, principal } = visit;
  const keys = await inspectOwnKeys(parts.db, principal);
  return page(renderKeysPage(viewer, place, { keys, isRevoked: queried(visit, 'done') === 'revoked' }));
}

async function issueKey(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const { replaces } = formOf(issueForm, visit.form);
  const key = await visit.change(change => issueOwnKey(change, parts.fingerprintSecret, replaces));
  return page(renderNewKeyPage(viewer, place, key));
}

async function revokeKey(visit: MemberVisit): Promise<Reply> {
  const { key } = formOf(revokeForm, visit.form);
  await visit.change(change => revokeOwnKey(change, key));
  return redirectDone(pathIn(visit.place, 'keys'), 'revoked');
}

const keysPath = ({ place }: MemberVisit): string => pathIn(place, 'keys');

/** The pages of API keys. Every member with a role can have one, with the permissions of the role (KEY-2). */
export const keyRoutes: readonly MemberRoute[] = [
  look('/keys', 'showKeys', showKeys),
  act('/keys', 'key.issue', issueKey, { needsFresh: keysPath }),
  act('/keys/revoke', 'key.revoke', revokeKey),
];
