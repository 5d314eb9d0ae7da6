import { z } from 'zod';
import { serviceAccountNameMax } from '../../domain/console/members';
import { singleLine } from '../../forms/text';
import { inspectChoices } from '../../usecases/tenants/member-administration';
import { inspectOwnedKeys } from '../../usecases/tenants/named-keys';
import {
  createServiceAccount,
  inspectAccountOfKeys,
  lockAccountOfKeys,
  type AccountOfKeys,
} from '../../usecases/tenants/service-accounts';
import { field, formOf, typedIn } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import { signInAgainAt, type Refusal } from '../route';
import { uidIn } from '../visit';
import { formKeyIn } from '../form-key';
import { postedView, viewForm } from './member-view';
import { namedKeyRoutes } from './named-keys';
import type { KeyHome } from './pages/named-key-pages';
import {
  renderAccountKeysPage,
  renderNewAccountPage,
  type AccountValues,
} from './pages/service-account-pages';
import { consolePath, pathIn } from './paths';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

const accountForm = z
  .object({
    name: field(
      singleLine({ max: serviceAccountNameMax }),
      `Enter a name with 1 to ${serviceAccountNameMax} characters.`,
    ),
    role: field(z.string().min(1), 'Choose a role.'),
  })
  .and(viewForm);

const emptyAccount: AccountValues = { name: '', role: '', seesAllProjects: false, projectUids: [] };

const newPath = ({ place }: MemberVisit): string => pathIn(place, 'members', 'service-accounts', 'new');

async function newAccountPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place, form, isFresh } = visit;
  const posted = { ...typedIn(form, ['name', 'role']), ...formOf(postedView, form) };
  const shown = {
    values: refusal === undefined ? emptyAccount : posted,
    choices: await inspectChoices(parts.db, principal),
    formKey: formKeyIn(visit),
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  if (!isFresh) return signInAgainAt(consolePath(), newPath(visit));
  return page(renderNewAccountPage(viewer, place, shown), refusal?.status);
}

async function createAccount(visit: MemberVisit): Promise<Reply> {
  const { role: roleUid, ...wish } = formOf(accountForm, visit.form);
  const formKey = formKeyIn(visit);
  const uid = await visit.change(change => createServiceAccount(change, { ...wish, roleUid, formKey }));
  return redirectDone(pathIn(visit.place, 'members', uid), 'account');
}

const accountOf = async (visit: MemberVisit): Promise<AccountOfKeys> =>
  inspectAccountOfKeys(visit.parts.db, visit.principal, uidIn(visit, 'member'));

const keysPath = (visit: MemberVisit): string =>
  pathIn(visit.place, 'members', uidIn(visit, 'member'), 'keys');

function homeOf(visit: MemberVisit, { name: account, isManageable }: AccountOfKeys): KeyHome {
  const member = pathIn(visit.place, 'members', uidIn(visit, 'member'));
  return {
    path: keysPath(visit),
    section: 'members',
    crumbs: [
      ['Members', pathIn(visit.place, 'members')],
      [account, member],
      ['Keys', keysPath(visit)],
    ],
    account,
    isReadOnly: !isManageable,
  };
}

async function showKeys(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const account = await accountOf(visit);
  const { name, owner, isManageable } = account;
  const keys = await inspectOwnedKeys(parts.db, owner, parts.clock.now());
  const message = messageFor(visit, { revoked: 'Key revoked.' });
  return page(
    renderAccountKeysPage(viewer, place, homeOf(visit, account), { name, isManageable, ...keys, message }),
  );
}

const named = namedKeyRoutes({
  path: '/members/:member/keys',
  prefix: 'showAccount',
  pathOf: keysPath,
  find: async visit => {
    const account = await accountOf(visit);
    return { home: homeOf(visit, account), owner: account.owner };
  },
  lock: (change, visit) => lockAccountOfKeys(change, uidIn(visit, 'member')),
});

/** The pages of service accounts (KEY-22). */
export const serviceAccountRoutes: readonly MemberRoute[] = [
  look('/members/service-accounts/new', 'showNewServiceAccount', newAccountPage),
  act('/members/service-accounts', 'serviceAccount.create', createAccount, {
    refused: newAccountPage,
    needsFresh: newPath,
  }),
  look('/members/:member/keys', 'showAccountKeys', showKeys),
  ...named,
];
