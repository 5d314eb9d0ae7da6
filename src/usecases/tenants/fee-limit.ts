/** Up to which amount a company approves the fees of facilities in advance (CONSOLE-91). */
import type { ConsolePrincipal } from '../../access/principal';
import { assertPermission } from '../../access/authorize';
import type { Executor } from '../../store/database';
import { getCompanyByUid, updateFeeLimit } from '../../store/tenants/tenants';
import { Problem } from '../../domain/problem';
import { lockManager, type MemberChange } from './member-administration';

/** Returns the limit of a member's company in cents; `null` for none. @throws Problem `permission.missing` */
export async function inspectFeeLimit(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<number | null> {
  assertPermission(principal, 'ManageMembers');
  return (await getCompanyByUid(executor, principal.companyUid)).feeLimitCents;
}

/**
 * Sets the limit of the company for a member who manages members, in both environments. It counts for fees
 * that are entered from now on.
 * @param seenCents the limit that the form showed
 * @throws Problem `permission.missing`, `console.formStale` if another limit was set since
 */
export async function setOwnFeeLimit(
  change: MemberChange,
  { limitCents, seenCents }: { readonly limitCents: number | null; readonly seenCents: number | null },
): Promise<void> {
  const { companyUid: uid } = await lockManager(change);
  const { feeLimitCents: from } = await getCompanyByUid(change.tx, uid);
  if (from !== seenCents) throw new Problem('console.formStale');
  await updateFeeLimit(change.tx, uid, limitCents);
  const limits = { limitCents: { from, to: limitCents } };
  await change.audit({ kind: 'company', uid, companyUid: uid }, 'company.setFeeLimit', limits);
}
