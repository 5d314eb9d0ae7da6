import type { Permission } from '../access/permissions';
import type { EventType } from '../events/event-types';
import { subscribe, type SubscriptionProblem } from '../webhooks/subscription';

/** The most e-mails per member and environment in 24 hours: a file of patients is a thousand events. */
export const mailsPerDayMax = 200;

/** Events sent by webhook only (EVENT-39). */
const webhookOnly: ReadonlySet<string> = new Set([
  'clinicalData',
  'clinicalData.added',
  'clinicalData.withdrawn',
]);

/** Whether an event can be e-mailed at all. */
export function isMailed(event: EventType): boolean {
  return !webhookOnly.has(event);
}

/** Why a choice of e-mailed events is refused. */
export type MailProblem = SubscriptionProblem | { readonly rule: 'webhookOnly'; readonly name: string };

/** The e-mailed events, or the problem. */
export type MailedEvents =
  | { readonly kind: 'chosen'; readonly events: readonly EventType[] }
  | { readonly kind: 'refused'; readonly problem: MailProblem };

/**
 * Validates the events that a member wants by e-mail. `all` means every event that can be e-mailed.
 * @param names events, groups, or `all`
 */
export function chooseMailed(names: readonly string[], permissions: ReadonlySet<Permission>): MailedEvents {
  const name = names.find(named => webhookOnly.has(named));
  if (name !== undefined) return { kind: 'refused', problem: { rule: 'webhookOnly', name } };
  const subscription = subscribe(names, permissions);
  if (subscription.kind === 'refused') return subscription;
  return { kind: 'chosen', events: subscription.events.filter(isMailed) };
}
