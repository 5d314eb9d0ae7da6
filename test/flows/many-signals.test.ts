import { ServiceError, isGrpcServiceError, type WorkflowHandle } from '@temporalio/client';
import type { TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { patientsPath, storedPatient } from '../support/patients';
import { signalsPerExecutionMax } from '../support/temporal';
import { until } from '../support/until';

/**
 * More than the server takes for one execution, whatever becomes of it: by one alone they could not be taken.
 */
const signals = 1.25 * signalsPerExecutionMax;

/**
 * Signals as the outbox does: a server that holds all signals that it takes of one execution, since a slow
 * worker could not continue it as new in between, refuses the next until it is; the command is tried again.
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

describe('a patient with more signals than an execution takes', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({
      partners: { searchPartner: () => undefined, facilityChannel: () => undefined },
    });
    company = await world.company('acme');
  });
  afterAll(() => world.close());

  test('is looked after by one workflow, continued as new, that knows where the searches stand', async () => {
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
    // A server that is busy may need minutes; before jest ends the test, the waits are to tell how it stands.
    const endsAt = performance.now() + 560_000;
    const leftMs = (): number => endsAt - performance.now();
    // One after the other, as the outbox sends what is for one workflow: the server itself fails a task
    // behind which a hundred signals wait.
    for (let sent = 0; sent < signals; sent += 1) await signalled(world, handle, leftMs());
    const waiting = [
      '- **Site Sonar**: armed, waiting for the approval of the authorization',
      '- **EHR Search**: armed, waiting for a ZIP code',
    ].join('\n');
    // A task that a signal overtakes is made again; a query in between is refused.
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
    // What operators filter by goes along.
    expect(last.searchAttributes).toMatchObject({
      RecordwellCompany: ['acme'],
      RecordwellStatus: ['MissingZipCode'],
    });
  }, 600_000);
});
