import { isUuid } from '../domain/text';
import { importClassicEndpoint, upgradeEndpoint } from '../usecases/webhooks/classic-endpoints';
import { command, type Command } from './command';
import { UsageError } from './failures';
import { argument, required, text, toggle } from './inputs';
import { company, email, environment } from './shared-inputs';
import { askEach, printable } from './terminal';
import { checkUrl, endpoint, headers, subscriptions } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const importClassic = command({
  name: 'import-classic',
  summary: 'Bring an endpoint of the old kind over from the system before; nobody can make a new one',
  inputs: {
    url: argument('URL', 'where events are posted', text(2048)),
    company,
    environment,
    owner: required('EMAIL', 'the member who owns the endpoint', email),
    subscription: subscriptions,
    keepSecret: toggle(
      'the secret that its receiver has stays; it is asked for, or read from the first line of ' +
        'standard input',
    ),
    header: headers,
  },
  examples: [
    'webhook import-classic https://hooks.acme.example/old --company acme --environment production ' +
      '--owner ana@acme.example --subscription patient.columnChanged:companyWide:id,searchStatus ' +
      '--subscription clinicalDataAdded:companyWide --keep-secret',
  ],
  run: async (context, { url, company, environment, owner, subscription, keepSecret, header }) => {
    const { change, terminal, endpointSealer } = context;
    const checked = await checkUrl(context, url);
    const [secret = '', ...values] = await askEach(terminal, [
      ...(keepSecret ? ['Secret: '] : []),
      ...header.map(name => `Value of ${printable(name)}: `),
    ]);
    const answers = keepSecret ? values : header.length === 0 ? [] : [secret, ...values];
    if (keepSecret && !isUuid(secret.trim())) throw new UsageError('The secret must be a UUID.');
    const imported = await change('webhookEndpoint.importClassic', inner =>
      importClassicEndpoint(inner, endpointSealer, {
        companyId: company,
        ownerEmail: owner,
        environment,
        url: checked,
        subscriptions: subscription,
        customHeaders: header.map((name, at) => ({ name, value: answers[at]?.trim() ?? '' })),
        secret: keepSecret ? secret.trim().toLowerCase() : undefined,
      }),
    );
    return {
      kind: 'done',
      sentence: keepSecret
        ? `Endpoint ${imported.uid}; its secret is the one it had.`
        : `Endpoint ${imported.uid}; its secret:\n${imported.secret}`,
      facts: {
        company,
        environment,
        endpoint: imported.uid,
        url: imported.url,
        ...(!keepSecret && { secret: imported.secret }),
      },
    };
  },
});

const upgrade = command({
  name: 'upgrade',
  summary: 'Make an endpoint of the old kind one with named events; address, secret and headers stay',
  inputs: { endpoint, company },
  examples: [`webhook upgrade ${uid} --company acme`],
  loses: async (_context, { endpoint }) => ({
    id: endpoint,
    consequence: 'Its receiver gets the new envelope from now on, and has to read it.',
  }),
  run: async ({ change }, { endpoint, company }) => {
    const { events, isTrackedOnly } = await change('webhookEndpoint.upgrade', inner =>
      upgradeEndpoint(inner, { companyId: company, endpointUid: endpoint }),
    );
    const records = isTrackedOnly ? 'tracked' : 'visible';
    return {
      kind: 'done',
      sentence: `The endpoint listens to ${events.join(', ')}, of all projects and ${records} records.`,
      facts: { company, endpoint, events, records },
    };
  },
});

/** `webhook …` for Classic endpoints. */
export const classicCommands: readonly Command[] = [importClassic, upgrade];
