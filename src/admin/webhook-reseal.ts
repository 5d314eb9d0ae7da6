import { OperatorError } from '../usecases/operator-error';
import { resealEndpoints, type ResealedEndpoints } from '../usecases/webhooks/reseal-endpoints';
import { command } from './command';

/** `webhook reseal` */
export const resealCommand = command({
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
        `Endpoints sealed anew: ${seen.sealed}. Not opened, and left as they are: ${seen.unopened}. ${seen.problems.join(' ')}`,
      );
    return {
      kind: 'done',
      sentence: `Endpoints sealed anew: ${seen.sealed}. Everything is sealed with the first key of WEBHOOK_KEYS.`,
      facts: { sealed: seen.sealed },
    };
  },
});
