import { listWithdrawn, type WithdrawnOfPatient } from '../../store/clinical/withdrawn-report';
import type { OperatorChange } from '../change';
import { OperatorError } from '../operator-error';

/** The most withdrawals that are listed. */
export const withdrawalsMax = 10_000;

/**
 * Lists whose clinical data was withdrawn in a period, and who may have seen it before: for the privacy
 * officer's assessment (45 CFR 164.402) and accounting (45 CFR 164.528).
 * @throws OperatorError for a period that ends before it starts
 */
export async function inspectWithdrawals(
  change: OperatorChange,
  { from, until }: { readonly from: Date; readonly until: Date | undefined },
): Promise<WithdrawnOfPatient[]> {
  const end = until ?? change.now;
  if (end <= from) throw new OperatorError('The end of the period must be after its start.');
  const found = await listWithdrawn(change.tx, { from, until: end, limit: withdrawalsMax });
  await change.auditLook(undefined);
  return found;
}
