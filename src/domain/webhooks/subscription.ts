import type { Permission } from '../access/permissions';
import { eventGroups, eventTypes, type EventGroup, type EventType } from '../events/event-types';

/** Why a subscription is refused. */
export type SubscriptionProblem =
  | { readonly rule: 'none' }
  /** Neither an event nor a group. */
  | { readonly rule: 'unknown'; readonly name: string }
  /** The owner's role lacks what the event asks for. */
  | { readonly rule: 'needsPermission'; readonly event: EventType; readonly permission: Permission };

/** What an endpoint listens to, or why it may not. */
export type Subscription =
  | { readonly kind: 'subscribed'; readonly events: readonly EventType[] }
  | { readonly kind: 'refused'; readonly problem: SubscriptionProblem };

/** What a subscription to an event asks of the endpoint's owner (KEY-13). */
export const permissionFor: Partial<Record<EventType, Permission>> = {
  'recordRequest.followUpDue': 'ConfigureFollowUpNotifications',
};

/**
 * Events that the contract's list doesn't have. An endpoint gets one only if it subscribes to it by name: a
 * group and `all` mean the same events for good (HOOK-4).
 */
const namedOnly: ReadonlySet<EventType> = new Set<EventType>([]);

/** Whether somebody with these permissions may be told an event. */
export function isPermitted(event: EventType, permissions: ReadonlySet<Permission>): boolean {
  const needed = permissionFor[event];
  return needed === undefined || permissions.has(needed);
}

function isGroup(name: string): name is EventGroup {
  return Object.hasOwn(eventGroups, name);
}

/** Returns the events that a name stands for: an event's, a group's, or `all`; `undefined` if unknown. */
function eventsNamed(name: string): readonly EventType[] | undefined {
  if (name === 'all') return eventTypes.filter(event => !namedOnly.has(event));
  if (isGroup(name)) return eventGroups[name].filter(event => !namedOnly.has(event));
  const named = eventTypes.find(event => event === name);
  return named && [named];
}

/**
 * Judges what an endpoint asks to be told (HOOK-4). Nothing is left out silently for a permission.
 * @param names events, groups, or `all`
 */
export function subscribe(names: readonly string[], ownerPermissions: ReadonlySet<Permission>): Subscription {
  const refused = (problem: SubscriptionProblem): Subscription => ({ kind: 'refused', problem });
  if (names.length === 0) return refused({ rule: 'none' });
  const events = new Set<EventType>();
  for (const name of names) {
    const named = eventsNamed(name);
    if (named === undefined) return refused({ rule: 'unknown', name });
    for (const event of named) events.add(event);
  }
  for (const event of events) {
    const permission = permissionFor[event];
    if (permission !== undefined && !ownerPermissions.has(permission))
      return refused({ rule: 'needsPermission', event, permission });
  }
  return { kind: 'subscribed', events: [...events] };
}
