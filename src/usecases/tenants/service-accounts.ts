/** Service accounts: members without sign-in that own keys and outlive the person who created them. */
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { uidOf } from '../../domain/changes';
import { mayGive, serviceAccountsMax } from '../../domain/console/members';
import { notFound } from '../../domain/problem';
import type { Executor } from '../../store/database';
import {
  findCompanyMember,
  listServiceAccountNames,
  pickSeenProjects,
  type CompanyMember,
} from '../../store/tenants/company-members';
import { findMembership, insertServiceAccount } from '../../store/tenants/tenants';
import { resource } from '../change';
import { makeOneOnce } from '../sent-forms';
import { OperatorError } from '../operator-error';
import {
  assertMay,
  getGivenProjects,
  getGivenRole,
  lockManager,
  type MemberChange,
  type ProjectView,
} from './member-administration';
import { joinCompany } from './members';
import type { KeyOwner } from './named-keys';

/** The form for a service account. */
export interface ServiceAccountForm extends ProjectView {
  readonly name: string;
  readonly roleUid: string;
}

/**
 * Creates a service account with a role and projects that the manager may grant (KEY-22). A form that is sent
 * twice creates one.
 * @returns the uid of its membership
 * @throws OperatorError for what the manager may not grant, for a name in use, and if there are too many
 */
export async function createServiceAccount(
  change: MemberChange,
  { name, roleUid, formKey, ...view }: ServiceAccountForm & { readonly formKey: string },
): Promise<string> {
  const { tx, now } = change;
  return makeOneOnce(change, formKey, async () => {
    const manager = await lockManager(change);
    const { companyUid } = manager;
    await getGivenRole(tx, manager, roleUid);
    const projectUids = await getGivenProjects(tx, manager, view);
    const names = await listServiceAccountNames(tx, companyUid);
    if (names.length >= serviceAccountsMax)
      throw new OperatorError(
        `There are ${serviceAccountsMax} service accounts, which is the maximum. Deactivate one first.`,
      );
    if (names.some(other => other.toLowerCase() === name.toLowerCase()))
      throw new OperatorError('A service account already has this name. Choose another name.');
    const userUid = change.newUid();
    await insertServiceAccount(tx, { uid: userUid, name, createdAt: now });
    const { seesAllProjects } = view;
    await joinCompany(change, { companyUid, userUid, roleUid, seesAllProjects, projectUids });
    await change.audit(resource('user', { uid: userUid, companyUid }), 'serviceAccount.create', {
      role: uidOf(roleUid),
      projects: seesAllProjects ? 'all' : 'some',
    });
    const membership = await findMembership(tx, companyUid, userUid);
    if (membership === undefined) throw new Error('the new service account has no membership');
    return membership.uid;
  });
}

/** @throws Problem 404 unless the company has this service account */
async function getAccount(
  executor: Executor,
  companyUid: string,
  membershipUid: string,
): Promise<CompanyMember> {
  const account = await findCompanyMember(executor, companyUid, membershipUid);
  if (account?.isServiceAccount !== true) throw notFound('the company has no such service account');
  return account;
}

/** A service account as the owner of keys, with its name. */
export interface AccountOfKeys {
  readonly name: string;
  readonly owner: KeyOwner;
  /** Whether the manager may create keys: they have its permissions and see its projects. */
  readonly isManageable: boolean;
}

type Eyes = Pick<ConsolePrincipal, 'companyUid' | 'membershipUid' | 'seesAllProjects'>;

/** Whether someone sees every project that an account sees: its key would show them the others. */
async function seesProjectsOf(executor: Executor, eyes: Eyes, account: CompanyMember): Promise<boolean> {
  if (eyes.seesAllProjects) return true;
  if (account.seesAllProjects) return false;
  const seen = await pickSeenProjects(executor, eyes, account.projectUids);
  return seen.length === account.projectUids.length;
}

/** Returns a service account for the view of its keys. @throws Problem 404, `permission.missing` */
export async function inspectAccountOfKeys(
  executor: Executor,
  principal: ConsolePrincipal,
  membershipUid: string,
): Promise<AccountOfKeys> {
  assertPermission(principal, 'ManageMembers');
  const { companyUid, environment, permissions } = principal;
  const account = await getAccount(executor, companyUid, membershipUid);
  return {
    name: account.name,
    owner: { membershipUid, companyUid, environment },
    isManageable:
      mayGive(permissions, account.permissions) && (await seesProjectsOf(executor, principal, account)),
  };
}

/**
 * Locks a service account for a change to its keys, which only a member may make who could do everything that
 * the account can (KEY-23).
 * @throws Problem 404, `permission.missing`, OperatorError
 */
export async function lockAccountOfKeys(change: MemberChange, membershipUid: string): Promise<KeyOwner> {
  const manager = await lockManager(change);
  const { companyUid } = manager;
  const account = await getAccount(change.tx, companyUid, membershipUid);
  await assertMay(change, manager, account);
  if (!(await seesProjectsOf(change.tx, manager, account)))
    throw new OperatorError(
      "This service account sees projects that you don't see. Ask a member who sees all projects.",
    );
  return { membershipUid, companyUid, environment: change.principal.environment };
}
