import { createEndpoint } from '../usecases/webhooks/new-endpoints';
import { inboxMax, inspectInbox } from '../usecases/webhooks/inbox';
import { command, type Command } from './command';
import { optional, repeated, required, text, toggle, uuid, wholeNumber, withDefault } from './inputs';
import { company, email } from './shared-inputs';
import { events } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const createInbox = command({
  name: 'create-inbox',
  summary: 'Create a sandbox endpoint without a URL; its events are kept in the inbox',
  inputs: {
    company,
    owner: required('EMAIL', 'the member who owns the endpoint; needs ManageWebhooks', email),
    event: events,
    project: repeated('ID', 'a project (default: all sandbox projects)', text(64)),
    tracked: toggle('only records that the owner created or tracks'),
  },
  examples: ['webhook create-inbox --company acme --owner ana@acme.example --event all'],
  run: async ({ change, endpointSealer }, { company, owner, event, project, tracked }) => {
    const created = await change('webhookEndpoint.create', operatorChange =>
      createEndpoint(operatorChange, endpointSealer, {
        companyId: company,
        ownerEmail: owner,
        url: null,
        name: null,
        environment: 'sandbox',
        events: event,
        projectIds: project,
        isTrackedOnly: tracked,
        customHeaders: [],
        sendsStandardHeaders: true,
      }),
    );
    return {
      kind: 'done',
      sentence: `Created endpoint ${created.uid}. Its secret:\n${created.secret}`,
      facts: { company, environment: 'sandbox', endpoint: created.uid, secret: created.secret },
    };
  },
});

const inbox = command({
  name: 'inbox',
  summary: 'Show the deliveries in a sandbox inbox as they would have been sent; recorded in the audit log',
  inputs: {
    company,
    delivery: optional('DELIVERY', 'show this delivery with its headers and body', uuid),
    limit: withDefault('COUNT', 'the number of deliveries, newest first', wholeNumber(1, inboxMax), 20),
  },
  examples: ['webhook inbox --company acme', `webhook inbox --company acme --delivery ${uid}`],
  run: async ({ change }, { company, delivery, limit }) => {
    const found = await change('webhookInbox.read', operatorChange =>
      inspectInbox(operatorChange, company, { deliveryUid: delivery, limit }),
    );
    const rows = found.map(({ deliveryUid, endpointUid, eventType, receivedAt }) => ({
      delivery: deliveryUid,
      event: eventType,
      endpoint: endpointUid,
      receivedAt,
    }));
    const headings = { delivery: 'Delivery', event: 'Event', endpoint: 'Endpoint', receivedAt: 'Received' };
    const [row] = rows;
    const [entry] = found;
    if (delivery === undefined || row === undefined || entry === undefined)
      return { kind: 'list', headings, rows, ifEmpty: 'No deliveries in the inbox yet.' };
    const headers = Object.entries(entry.headers).map(([name, value]) => `${name}: ${value}`);
    return {
      kind: 'record',
      headings: { ...headings, headers: 'Headers', body: 'Body' },
      row: { ...row, headers, body: entry.body },
    };
  },
});

/** `webhook …` for the inbox of a sandbox. */
export const inboxCommands: readonly Command[] = [createInbox, inbox];
