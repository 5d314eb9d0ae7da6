import { eventGroupNames, eventTypes } from '../domain/events/event-types';
import {
  checkEndpointUrl,
  createEndpoint,
  inspectDeliveries,
  inspectEndpoints,
  rotateEndpointSecret,
  setEndpointEnabled,
} from '../usecases/webhooks/endpoints';
import { command, type CommandGroup } from './command';
import {
  argument,
  oneOf,
  optional,
  repeated,
  required,
  text,
  toggle,
  wholeNumber,
  withDefault,
} from './inputs';
import { company, email, environment } from './shared-inputs';

const endpoint = argument('ENDPOINT', 'the endpoint, by its id', text(36));

/** `webhook …`: endpoints are configured in the web console; this is the operators' way to them. */
export const webhookCommands: CommandGroup = {
  name: 'webhook',
  summary: 'The webhook endpoints of a company and what was delivered to them',
  commands: [
    command({
      name: 'create',
      summary: 'Create an endpoint of a member; its signing secret is shown now and never again',
      inputs: {
        url: argument('URL', 'where events are posted', text(2048)),
        company,
        environment,
        owner: required('EMAIL', 'the member who owns the endpoint', email),
        event: repeated(
          'EVENT',
          'an event, a group of events, or `all`',
          oneOf(['all', ...eventGroupNames, ...eventTypes]),
        ),
        project: repeated('ID', 'a project; none means all of the environment', text(64)),
        tracked: toggle('only records that the owner created or tracks'),
      },
      examples: [
        'webhook create https://hooks.acme.example/records --company acme --environment production --owner ana@acme.example --event all',
      ],
      run: async ({ change, openEgress }, { url, company, environment, owner, event, project, tracked }) => {
        const egress = openEgress();
        const checked = await checkEndpointUrl(egress, url).finally(() => void egress.close());
        const created = await change('webhookEndpoint.create', inner =>
          createEndpoint(inner, {
            companyId: company,
            ownerEmail: owner,
            url: checked,
            environment,
            events: event,
            projectIds: project,
            isTrackedOnly: tracked,
            customHeaders: {},
          }),
        );
        return {
          kind: 'done',
          sentence: `Endpoint ${created.uid}; its secret, shown only now:\n${created.secret}`,
          facts: { company, environment, endpoint: created.uid, url: created.url, secret: created.secret },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List the endpoints of a company',
      inputs: { company },
      examples: ['webhook list --company acme'],
      run: async ({ db }, { company }) => ({
        kind: 'list',
        headings: {
          endpoint: 'Endpoint',
          url: 'URL',
          environment: 'Environment',
          owner: 'Owner',
          failures: 'Failed in a row',
          disabledAt: 'Disabled',
        },
        rows: (await inspectEndpoints(db, company)).map(listing => ({
          endpoint: listing.uid,
          url: listing.url,
          environment: listing.environment,
          owner: listing.owner,
          eventTypes: listing.eventTypes,
          failures: listing.consecutiveFailures,
          disabledAt: listing.disabledAt,
          createdAt: listing.createdAt,
        })),
        ifEmpty: 'The company has no webhook endpoint.',
      }),
    }),
    command({
      name: 'rotate-secret',
      summary: 'Give an endpoint another signing secret; the old one signs beside it for 24 hours',
      inputs: { endpoint, company },
      examples: ['webhook rotate-secret 01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60 --company acme'],
      run: async ({ change }, { endpoint, company }) => {
        const { secret, previousUntil } = await change('webhookEndpoint.rotateSecret', inner =>
          rotateEndpointSecret(inner, { companyId: company, endpointUid: endpoint }),
        );
        return {
          kind: 'done',
          sentence: `The old secret signs beside it until ${previousUntil.toISOString()}; the new one, shown only now:\n${secret}`,
          facts: { company, endpoint, secret, previousUntil },
        };
      },
    }),
    command({
      name: 'enable',
      summary: 'Enable an endpoint; its count of failures is cleared and the events held meanwhile follow',
      inputs: { endpoint, company },
      examples: ['webhook enable 01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60 --company acme'],
      run: async ({ change }, { endpoint, company }) => {
        await change('webhookEndpoint.enable', inner =>
          setEndpointEnabled(inner, { companyId: company, endpointUid: endpoint, isEnabled: true }),
        );
        return {
          kind: 'done',
          sentence: 'The endpoint is enabled.',
          facts: { company, endpoint, isEnabled: true },
        };
      },
    }),
    command({
      name: 'disable',
      summary: 'Disable an endpoint; its events are held until it is enabled',
      inputs: { endpoint, company },
      examples: ['webhook disable 01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60 --company acme'],
      run: async ({ change }, { endpoint, company }) => {
        await change('webhookEndpoint.disable', inner =>
          setEndpointEnabled(inner, { companyId: company, endpointUid: endpoint, isEnabled: false }),
        );
        return {
          kind: 'done',
          sentence: 'The endpoint is disabled.',
          facts: { company, endpoint, isEnabled: false },
        };
      },
    }),
    command({
      name: 'log',
      summary: 'Show the latest deliveries, newest first',
      inputs: {
        company,
        endpoint: optional('ENDPOINT', 'only this endpoint', text(36)),
        limit: withDefault('N', 'how many', wholeNumber(1, 1_000), 50),
      },
      examples: ['webhook log --company acme --limit 20'],
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
    }),
  ],
};
