import { revealSecret } from '../usecases/webhooks/endpoint-secrets';
import { inspectEndpoint, inspectEndpoints, type InspectedListing } from '../usecases/webhooks/endpoints';
import { command, type Command } from './command';
import { optional, toggle } from './inputs';
import type { Row } from './outcome';
import { company, email } from './shared-inputs';
import { endpoint, subscriptionText } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const headings = {
  endpoint: 'Endpoint',
  name: 'Name',
  url: 'URL',
  environment: 'Environment',
  kind: 'Kind',
  owner: 'Owner',
  failures: 'Consecutive failures',
  disabledAt: 'Disabled',
  disabledBy: 'Disabled by',
};

function rowOf(listing: Omit<InspectedListing, 'access'>): Row {
  return {
    endpoint: listing.uid,
    channel: listing.channel,
    name: listing.name,
    url: listing.url,
    environment: listing.environment,
    owner: listing.owner,
    kind: listing.isClassic ? 'classic' : 'events',
    eventTypes: listing.isClassic ? listing.subscriptions.map(subscriptionText) : listing.eventTypes,
    projects: listing.hasAllProjects ? 'all' : listing.projectIds,
    records: listing.isTrackedOnly ? 'tracked' : 'visible',
    standardHeaders: listing.sendsStandardHeaders ? 'on' : 'off',
    failures: listing.consecutiveFailures,
    disabledAt: listing.disabledAt,
    disabledBy: listing.disabledBy,
    createdAt: listing.createdAt,
  };
}

const list = command({
  name: 'list',
  summary: 'List the webhook endpoints of a company',
  inputs: {
    company,
    member: optional(
      'EMAIL',
      "as this member sees the list: their own, or everyone's for an administrator",
      email,
    ),
  },
  examples: ['webhook list --company acme', 'webhook list --company acme --member ana@acme.example'],
  run: async ({ db }, { company, member }) => ({
    kind: 'list',
    headings: member === undefined ? headings : { ...headings, access: 'Access' },
    rows: (await inspectEndpoints(db, company, member)).map(found => ({
      ...rowOf(found),
      ...(member !== undefined && { access: found.access }),
    })),
    ifEmpty: 'No endpoints yet. Run `webhook create` to create one.',
  }),
});

const show = command({
  name: 'show',
  summary: 'Show an endpoint: its events, header names, and number of held events',
  inputs: {
    endpoint,
    company,
    secret: toggle('also show its current signing secret; recorded in the audit log'),
  },
  examples: [`webhook show ${uid} --company acme`, `webhook show ${uid} --company acme --secret`],
  run: async ({ db, clock, change, endpointSealer, principal }, { endpoint, company, secret }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const found = await inspectEndpoint(db, endpointSealer, principal, ref, clock.now());
    const shown = secret
      ? await change('webhookEndpoint.showSecret', operatorChange =>
          revealSecret(operatorChange, endpointSealer, ref),
        )
      : {};
    return {
      kind: 'record',
      headings: {
        ...headings,
        eventTypes: 'Events',
        projects: 'Projects',
        records: 'Records',
        headerNames: 'Custom headers',
        standardHeaders: 'Standard Webhooks headers',
        replacedSecretsUntil: 'Previous secrets expire',
        held: 'Held, under 24 hours',
        heldTooLong: 'Held, over 24 hours',
        createdAt: 'Created',
        ...(secret && { secret: 'Secret', standardSecret: 'For Standard Webhooks' }),
      },
      row: {
        ...rowOf(found),
        headerNames: found.headerNames,
        replacedSecretsUntil: found.replacedSecretsUntil.map(until => until.toISOString()),
        held: found.held.younger,
        heldTooLong: found.held.older,
        ...shown,
      },
    };
  },
});

/** `webhook list` and `show` */
export const showCommands: readonly Command[] = [list, show];
