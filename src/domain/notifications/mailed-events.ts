import type { Permission } from '../access/permissions';
import type { EventType } from '../events/event-types';
import { subscribe, type SubscriptionProblem } from '../webhooks/subscription';

/**
 * The most e-mails of one member in 24 hours and one environment: a file of patients is a thousand events.
 */
export const mailsPerDayMax = 200;

/** What is told by webhook only (EVENT-39). */
const webhookOnly: ReadonlySet<string> = new Set(['clinicalData', 'clinicalData.added']);

/** Whether an event can be mailed at all. */
export function isMailed(event: EventType): boolean {
  return !webhookOnly.has(event);
}

/** Why a choice of events to be mailed is refused. */
export type MailProblem = SubscriptionProblem | { readonly rule: 'webhookOnly'; readonly name: string };

/** The events that are mailed, or why not. */
export type MailedEvents =
  | { readonly kind: 'chosen'; readonly events: readonly EventType[] }
  | { readonly kind: 'refused'; readonly problem: MailProblem };

/**
 * Judges which events a member asks to be mailed. `all` is all that can be.
 * @param names events, groups, or `all`
 */
export function chooseMailed(names: readonly string[], permissions: ReadonlySet<Permission>): MailedEvents {
  const name = names.find(named => webhookOnly.has(named));
  if (name !== undefined) return { kind: 'refused', problem: { rule: 'webhookOnly', name } };
  const subscription = subscribe(names, permissions);
  if (subscription.kind === 'refused') return subscription;
  return { kind: 'chosen', events: subscription.events.filter(isMailed) };
}
