import {
  findMembership,
  findUserByEmail,
  insertMembership,
  insertUser,
  listRoles,
  type User,
} from '../../store/tenants';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from './find-company';

/** What an operator says of a new member. */
interface MemberForm {
  readonly companyId: string;
  readonly email: string;
  readonly name: string;
  /** The role's name; `undefined` gives none, and every call of the member answers `roleNotAssigned`. */
  readonly role?: string | undefined;
  /** Whether the member sees every project of the company, later ones included. */
  readonly seesAllProjects: boolean;
}

/** @throws OperatorError when the company knows no role of this name */
export async function getRoleUid(change: Change, companyUid: string, name: string): Promise<string> {
  // A company's own role stands after the built-in ones and hides one of the same name.
  const role = (await listRoles(change.tx, companyUid)).findLast(candidate => candidate.name === name);
  if (role === undefined)
    throw new OperatorError('The company has no role of this name; `role list` shows them.');
  return role.uid;
}

const emailPattern = /^[^\s@]+@[^\s@]+$/;

/**
 * Makes a person a member of a company; a person known by the address keeps their account.
 * @throws OperatorError for a malformed address, an unknown company or role, someone who is a member already
 */
export async function addMember(change: Change, form: MemberForm): Promise<User> {
  if (!emailPattern.test(form.email) || form.email.length > 254)
    throw new OperatorError('That is no e-mail address.');
  const company = await getCompany(change.tx, form.companyId);
  const roleUid = form.role === undefined ? null : await getRoleUid(change, company.uid, form.role);
  const known = await findUserByEmail(change.tx, form.email);
  const user: User = known ?? {
    uid: change.newUid(),
    email: form.email,
    name: form.name,
    createdAt: change.now,
  };
  if (known === undefined) await insertUser(change.tx, user);
  else if ((await findMembership(change.tx, company.uid, user.uid)) !== undefined) {
    throw new OperatorError('This person is a member of the company already.');
  }
  await insertMembership(change.tx, {
    uid: change.newUid(),
    companyUid: company.uid,
    userUid: user.uid,
    roleUid,
    seesAllProjects: form.seesAllProjects,
    createdAt: change.now,
  });
  await change.audit('member.add', { kind: 'user', uid: user.uid, companyUid: company.uid });
  return user;
}
