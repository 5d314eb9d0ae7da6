import { expireOldSecrets, revealSecret, rotateEndpointSecret } from '../usecases/webhooks/endpoint-secrets';
import {
  createEndpoint,
  deleteEndpoint,
  editEndpoint,
  enableEndpoint,
  inspectEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  type HeldChoice,
  type HeldOutcome,
} from '../usecases/webhooks/endpoints';
import { inspectEndpoints, type InspectedListing } from '../usecases/webhooks/inspect-listings';
import { prepareTest, sendTest } from '../usecases/webhooks/send-test';
import { command, type CommandGroup, type Loss } from './command';
import { UsageError } from './failures';
import { argument, oneOf, optional, repeated, required, text, toggle, withDefault } from './inputs';
import type { Outcome, Row } from './outcome';
import { company, email, environment } from './shared-inputs';
import { classicCommands } from './webhook-classic';
import {
  askHeaders,
  checkUrl,
  endpoint,
  events,
  headers,
  held,
  onOrOff,
  subscriptionText,
} from './webhook-inputs';
import { inboxCommands } from './webhook-inbox';
import { webhookLogCommands } from './webhook-log';
import { resealCommand } from './webhook-reseal';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const create = command({
  name: 'create',
  summary: 'Create an endpoint of a member, who needs ManageWebhooks; its signing secret is shown',
  inputs: {
    url: argument('URL', 'where events are posted', text(2048)),
    company,
    environment,
    owner: required('EMAIL', 'the member who owns the endpoint', email),
    event: events,
    project: repeated('ID', 'a project; none means all of the environment', text(64)),
    tracked: toggle('only records that the owner created or tracks'),
    header: headers,
    standardHeaders: withDefault('WHICH', 'the headers of Standard Webhooks beside ours', onOrOff, 'on'),
  },
  examples: [
    'webhook create https://hooks.acme.example/records --company acme --environment production --owner ana@acme.example --event all',
  ],
  run: async (context, typed) => {
    const { url, company, environment, owner, event, project, tracked, header, standardHeaders } = typed;
    const { change, terminal, endpointSealer } = context;
    const checked = await checkUrl(context, url);
    const customHeaders = await askHeaders(terminal, header);
    const created = await change('webhookEndpoint.create', inner =>
      createEndpoint(inner, endpointSealer, {
        companyId: company,
        ownerEmail: owner,
        url: checked,
        environment,
        events: event,
        projectIds: project,
        isTrackedOnly: tracked,
        customHeaders,
        sendsStandardHeaders: standardHeaders === 'on',
      }),
    );
    return {
      kind: 'done',
      sentence: `Endpoint ${created.uid}; its secret:\n${created.secret}`,
      facts: { company, environment, endpoint: created.uid, url: created.url, secret: created.secret },
    };
  },
});

const records = oneOf(['visible', 'tracked']);

