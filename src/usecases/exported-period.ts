import type { OperatorPrincipal } from '../access/principal';
import type { Period } from '../store/period';
import { resource, runChange, type ChangeParts } from './change';
import { OperatorError } from './operator-error';
import { getCompany } from './operators';

/** The exported part: from an instant (inclusive) to another (exclusive), of one company or of all. */
export interface PeriodForm {
  readonly from: Date;
  /** Absent means now. */
  readonly until: Date | undefined;
  readonly companyId: string | undefined;
}

/**
 * Writes the audit row of an export and returns its period. It is audited first, because an interrupted
 * export has shown rows too.
 * @throws OperatorError for an unknown company or a period that ends before it starts
 */
export async function openPeriod(
  parts: ChangeParts,
  principal: OperatorPrincipal,
  event: string,
  { from, until, companyId }: PeriodForm,
): Promise<Period> {
  return runChange(parts, { principal, requestId: null, event }, async change => {
    const end = until ?? change.now;
    if (end <= from) throw new OperatorError('The end of the period must be after its start.');
    const company = companyId === undefined ? undefined : await getCompany(change.tx, companyId);
    await change.auditLook(
      company === undefined ? undefined : resource('company', { uid: company.uid, companyUid: company.uid }),
    );
    return { from, until: end, ...(company === undefined ? {} : { companyUid: company.uid }) };
  });
}
