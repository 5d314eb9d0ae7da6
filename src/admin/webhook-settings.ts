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
    'webhook create https://hooks.acme.example/records --company acme --environment production ' +
      '--owner ana@acme.example --event all',
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

/** `webhook create` and `edit` */
export const settingsCommands: readonly Command[] = [create, edit];
