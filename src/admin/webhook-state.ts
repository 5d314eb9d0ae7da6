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
    sentence:
      'The endpoint is enabled. ' + `Of the events held meanwhile ${sent} follow; ${abandoned} are given up.`,
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

/** `webhook pause`, `resume`, `enable` and `delete` */
export const stateCommands: readonly Command[] = [pause, resume, enable, remove];
