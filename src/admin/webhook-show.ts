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
  url: 'URL',
  environment: 'Environment',
  kind: 'Kind',
  owner: 'Owner',
  failures: 'Failed in a row',
  disabledAt: 'Disabled',
  disabledBy: 'By',
};

function rowOf(listing: Omit<InspectedListing, 'access'>): Row {
  return {
    endpoint: listing.uid,
    channel: listing.channel,
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
  summary: 'List the endpoints of a company',
  inputs: {
    company,
    member: optional(
      'EMAIL',
      'as this member sees them: their own, or as an administrator everyone’s',
      email,
    ),
  },
  examples: ['webhook list --company acme', 'webhook list --company acme --member ana@acme.example'],
  run: async ({ db }, { company, member }) => ({
    kind: 'list',
    headings: member === undefined ? headings : { ...headings, access: 'May' },
    rows: (await inspectEndpoints(db, company, member)).map(found => ({
      ...rowOf(found),
      ...(member !== undefined && { access: found.access }),
    })),
    ifEmpty: 'There is no webhook endpoint.',
  }),
});

const show = command({
  name: 'show',
  summary: 'Show an endpoint: what it listens to, its headers by name, and how many events are held',
  inputs: {
    endpoint,
    company,
    secret: toggle('its current signing secret as well; that leaves an audit row'),
  },
  examples: [`webhook show ${uid} --company acme`, `webhook show ${uid} --company acme --secret`],
  run: async ({ db, clock, change, endpointSealer, principal }, { endpoint, company, secret }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const found = await inspectEndpoint(db, endpointSealer, principal, ref, clock.now());
    const shown = secret
      ? await change('webhookEndpoint.showSecret', inner => revealSecret(inner, endpointSealer, ref))
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
        replacedSecretsUntil: 'Secrets before sign until',
        held: 'Held, younger than 24 h',
        heldTooLong: 'Held, older than 24 h',
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
