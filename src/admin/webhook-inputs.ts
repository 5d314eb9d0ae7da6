import { eventGroupNames, eventTypes } from '../domain/events/event-types';
import type { CustomHeader } from '../webhooks/egress/custom-headers';
import { argument, oneOf, repeated, text, uuid, withDefault } from './inputs';
import { askEach, printable, type Terminal } from './terminal';

/** The endpoint that a command is about. */
export const endpoint = argument('ENDPOINT', 'the endpoint, by its id', uuid);

/** What an endpoint listens to. */
export const events = repeated(
  'EVENT',
  'an event, a group of events, or `all`',
  oneOf(['all', ...eventGroupNames, ...eventTypes]),
);

/** Custom headers by their names; what they hold is asked for. */
export const headers = repeated(
  'NAME',
  'a custom header; its value is asked for, or read from a line of standard input each, since it may be a credential',
  text(128),
);

/** Whether deliveries carry the headers of Standard Webhooks. */
export const onOrOff = oneOf(['on', 'off']);

/** What becomes of the events that were held. */
export const held = withDefault(
  'WHAT',
  'what becomes of the events held meanwhile: those younger than 24 hours are sent in order, or all are given up',
  oneOf(['send', 'discard']),
  'send',
);

/** Asks for the value of each header. */
export async function askHeaders(terminal: Terminal, names: readonly string[]): Promise<CustomHeader[]> {
  if (names.length === 0) return [];
  const values = await askEach(
    terminal,
    names.map(name => `Value of ${printable(name)}: `),
  );
  return names.map((name, at) => ({ name, value: values[at]?.trim() ?? '' }));
}
