import { prepareTest, sendTest } from '../usecases/webhooks/attempts';
import { command } from './command';
import { company } from './shared-inputs';
import { endpoint } from './webhook-inputs';

const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

/** `webhook test` */
export const testCommand = command({
  name: 'test',
  summary: "Send a sample of each event group now, one attempt each; failures don't count",
  inputs: { endpoint, company },
  examples: [`webhook test ${uid} --company acme`],
  run: async ({ db, change, clock, endpointSealer, openEgress }, { endpoint, company }) => {
    const ref = { companyId: company, endpointUid: endpoint };
    const prepared = await change('webhookEndpoint.test', operatorChange => prepareTest(operatorChange, ref));
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
        event: eventType,
        delivery: deliveryId,
        isSuccess,
        httpStatus,
        failure,
        durationMs,
      })),
      ifEmpty: 'No samples sent.',
    };
  },
});
