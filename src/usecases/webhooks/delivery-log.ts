import type { Executor } from '../../store/database';
import { readDeliveryLog, type DeliveryLogEntry } from '../../store/webhook-deliveries';
import { getCompany } from '../operators';

/**
 * The latest deliveries of a company, newest first: what was sent where with what result; no payload.
 * @throws OperatorError for an unknown company
 */
export async function inspectDeliveries(
  executor: Executor,
  companyId: string,
  options: { readonly endpointUid: string | undefined; readonly limit: number },
): Promise<DeliveryLogEntry[]> {
  const { uid } = await getCompany(executor, companyId);
  return readDeliveryLog(executor, uid, options);
}
