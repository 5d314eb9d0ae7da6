import { z } from 'zod';
import { isUuid } from '../../domain/text';
import { issueOwnKey } from '../../usecases/tenants/keys';
import { inspectOwnedKeys } from '../../usecases/tenants/named-keys';
import { formOf, hiddenField } from '../forms';
import { messageFor } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { namedKeyRoutes } from './named-keys';
import { renderKeysPage, renderNewKeyPage } from './pages/keys-page';
import { pathIn } from './paths';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

const uidOf = (text: string): string | undefined => (isUuid(text) ? text : undefined);

const issueForm = z.object({ replaces: hiddenField(text => (text === '' ? null : uidOf(text))) });

const keysPath = ({ place }: MemberVisit): string => pathIn(place, 'keys');

async function showKeys(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, viewer, place, principal } = visit;
  const keys = await inspectOwnedKeys(parts.db, principal, parts.clock.now());
  const message = messageFor(visit, { revoked: 'Key revoked.' }, refusal);
  return page(renderKeysPage(viewer, place, { ...keys, message }), refusal?.status);
}

async function issueKey(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const { replaces } = formOf(issueForm, visit.form);
  const key = await visit.change(change => issueOwnKey(change, parts.fingerprintSecret, replaces));
  return page(renderNewKeyPage(viewer, place, key));
}

const named = namedKeyRoutes({
  path: '/keys',
  prefix: 'show',
  pathOf: keysPath,
  find: async visit => ({
    home: { path: keysPath(visit), section: 'keys', crumbs: [['API keys', keysPath(visit)]] },
    owner: visit.principal,
  }),
  lock: async ({ principal }) => principal,
});

/** The pages of API keys. Every member with a role can have keys, with the role's permissions (KEY-2). */
export const keyRoutes: readonly MemberRoute[] = [
  look('/keys', 'showKeys', showKeys),
  act('/keys', 'key.issue', issueKey, { needsFresh: keysPath, refused: showKeys }),
  ...named,
];
