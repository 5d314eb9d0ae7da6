import { fingerprintOf, makeApiKey } from '../../access/api-key';
import type { Environment } from '../../domain/projects/project';
import { insertKey, revokeKey } from '../../store/keys';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';

/** Whose key, for which environment. */
interface KeyForm {
  readonly companyId: string;
  readonly email: string;
  readonly environment: Environment;
}

/**
 * Generates a member's key for an environment; the one before is dead from the commit on.
 * @returns the key, which is stored nowhere and can be shown only now
 */
export async function issueKey(
  change: OperatorChange,
  fingerprintSecret: Buffer,
  form: KeyForm,
): Promise<string> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  const key = makeApiKey(form.environment);
  await revokeKey(change.tx, member.membershipUid, form.environment, change.now);
  const uid = change.newUid();
  await insertKey(change.tx, {
    uid,
    membershipUid: member.membershipUid,
    environment: form.environment,
    fingerprint: fingerprintOf(key, fingerprintSecret),
    lastFour: key.slice(-4),
    createdAt: change.now,
  });
  await change.audit(resource('key', { uid, companyUid: company.uid }));
  return key;
}

/**
 * Ends a member's key; the next request with it is 401.
 * @throws OperatorError when there is none in force
 */
export async function revokeMemberKey(change: OperatorChange, form: KeyForm): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  if (!(await revokeKey(change.tx, member.membershipUid, form.environment, change.now))) {
    throw new OperatorError('The member has no key in force for this environment.');
  }
  await change.audit(resource('user', { uid: member.userUid, companyUid: company.uid }));
}
