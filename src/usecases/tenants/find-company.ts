import type { Executor } from '../../store/database';
import { findCompany, listMembers, type Company, type Member } from '../../store/tenants';
import { OperatorError } from '../operator-error';

/** @throws OperatorError when there is no such company */
export async function getCompany(executor: Executor, id: string): Promise<Company> {
  const company = await findCompany(executor, id);
  if (company === undefined)
    throw new OperatorError('There is no company with this id; `company list` shows them.');
  return company;
}

/** @throws OperatorError when the company has no such member */
export async function getMember(executor: Executor, company: Company, email: string): Promise<Member> {
  const members = await listMembers(executor, company.uid);
  const member = members.find(candidate => candidate.email.toLowerCase() === email.toLowerCase());
  if (member === undefined)
    throw new OperatorError('The company has no member with this e-mail address; `user list` shows them.');
  return member;
}
