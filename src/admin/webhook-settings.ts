import { endpointNameMax } from '../domain/webhooks/endpoint';
import { createEndpoint } from '../usecases/webhooks/new-endpoints';
import { editEndpoint } from '../usecases/webhooks/endpoints';
import { command, type Command } from './command';
import { UsageError } from './failures';
import { argument, oneOf, optional, repeated, required, text, toggle, withDefault } from './inputs';
import { company, email, environment } from './shared-inputs';
import { askHeaders, checkUrl, endpoint, events, headers, onOrOff } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const create = command({
  name: 'create',
  summary: 'Create an endpoint and show its signing secret; the owner needs ManageWebhooks',
  inputs: {
    url: argument('URL', 'the URL that receives events', text(2048)),
    company,
    name: optional('NAME', 'a name that is easier to recognize than the URL', text(endpointNameMax)),
    environment,
    owner: required('EMAIL', 'the member who owns the endpoint', email),
    event: events,
    project: repeated('ID', 'a project (default: all projects of the environment)', text(64)),
    tracked: toggle('only records that the owner created or tracks'),
    header: headers,
    standardHeaders: withDefault('WHICH', 'also send the Standard Webhooks headers', onOrOff, 'on'),
  },
  examples: [
    'webhook create https://hooks.acme.example/records --company acme --environment production ' +
      '--owner ana@acme.example --event all',
  ],
  run: async (context, typed) => {
    const { url, company, name, environment, owner, event, project, tracked, header, standardHeaders } =
      typed;
    const { change, terminal, endpointSealer } = context;
    const checked = await checkUrl(context, url);
    const customHeaders = await askHeaders(terminal, header);
    const created = await change('webhookEndpoint.create', operatorChange =>
      createEndpoint(operatorChange, endpointSealer, {
        companyId: company,
        ownerEmail: owner,
        url: checked,
        name: name ?? null,
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
      sentence: `Created endpoint ${created.uid}. Its secret:\n${created.secret}`,
      facts: { company, environment, endpoint: created.uid, url: created.url, secret: created.secret },
    };
  },
});

const records = oneOf(['visible', 'tracked']);

const edit = command({
  name: 'edit',
  summary: 'Edit an endpoint; each list you pass (events, projects, headers) replaces the whole list',
  inputs: {
    endpoint,
    company,
    url: optional('URL', 'the new URL, also for deliveries in progress', text(2048)),
    name: optional('NAME', 'the new name', text(endpointNameMax)),
    event: events,
    project: repeated('ID', "a project of the endpoint's environment", text(64)),
    allProjects: toggle('all projects of its environment, including future ones'),
    records: optional('WHICH', 'which records to send events about', records),
    header: headers,
    withoutHeaders: toggle('remove the custom headers'),
    standardHeaders: optional('WHICH', 'also send the Standard Webhooks headers', onOrOff),
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
      name,
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
      throw new UsageError('Pass either --project or --all-projects, not both.');
    if (withoutHeaders && header.length > 0)
      throw new UsageError('Pass either --header or --without-headers, not both.');
    const checked = url === undefined ? undefined : await checkUrl(context, url);
    const customHeaders = await askHeaders(terminal, header);
    const edited = {
      ...(checked !== undefined && { url: checked }),
      ...(name !== undefined && { name }),
      ...(event.length > 0 && { events: event }),
      ...((allProjects || project.length > 0) && { projectIds: project }),
      ...(records !== undefined && { isTrackedOnly: records === 'tracked' }),
      ...(standardHeaders !== undefined && { sendsStandardHeaders: standardHeaders === 'on' }),
      ...((withoutHeaders || header.length > 0) && { customHeaders }),
    };
    await change('webhookEndpoint.edit', operatorChange =>
      editEndpoint(operatorChange, endpointSealer, { companyId: company, endpointUid: endpoint }, edited),
    );
    return {
      kind: 'done',
      sentence: 'Updated the endpoint.',
      facts: { company, endpoint, changed: Object.keys(edited) },
    };
  },
});

/** `webhook create` and `edit` */
export const settingsCommands: readonly Command[] = [create, edit];
