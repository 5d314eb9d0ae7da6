import { createEgress, type Egress } from '../webhooks/egress/egress';
import type { Config } from './config';

/** The guarded way out to receivers, by the configuration; close it when the process stops. */
export function openEgress(config: Pick<Config, 'WEBHOOK_ALLOW_CIDRS' | 'WEBHOOK_DNS_SERVERS'>): Egress {
  return createEgress({ allowCidrs: config.WEBHOOK_ALLOW_CIDRS, dnsServers: config.WEBHOOK_DNS_SERVERS });
}
