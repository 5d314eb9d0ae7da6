import { OperatorError } from '../usecases/operator-error';
import {
  expireOldSecrets,
  resealEndpoints,
  rotateEndpointSecret,
  type ResealedEndpoints,
} from '../usecases/webhooks/endpoint-secrets';
import { command, type Command } from './command';
import { company } from './shared-inputs';
import { endpoint } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const rotate = command({
  name: 'rotate',
  summary: 'Rotate the signing secret of an endpoint; the previous secrets also sign for 24 hours',
  inputs: { endpoint, company },
  examples: [`webhook rotate ${uid} --company acme`],
  run: async ({ change, endpointSealer }, { endpoint, company }) => {
    const { secret, previousUntil } = await change('webhookEndpoint.rotateSecret', operatorChange =>
      rotateEndpointSecret(operatorChange, endpointSealer, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence:
        `The new secret:\n${secret}\n` +
        `The previous secret also signs until ${previousUntil.toISOString()}.`,
      facts: { company, endpoint, secret, previousUntil },
    };
  },
});

const expireOldSecret = command({
  name: 'expire-old-secret',
  summary: 'Expire all previous secrets now, for example if one has leaked',
  inputs: { endpoint, company },
  examples: [`webhook expire-old-secret ${uid} --company acme`],
  loses: async (_context, { endpoint }) => ({
    id: endpoint,
    consequence: 'A receiver that only has a previous secret rejects every delivery from now on.',
  }),
  run: async ({ change, endpointSealer }, { endpoint, company }) => {
    const ended = await change('webhookEndpoint.expireOldSecrets', operatorChange =>
      expireOldSecrets(operatorChange, endpointSealer, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence: 'Expired the previous secrets. Deliveries are signed with the current secret only.',
      facts: { company, endpoint, ended },
    };
  },
});

const reseal = command({
  name: 'reseal',
  summary:
    'Encrypt all endpoint secrets with the first key in WEBHOOK_KEYS, so that you can remove the other keys',
  inputs: {},
  examples: ['webhook reseal'],
  run: async ({ change, endpointSealer }) => {
    let result: ResealedEndpoints = { sealed: 0, unopened: 0, problems: [] };
    for await (result of resealEndpoints(work => change('webhookEndpoint.reseal', work), endpointSealer));
    if (result.unopened > 0)
      throw new OperatorError(
        `Re-encrypted endpoints: ${result.sealed}. Could not decrypt, unchanged: ${result.unopened}. ` +
          result.problems.join(' '),
      );
    return {
      kind: 'done',
      sentence: `Re-encrypted endpoints: ${result.sealed}. All endpoints use the first key in WEBHOOK_KEYS.`,
      facts: { sealed: result.sealed },
    };
  },
});

/** `webhook rotate`, `expire-old-secret`, and `reseal` */
export const secretCommands: readonly Command[] = [rotate, expireOldSecret, reseal];
