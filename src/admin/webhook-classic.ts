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
  summary: "Import a Classic endpoint from the previous system; there's no other way to create one",
  inputs: {
    url: argument('URL', 'the URL that receives events', text(2048)),
    company,
    environment,
    owner: required('EMAIL', 'the member who owns the endpoint', email),
    subscription: subscriptions,
    keepSecret: toggle(
      "keep the receiver's current secret; you're prompted for it, or it's read from the first " +
        'line of standard input',
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
    const imported = await change('webhookEndpoint.importClassic', operatorChange =>
      importClassicEndpoint(operatorChange, endpointSealer, {
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
        ? `Imported endpoint ${imported.uid} with its current secret.`
        : `Imported endpoint ${imported.uid}. Its secret:\n${imported.secret}`,
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
  summary: 'Upgrade a Classic endpoint to named events; it keeps its URL, secret, and headers',
  inputs: { endpoint, company },
  examples: [`webhook upgrade ${uid} --company acme`],
  loses: async (_context, { endpoint }) => ({
    id: endpoint,
    consequence: 'The receiver gets the new envelope from now on, and must be able to read it.',
  }),
  run: async ({ change }, { endpoint, company }) => {
    const { events, isTrackedOnly } = await change('webhookEndpoint.upgrade', operatorChange =>
      upgradeEndpoint(operatorChange, { companyId: company, endpointUid: endpoint }),
    );
    const records = isTrackedOnly ? 'tracked' : 'visible';
    return {
      kind: 'done',
      sentence:
        `Upgraded the endpoint. It receives ${events.join(', ')} ` +
        `of all projects and ${records} records.`,
      facts: { company, endpoint, events, records },
    };
  },
});

/** `webhook …` for Classic endpoints. */
export const classicCommands: readonly Command[] = [importClassic, upgrade];
