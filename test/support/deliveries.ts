import { listEndpoints, type EndpointListing } from '../../src/store/webhooks/endpoints';
import { addMember } from '../../src/usecases/tenants/members';
import type { TestCompany } from './api-world';
import { startFlowWorld, type FlowWorld } from './flow-world';
import { jane, putPatient } from './patients';
import { readRows } from './records';
import type { ReceivedWebhook } from './webhook-receiver';

/** What delivery tests use. */
export interface Deliveries {
  readonly world: FlowWorld;
  /** A new one for each test, so that no test receives another's events. */
  readonly company: TestCompany;
  /** Registers a patient of the company's sandbox, or changes one. */
  readonly put: (id: string, details?: object) => Promise<unknown>;
  /** Returns what arrived, each by its event and its record. */
  readonly named: (webhooks: readonly ReceivedWebhook[]) => string[];
  /** Adds a member. @returns the e-mail address */
  readonly member: (name: string, role: string | undefined, seesAllProjects?: boolean) => Promise<string>;
  /** Returns the oldest endpoint of the company. */
  readonly listing: () => Promise<EndpointListing>;
}

/**
 * Starts a world for a file's tests, and stops what each leaves in progress. Call it once, before the tests.
 */
export function useDeliveries(): Deliveries {
  let started: FlowWorld | undefined;
  let current: TestCompany | undefined;
  let companies = 0;
  const world = (): FlowWorld => {
    if (started === undefined) throw new Error('the world is not started yet');
    return started;
  };
  const company = (): TestCompany => {
    if (current === undefined) throw new Error('no test runs yet');
    return current;
  };
  beforeAll(async () => {
    started = await startFlowWorld({ alsoServes: ['documents'] });
  });
  afterAll(() => world().close());
  beforeEach(async () => {
    companies += 1;
    current = await world().company(`company-${companies}`);
  });
  // A failing delivery would otherwise be attempted for a day.
  afterEach(async () => {
    await world().sent();
    const left = await readRows<{ uid: string }>(
      world().db,
      `select uid from webhook_delivery where is_released and status in ('pending', 'failed')`,
    );
    for (const { uid } of left) {
      const workflow = world().workflow(`webhook-delivery/${uid}`);
      await workflow.signal('cancel').catch(() => undefined);
      await world().result(workflow.workflowId);
    }
  });
  return {
    get world() {
      return world();
    },
    get company() {
      return company();
    },
    put: (id, details = {}) => putPatient(world(), company(), 'sandbox', id, { ...jane, ...details }),
    named: webhooks => webhooks.map(({ envelope }) => `${envelope.eventType} ${String(envelope.data['id'])}`),
    member: async (name, role, seesAllProjects = true) => {
      const email = `${name}@${company().id}.example`;
      await world().change(change =>
        addMember(change, { companyId: company().id, email, name, role, seesAllProjects }),
      );
      return email;
    },
    listing: async () => {
      const [endpoint] = await listEndpoints(world().db, company().uid);
      if (endpoint === undefined) throw new Error('no endpoint');
      return endpoint;
    },
  };
}
