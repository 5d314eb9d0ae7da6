import { inspectDeliveries } from '../usecases/webhooks/delivery-log';
import { command, type Command } from './command';
import { optional, uuid, wholeNumber, withDefault } from './inputs';
import { company } from './shared-inputs';

const deliveries = command({
  name: 'deliveries',
  summary: 'Show the latest deliveries, newest first',
  inputs: {
    company,
    endpoint: optional('ENDPOINT', 'only this endpoint', uuid),
    limit: withDefault('N', 'how many', wholeNumber(1, 1_000), 50),
  },
  examples: ['webhook deliveries --company acme --limit 20'],
  run: async ({ db }, { company, endpoint, limit }) => ({
    kind: 'list',
    headings: {
      delivery: 'Delivery',
      event: 'Event',
      channel: 'Channel',
      status: 'Status',
      attempts: 'Attempts',
      httpStatus: 'Last HTTP status',
      createdAt: 'Created',
    },
    rows: (await inspectDeliveries(db, company, { endpointUid: endpoint, limit })).map(entry => ({
      delivery: entry.deliveryUid,
      endpoint: entry.endpointUid,
      event: entry.eventType,
      channel: entry.channel,
      status: entry.status,
      attempts: entry.attempts,
      httpStatus: entry.lastHttpStatus,
      createdAt: entry.createdAt,
      updatedAt: entry.updatedAt,
    })),
    ifEmpty: 'Nothing was delivered yet.',
  }),
});

/** What was delivered, and how. */
export const webhookLogCommands: readonly Command[] = [deliveries];
