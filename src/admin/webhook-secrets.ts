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
  summary: 'Give an endpoint another signing secret; each one before it signs beside it for 24 hours',
  inputs: { endpoint, company },
  examples: [`webhook rotate ${uid} --company acme`],
  run: async ({ change, endpointSealer }, { endpoint, company }) => {
    const { secret, previousUntil } = await change('webhookEndpoint.rotateSecret', inner =>
      rotateEndpointSecret(inner, endpointSealer, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence:
        `The new secret:\n${secret}\n` + `The old one signs beside it until ${previousUntil.toISOString()}.`,
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

const reseal = command({
  name: 'reseal',
  summary:
    'Seal with the first key of WEBHOOK_KEYS what is sealed with another; then that one can be removed',
  inputs: {},
  examples: ['webhook reseal'],
  run: async ({ change, endpointSealer }) => {
    let seen: ResealedEndpoints = { sealed: 0, unopened: 0, problems: [] };
    for await (seen of resealEndpoints(work => change('webhookEndpoint.reseal', work), endpointSealer));
    if (seen.unopened > 0)
      throw new OperatorError(
        `Endpoints sealed anew: ${seen.sealed}. Not opened, and left as they are: ${seen.unopened}. ` +
          seen.problems.join(' '),
      );
    return {
      kind: 'done',
      sentence:
        `Endpoints sealed anew: ${seen.sealed}. Everything is sealed with the first key of ` +
        'WEBHOOK_KEYS.',
      facts: { sealed: seen.sealed },
    };
  },
});

/** `webhook rotate`, `expire-old-secret` and `reseal` */
export const secretCommands: readonly Command[] = [rotate, expireOldSecret, reseal];