const edit = command({
  name: 'edit',
  summary: 'Change what is named of an endpoint; events, projects and headers are replaced as a whole',
  inputs: {
    endpoint,
    company,
    url: optional('URL', 'where events are posted from now on, those on their way included', text(2048)),
    event: events,
    project: repeated('ID', 'a project of its environment', text(64)),
    allProjects: toggle('every project of its environment, later ones included'),
    records: optional('WHICH', 'the records it is told of', records),
    header: headers,
    withoutHeaders: toggle('remove the custom headers'),
    standardHeaders: optional('WHICH', 'the headers of Standard Webhooks beside ours', onOrOff),
  },
  examples: [
    `webhook edit ${uid} --company acme --event patient --event recordRequest.completed`,
    `webhook edit ${uid} --company acme --all-projects --records visible`,
  ],
  run: async (context, typed) => {
    const {
      endpoint,
      company,
      url,
      event,
      project,
      allProjects,
      records,
      header,
      withoutHeaders,
      standardHeaders,
    } = typed;
    const { change, terminal, endpointSealer } = context;
    if (allProjects && project.length > 0)
      throw new UsageError('Say either --project or --all-projects, not both.');
    if (withoutHeaders && header.length > 0)
      throw new UsageError('Say either --header or --without-headers, not both.');
    const checked = url === undefined ? undefined : await checkUrl(context, url);
    const customHeaders = await askHeaders(terminal, header);
    const edited = {
      ...(checked !== undefined && { url: checked }),
      ...(event.length > 0 && { events: event }),
      ...((allProjects || project.length > 0) && { projectIds: project }),
      ...(records !== undefined && { isTrackedOnly: records === 'tracked' }),
      ...(standardHeaders !== undefined && { sendsStandardHeaders: standardHeaders === 'on' }),
      ...((withoutHeaders || header.length > 0) && { customHeaders }),
    };
    await change('webhookEndpoint.edit', inner =>
      editEndpoint(inner, endpointSealer, { companyId: company, endpointUid: endpoint }, edited),
    );
    return {
      kind: 'done',
      sentence: 'The endpoint is changed.',
      facts: { company, endpoint, changed: Object.keys(edited) },
    };
  },
});

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
  run: async ({ db, clock, change, endpointSealer }, { endpoint, company, secret }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const found = await inspectEndpoint(db, endpointSealer, ref, clock.now());
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

const rotateCommand = command({
  name: 'rotate',
  summary: 'Give an endpoint another signing secret; each one before it signs beside it for 24 hours',
  inputs: { endpoint, company },
  examples: [`webhook rotate ${uid} --company acme`],
  run: async ({ change, endpointSealer }, { endpoint, company }) => {
    const { secret, previousUntil } = await change('webhookEndpoint.rotateSecret', inner =>
      rotateEndpointSecret(inner, endpointSealer, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence: `The new secret:\n${secret}\nThe old one signs beside it until ${previousUntil.toISOString()}.`,
      facts: { company, endpoint, secret, previousUntil },
    };
  },
});

const expireOldSecret = command({
  name: 'expire-old-secret',
  summary: 'End the time of every secret before the current one now, because one has leaked',
  inputs: { endpoint, company },
  examples: [`webhook expire-old-secret ${uid} --company acme`],
  loses: async (_context, { endpoint }) => ({
    id: endpoint,
    consequence: 'A receiver that has only an old secret will refuse every delivery from now on.',
  }),
  run: async ({ change, endpointSealer }, { endpoint, company }) => {
    const ended = await change('webhookEndpoint.expireOldSecrets', inner =>
      expireOldSecrets(inner, endpointSealer, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence: 'Deliveries are signed with the current secret alone.',
      facts: { company, endpoint, ended },
    };
  },
});

const pause = command({
  name: 'pause',
  summary: 'Pause an endpoint; its events are held until it is resumed',
  inputs: { endpoint, company },
  examples: [`webhook pause ${uid} --company acme`],
  run: async ({ change }, { endpoint, company }) => {
    await change('webhookEndpoint.pause', inner =>
      pauseEndpoint(inner, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence: 'The endpoint is paused; its events are held.',
      facts: { company, endpoint, isEnabled: false },
    };
  },
});

function enabled(company: string, endpoint: string, { sent, abandoned }: HeldOutcome): Outcome {
  return {
    kind: 'done',
    sentence: `The endpoint is enabled. Of the events held meanwhile ${sent} follow; ${abandoned} are given up.`,
    facts: { company, endpoint, isEnabled: true, sent, abandoned },
  };
}

/** What `--held discard` takes away. */
function lossOf({
  endpoint,
  held,
}: {
  readonly endpoint: string;
  readonly held: HeldChoice;
}): Loss | undefined {
  return held === 'discard'
    ? { id: endpoint, consequence: 'The receiver will never get the events that were held.' }
    : undefined;
}

const resume = command({
  name: 'resume',
  summary: 'End the pause of an endpoint; the events held meanwhile follow',
  inputs: { endpoint, company, held },
  examples: [`webhook resume ${uid} --company acme`],
  loses: async (_context, typed) => lossOf(typed),
  run: async ({ change }, { endpoint, company, held }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const outcome = await change('webhookEndpoint.resume', inner => resumeEndpoint(inner, ref, held));
    return enabled(company, endpoint, outcome);
  },
});

const enable = command({
  name: 'enable',
  summary: 'Enable an endpoint, whatever disabled it; its count of failures is cleared',
  inputs: { endpoint, company, held },
  examples: [`webhook enable ${uid} --company acme`, `webhook enable ${uid} --company acme --held discard`],
  loses: async (_context, typed) => lossOf(typed),
  run: async ({ change }, { endpoint, company, held }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const outcome = await change('webhookEndpoint.enable', inner => enableEndpoint(inner, ref, held));
    return enabled(company, endpoint, outcome);
  },
});

const remove = command({
  name: 'delete',
  summary: 'Delete an endpoint: what has not arrived is given up; the log of its deliveries stays',
  inputs: { endpoint, company },
  examples: [`webhook delete ${uid} --company acme`],
  loses: async (_context, { endpoint }) => ({
    id: endpoint,
    consequence: 'The endpoint, its secret and its headers, and every event on its way to it, will be gone.',
  }),
  run: async ({ change }, { endpoint, company }) => {
    const abandoned = await change('webhookEndpoint.delete', inner =>
      deleteEndpoint(inner, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence: `The endpoint is deleted; ${abandoned} deliveries are given up.`,
      facts: { company, endpoint, abandoned },
    };
  },
});

const test = command({
  name: 'test',
  summary: 'Send a sample for each group of events, now, one attempt each; it counts for nothing',
  inputs: { endpoint, company },
  examples: [`webhook test ${uid} --company acme`],
  run: async ({ db, change, clock, endpointSealer, openEgress }, { endpoint, company }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const prepared = await change('webhookEndpoint.test', inner => prepareTest(inner, ref));
    const egress = openEgress();
    const outcomes = await sendTest({ db, clock, egress, endpointSealer }, prepared).finally(
      () => void egress.close(),
    );
    return {
      kind: 'list',
      headings: {
        event: 'Event',
        isSuccess: 'Accepted',
        httpStatus: 'HTTP status',
        failure: 'Failure',
        durationMs: 'Milliseconds',
        delivery: 'X-Webhook-Id',
      },
      rows: outcomes.map(({ eventType, deliveryId, isSuccess, httpStatus, failure, durationMs }) => ({
        ...{ event: eventType, delivery: deliveryId },
        ...{ isSuccess, httpStatus, failure, durationMs },
      })),
      ifEmpty: 'Nothing was sent.',
    };
  },
});

/** `webhook …`: endpoints are configured in the web console; this is the operators' way to them. */
export const webhookCommands: CommandGroup = {
  name: 'webhook',
  summary: 'The webhook endpoints of a company and what was delivered to them',
  commands: [
    create,
    edit,
    list,
    show,
    rotateCommand,
    expireOldSecret,
    resealCommand,
    pause,
    resume,
    enable,
    remove,
    test,
    ...classicCommands,
    ...inboxCommands,
    ...webhookLogCommands,
  ],
};
