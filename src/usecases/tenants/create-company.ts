import { callerChosenIdPattern } from '../../domain/text';
import { insertCompany, type Company } from '../../store/tenants';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';

/**
 * Creates a company.
 * @throws OperatorError for a malformed or taken id
 */
export async function createCompany(
  change: Change,
  form: { readonly id: string; readonly name: string },
): Promise<Company> {
  if (!callerChosenIdPattern.test(form.id))
    throw new OperatorError('A company id is 1 to 64 of A-Z a-z 0-9 . _ ~ -');
  const company: Company = { uid: change.newUid(), id: form.id, name: form.name, createdAt: change.now };
  if (!(await insertCompany(change.tx, company)))
    throw new OperatorError('There is a company with this id already.');
  await change.audit('company.create', { kind: 'company', uid: company.uid, companyUid: company.uid });
  return company;
}
