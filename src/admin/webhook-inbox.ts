import { createEndpoint } from '../usecases/webhooks/new-endpoints';
import { inboxMax, inspectInbox } from '../usecases/webhooks/inbox';
import { command, type Command } from './command';
import { optional, repeated, required, text, toggle, uuid, wholeNumber, withDefault } from './inputs';
import { company, email } from './shared-inputs';
import { events } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const createInbox = command({
  name: 'create-inbox',
  summary: 'Create an endpoint of the sandbox without an address: what it is told is kept in the inbox',
  inputs: {
    company,
    owner: required('EMAIL', 'the member who owns the endpoint, and needs ManageWebhooks', email),
    event: events,
    project: repeated('ID', 'a project; none means all of the sandbox', text(64)),
    tracked: toggle('only records that the owner created or tracks'),
  },
  examples: ['webhook create-inbox --company acme --owner ana@acme.example --event all'],
  run: async ({ change, endpointSealer }, { company, owner, event, project, tracked }) => {
    const created = await change('webhookEndpoint.create', inner =>
      createEndpoint(inner, endpointSealer, {
        companyId: company,
        ownerEmail: owner,
        url: null,
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
      sentence: `Endpoint ${created.uid}; its secret:\n${created.secret}`,
      facts: { company, environment: 'sandbox', endpoint: created.uid, secret: created.secret },
    };
  },
});

const inbox = command({
  name: 'inbox',
  summary: 'Show what came into the inbox of a sandbox, as it would have been sent; that leaves an audit row',
  inputs: {
    company,
    delivery: optional('DELIVERY', 'this one, with its headers and its body', uuid),
    limit: withDefault('COUNT', 'so many, the newest first', wholeNumber(1, inboxMax), 20),
  },
  examples: ['webhook inbox --company acme', `webhook inbox --company acme --delivery ${uid}`],
  run: async ({ change }, { company, delivery, limit }) => {
    const found = await change('webhookInbox.read', inner =>
      inspectInbox(inner, company, { deliveryUid: delivery, limit }),
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
      return { kind: 'list', headings, rows, ifEmpty: 'Nothing is in the inbox.' };
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
