import { ServiceError, isGrpcServiceError, type WorkflowHandle } from '@temporalio/client';
import type { TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { patientsPath, storedPatient } from '../support/patients';
import { signalsPerExecutionMax } from '../support/temporal';
import { until } from '../support/until';

/**
 * More signals than the server accepts for one execution.
 */
const signals = 1.25 * signalsPerExecutionMax;

/**
 * Signals like the outbox: while a slow worker hasn't continued an execution as new, the server refuses
 * further signals at its limit, and the command is retried.
 */
async function signalled(world: FlowWorld, handle: WorkflowHandle, withinMs: number): Promise<void> {
  const signal = async (): Promise<string> => {
    try {
      await handle.signal('searchesChanged');
      return 'taken';
    } catch (error) {
      const cause = error instanceof ServiceError ? error.cause : error;
      if (!isGrpcServiceError(cause)) throw error;
      return `refused, gRPC status ${cause.code}: ${await world.standing(handle.workflowId)}`;
    }
  };
  await until('a signal to be taken', signal, answer => answer === 'taken', { withinMs });
}

describe('Patient with more signals than an execution accepts', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({
      partners: { searchPartner: () => undefined, facilityChannel: () => undefined },
    });
    company = await world.company('acme');
  });
  afterAll(() => world.close());

  test('has one workflow, continued as new, that knows the status of the searches', async () => {
    await world.call('PUT', patientsPath(company, 'live', 'busy'), {
      key: company.productionKey,
      body: {
        firstName: 'Bo',
        lastNames: ['Busy'],
        dateOfBirth: '1984-02-29',
        siteSonar: true,
        ehrSearch: true,
      },
    });
    const { uid } = await storedPatient(world, company, 'live', 'busy');
    await world.sent();
    const handle = world.workflow(`patient-search/${uid}`);
    const first = (await handle.describe()).runId;
    // A busy server may need minutes. The waits must report the status before jest ends the test.
    const endsAt = performance.now() + 560_000;
    const leftMs = (): number => endsAt - performance.now();
    // One after the other, like the outbox sends commands for one workflow: the server itself fails a task
    // that a hundred signals wait for.
    for (let sent = 0; sent < signals; sent += 1) await signalled(world, handle, leftMs());
    const waiting = [
      '- **Site Sonar**: armed, waiting for the approval of the authorization',
      '- **EHR Search**: armed, waiting for a ZIP code',
    ].join('\n');
    // A task that a signal overtakes is repeated, and a query in between is refused.
    await until(
      'the workflow to have caught up',
      async () => ({
        details: await world.details(handle.workflowId).catch(() => 'the query was refused'),
        standing: await world.standing(handle.workflowId),
      }),
      ({ details }) => details === waiting,
      { withinMs: leftMs(), shown: ({ details, standing }) => `${standing}, with details ${details}` },
    );
    const last = await handle.describe();
    expect(last.status.name).toBe('RUNNING');
    expect(last.runId).not.toBe(first);
    expect(last.historyLength).toBeLessThan(10_000);
    // The search attributes for operators' filters are kept.
    expect(last.searchAttributes).toMatchObject({
      RecordwellCompany: ['acme'],
      RecordwellStatus: ['MissingZipCode'],
    });
  }, 600_000);
});
