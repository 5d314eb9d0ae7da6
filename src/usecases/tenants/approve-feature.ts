import type { CompanyFeature } from '../../domain/projects/project';
import { setCompanyFeature } from '../../store/tenants';
import type { Change } from '../change';
import { getCompany } from './find-company';

/** Approves a feature for a company, or withdraws the approval; a repeat changes nothing. */
export async function approveFeature(
  change: Change,
  form: { readonly companyId: string; readonly feature: CompanyFeature; readonly isApproved: boolean },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  await setCompanyFeature(change.tx, company.uid, form.feature, form.isApproved ? change.now : null);
  await change.audit(form.isApproved ? 'feature.approve' : 'feature.withdraw', {
    kind: 'company',
    uid: company.uid,
    companyUid: company.uid,
  });
}
