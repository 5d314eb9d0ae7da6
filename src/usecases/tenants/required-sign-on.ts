/** Whether a company requires its members to sign in at the identity provider (CONSOLE-62). */
import type { ConsolePrincipal } from '../../access/principal';
import { endSessionsOfCompany, isBound } from '../../store/access/sign-on-identities';
import type { Executor } from '../../store/database';
import { getCompanyByUid, updateRequiredSignOn, type Company } from '../../store/tenants/tenants';
import type { Change, OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';
import { lockManager, type MemberChange } from './member-administration';

async function setRequired(
  change: Change,
  { uid }: Pick<Company, 'uid'>,
  isRequired: boolean,
  except: string | null,
): Promise<void> {
  await updateRequiredSignOn(change.tx, uid, isRequired);
  if (isRequired) await endSessionsOfCompany(change.tx, uid, { except, at: change.now });
  await change.audit({ kind: 'company', uid, companyUid: uid }, 'company.requireSignOn', { isRequired });
}

/**
 * Requires a company's members to sign in at the identity provider, or stops that. Requiring it signs
 * everyone out.
 * @throws OperatorError for an unknown company
 */
export async function demandSignOn(
  change: OperatorChange,
  { companyId, isRequired }: { readonly companyId: string; readonly isRequired: boolean },
): Promise<void> {
  await setRequired(change, await getCompany(change.tx, companyId), isRequired, null);
}

/**
 * Like {@link demandSignOn}, for a member who manages members, and who stays signed in.
 * @throws Problem `permission.missing`
 * @throws OperatorError if they haven't signed in at the provider themselves: they could lock everyone out
 */
export async function requireOwnSignOn(change: MemberChange, isRequired: boolean): Promise<void> {
  const { companyUid: uid, userUid } = await lockManager(change);
  if (isRequired && !(await isBound(change.tx, userUid)))
    throw new OperatorError('Sign in with the identity provider yourself before you require it of others.');
  await setRequired(change, { uid }, isRequired, userUid);
}

/** Whether a member's company requires the identity provider. */
export async function isSignOnRequired(
  executor: Executor,
  { companyUid }: Pick<ConsolePrincipal, 'companyUid'>,
): Promise<boolean> {
  return (await getCompanyByUid(executor, companyUid)).requiresSignOn;
}
