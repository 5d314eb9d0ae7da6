import {
  deleteEndpoint,
  enableEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  type HeldChoice,
  type HeldOutcome,
} from '../usecases/webhooks/endpoints';
import { command, type Command, type Loss } from './command';
import type { Outcome } from './outcome';
import { company } from './shared-inputs';
import { endpoint, held } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

const pause = command({
  name: 'pause',
  summary: 'Pause an endpoint; its events are held until you resume it',
  inputs: { endpoint, company },
  examples: [`webhook pause ${uid} --company acme`],
  run: async ({ change }, { endpoint, company }) => {
    await change('webhookEndpoint.pause', operatorChange =>
      pauseEndpoint(operatorChange, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence: 'Paused the endpoint. Its events are held.',
      facts: { company, endpoint, isEnabled: false },
    };
  },
});

function enabled(company: string, endpoint: string, { sent, abandoned }: HeldOutcome): Outcome {
  return {
    kind: 'done',
    sentence: `Enabled the endpoint. Held events to send: ${sent}. Discarded: ${abandoned}.`,
    facts: { company, endpoint, isEnabled: true, sent, abandoned },
  };
}

/** Returns what `--held discard` removes. */
function lossOf({
  endpoint,
  held,
}: {
  readonly endpoint: string;
  readonly held: HeldChoice;
}): Loss | undefined {
  return held === 'discard'
    ? { id: endpoint, consequence: 'The receiver never gets the held events.' }
    : undefined;
}

const resume = command({
  name: 'resume',
  summary: 'Resume a paused endpoint and send its held events',
  inputs: { endpoint, company, held },
  examples: [`webhook resume ${uid} --company acme`],
  loses: async (_context, typed) => lossOf(typed),
  run: async ({ change }, { endpoint, company, held }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const outcome = await change('webhookEndpoint.resume', operatorChange =>
      resumeEndpoint(operatorChange, ref, held),
    );
    return enabled(company, endpoint, outcome);
  },
});

const enable = command({
  name: 'enable',
  summary: 'Enable a disabled endpoint, and reset its failure count',
  inputs: { endpoint, company, held },
  examples: [`webhook enable ${uid} --company acme`, `webhook enable ${uid} --company acme --held discard`],
  loses: async (_context, typed) => lossOf(typed),
  run: async ({ change }, { endpoint, company, held }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const outcome = await change('webhookEndpoint.enable', operatorChange =>
      enableEndpoint(operatorChange, ref, held),
    );
    return enabled(company, endpoint, outcome);
  },
});

const remove = command({
  name: 'delete',
  summary: 'Delete an endpoint; pending deliveries are abandoned, and its delivery log stays',
  inputs: { endpoint, company },
  examples: [`webhook delete ${uid} --company acme`],
  loses: async (_context, { endpoint }) => ({
    id: endpoint,
    consequence:
      'This deletes the endpoint with its secret and headers, and abandons its pending deliveries.',
  }),
  run: async ({ change }, { endpoint, company }) => {
    const abandoned = await change('webhookEndpoint.delete', operatorChange =>
      deleteEndpoint(operatorChange, { companyId: company, endpointUid: endpoint }),
    );
    return {
      kind: 'done',
      sentence: `Deleted the endpoint. Abandoned deliveries: ${abandoned}.`,
      facts: { company, endpoint, abandoned },
    };
  },
});

/** `webhook pause`, `resume`, `enable`, and `delete` */
export const stateCommands: readonly Command[] = [pause, resume, enable, remove];
