import type { Permission } from '../access/permissions';
import {
  eventGroupNames,
  eventsOfGroup,
  eventTypes,
  isNamedOnly,
  type EventType,
} from '../events/event-types';

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

/** Whether someone with these permissions may receive an event. */
export function isPermitted(event: EventType, permissions: ReadonlySet<Permission>): boolean {
  const needed = permissionFor[event];
  return needed === undefined || permissions.has(needed);
}

/**
 * Returns the events of a name: an event, a group, or `all`; `undefined` if unknown. An event that is
 * subscribed to by name is in no group.
 */
function eventsNamed(name: string): readonly EventType[] | undefined {
  if (name === 'all') return eventTypes.filter(event => !isNamedOnly(event));
  const group = eventGroupNames.find(other => other === name);
  if (group !== undefined) return eventsOfGroup(group).filter(event => !isNamedOnly(event));
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
