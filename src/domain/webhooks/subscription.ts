import type { Permission } from '../access/permissions';
import { eventGroups, eventTypes, type EventGroup, type EventType } from '../events/event-types';

/** Why a subscription is refused. */
export type SubscriptionProblem =
  | { readonly rule: 'none' }
  /** Neither an event nor a group. */
  | { readonly rule: 'unknown'; readonly name: string }
  /** The owner's role lacks the permission for the event. */
  | { readonly rule: 'needsPermission'; readonly event: EventType; readonly permission: Permission };

/** What an endpoint subscribes to, or why it may not. */
export type Subscription =
  | { readonly kind: 'subscribed'; readonly events: readonly EventType[] }
  | { readonly kind: 'refused'; readonly problem: SubscriptionProblem };

/** The permission that the endpoint's owner needs for each event (KEY-13). */
export const permissionFor: Partial<Record<EventType, Permission>> = {
  'recordRequest.followUpDue': 'ConfigureFollowUpNotifications',
};

/**
 * Events that the contract's list doesn't have. An endpoint gets one only if it subscribes to it by name: a
 * group and `all` mean the same events for good (HOOK-4).
 */
const namedOnly: ReadonlySet<EventType> = new Set<EventType>([]);

/** Whether someone with these permissions may receive an event. */
export function isPermitted(event: EventType, permissions: ReadonlySet<Permission>): boolean {
  const needed = permissionFor[event];
  return needed === undefined || permissions.has(needed);
}

function isGroup(name: string): name is EventGroup {
  return Object.hasOwn(eventGroups, name);
}

/** Returns the events of a name: an event, a group, or `all`; `undefined` if unknown. */
function eventsNamed(name: string): readonly EventType[] | undefined {
  if (name === 'all') return eventTypes.filter(event => !namedOnly.has(event));
  if (isGroup(name)) return eventGroups[name].filter(event => !namedOnly.has(event));
  const named = eventTypes.find(event => event === name);
  return named && [named];
}

/**
 * Validates what an endpoint subscribes to (HOOK-4). A missing permission is an error; nothing is silently
 * left out.
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
