import { setEndpointDisabled } from '../../store/webhook-endpoints';
import {
  abandonHeldDeliveries,
  signalHeldDeliveries,
  releaseHeldDeliveries,
} from '../../store/webhook-fan-out';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../tenants/find-company';

/**
 * Enables or disables an endpoint. Enabling clears the count of failures; the events held meanwhile follow, but for
 * those of a day ago and older, which are abandoned (DESIGN §4).
 * @throws OperatorError when the company has no such endpoint
 */
export async function setEndpointEnabled(
  change: Change,
  form: { readonly companyId: string; readonly endpointUid: string; readonly isEnabled: boolean },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const disabledAt = form.isEnabled ? null : change.now;
  if (!(await setEndpointDisabled(change.tx, company.uid, form.endpointUid, disabledAt, change.now))) {
    throw new OperatorError('The company has no such endpoint; `webhook list` shows them.');
  }
  // Held deliveries: those whose workflow waits, and those that have none yet.
  if (form.isEnabled) {
    await abandonHeldDeliveries(change.tx, change.now, form.endpointUid);
    await signalHeldDeliveries(change.tx, form.endpointUid, change.now);
    await releaseHeldDeliveries(change.tx, change.now);
  }
  await change.audit(form.isEnabled ? 'webhookEndpoint.enable' : 'webhookEndpoint.disable', {
    kind: 'webhookEndpoint',
    uid: form.endpointUid,
    companyUid: company.uid,
  });
}
