import { InvalidArgumentError } from 'commander';
import { eventGroupNames, eventTypes } from '../domain/events/event-types';
import { classicEvents, type ClassicSubscription } from '../domain/webhooks/classic';
import { checkEndpointUrl } from '../usecases/webhooks/new-endpoints';
import type { CustomHeader } from '../webhooks/egress/custom-headers';
import type { AdminContext } from './command';
import { argument, oneOf, repeated, text, uuid, withDefault, type Reader } from './inputs';
import { askEach, printable, type Terminal } from './terminal';

/** The endpoint as the subject of a command. */
export const endpoint = argument('ENDPOINT', 'the ID of the endpoint', uuid);

/** The events that an endpoint subscribes to. */
export const events = repeated(
  'EVENT',
  'an event, an event group, or `all`',
  oneOf(['all', ...eventGroupNames, ...eventTypes]),
);

const subscriptionSyntax =
  'It must be EVENT:SCOPE:COLUMN,COLUMN, such as ' +
  '`patient.columnChanged:companyWide:id,searchStatus`, or EVENT:SCOPE for an event without ' +
  'columns.';
const scopes = ['companyWide', 'tracked'] as const;

/** Parses a Classic subscription. @throws InvalidArgumentError with the syntax */
const classicSubscription: Reader<ClassicSubscription> = typed => {
  const [name, scope, columns = '', ...more] = typed.trim().split(':');
  const event = classicEvents.find(known => known === name);
  const isScope = scopes.some(known => known === scope);
  if (event === undefined || !isScope || more.length > 0) throw new InvalidArgumentError(subscriptionSyntax);
  const named = columns === '' ? [] : columns.split(',').map(column => column.trim());
  return { event, isTrackedOnly: scope === 'tracked', columns: [...new Set(named)] };
};

/** The subscriptions of a Classic endpoint. */
export const subscriptions = repeated(
  'SUBSCRIPTION',
  'an event, its scope (companyWide or tracked), and columns: ' +
    '`patient.columnChanged:companyWide:id,searchStatus`',
  classicSubscription,
);

/** Returns a Classic subscription in the syntax of the option. */
export function subscriptionText({ event, isTrackedOnly, columns }: ClassicSubscription): string {
  const scope: (typeof scopes)[number] = isTrackedOnly ? 'tracked' : 'companyWide';
  return [event, scope, ...(columns.length === 0 ? [] : [columns.join(',')])].join(':');
}

/** The names of custom headers. Their values are prompted for. */
export const headers = repeated(
  'NAME',
  "the name of a custom header; you're prompted for its value, or each value is read from a line " +
    'of standard input, because it may be a credential',
  text(128),
);

/** Whether deliveries carry the Standard Webhooks headers. */
export const onOrOff = oneOf(['on', 'off']);

/** What to do with held events. */
export const held = withDefault(
  'WHAT',
  'what to do with held events: send those from the last 24 hours in order, or discard all',
  oneOf(['send', 'discard']),
  'send',
);

/** Prompts for the value of each header. */
export async function askHeaders(terminal: Terminal, names: readonly string[]): Promise<CustomHeader[]> {
  if (names.length === 0) return [];
  const values = await askEach(
    terminal,
    names.map(name => `Value of ${printable(name)}: `),
  );
  return names.map((name, at) => ({ name, value: values[at]?.trim() ?? '' }));
}

/** Checks a receiver's URL and resolves its host name. @throws OperatorError with the broken rule */
export async function checkUrl({ openEgress }: AdminContext, url: string): Promise<string> {
  const egress = openEgress();
  return checkEndpointUrl(egress, url).finally(() => void egress.close());
}
