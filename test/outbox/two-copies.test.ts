import { randomUUID } from 'node:crypto';
import type { TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { readRows } from '../support/records';
import { clientFor } from '../support/temporal';

const retrievals = 8;
/** Events of the patient; each of the three searches also has a clinicalData.added event of the company. */
const patientEvents = 8;
const contentEvents = 3;
const requestEvents = 5;

describe('Two copies of the API, the relay, and the worker on one database', () => {
  let first: FlowWorld;
  let second: FlowWorld;
  let company: TestCompany;

  beforeAll(async () => {
    first = await startFlowWorld({ alsoServes: ['documents'] });
    second = await startFlowWorld({ alsoServes: ['documents'], beside: first });
    company = await first.company('twice');
    await first.endpoint(company, '/one');
    await first.endpoint(company, '/other');
  }, 60_000);
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  test('do everything exactly once when every call is made to both at the same time [DECISION-25]', async () => {
    const project = `/v0/companies/${company.id}/projects/${company.projects.Sandbox}`;
    const key = company.sandboxKey;
    const siteIds: string[] = [];

    async function retrieve(id: string): Promise<void> {
      const body = {
        firstName: 'Ada',
        lastNames: ['Sample'],
        dateOfBirth: '1980-01-01',
        sex: 'Female',
        siteSonar: true,
        patientHistories: true,
        ehrSearch: true,
      };
      const put = (world: FlowWorld) => world.call('PUT', `${project}/patients/${id}`, { key, body });
      for (const { status } of await Promise.all([put(first), put(second)])) expect(status).toBe(200);
      await first.receiver.until(
        '/one',
        webhooks =>
          webhooks.some(({ envelope }) => {
            const { eventType, data } = envelope;
            return eventType === 'patient.searchStatusChanged' && data['id'] === id;
          }),
        100_000,
      );
      const where = { patient: { id: [{ equals: id }] } };
      const { json } = await second.call('POST', '/v0/visits/browse', { key, body: { where, take: 1 } });
      const [row] = json['table'] as Array<{ site: { id: string } }>;
      siteIds.push(row?.site.id ?? '');
      const headers = { 'Idempotency-Key': randomUUID() };
      const ask = (world: FlowWorld) =>
        world.call('POST', `${project}/patients/${id}/record-requests`, {
          key,
          headers,
          body: { siteId: row?.site.id, imaging: true },
        });
      const answers = await Promise.all([ask(first), ask(second)]);
      // The call that comes while the other runs is asked to retry.
      for (const { status } of answers) expect([201, 409]).toContain(status);
      expect(answers.some(({ status }) => status === 201)).toBe(true);
    }

    await Promise.all(Array.from({ length: retrievals }, (_, index) => retrieve(`p-${index}`)));
    expect(siteIds).toHaveLength(retrievals);
    await first.ended(160_000);

    const [counts] = await readRows<Record<string, number>>(
      first.db,
      `select (select count(*)::int from patient) as patients,
        (select count(*)::int from patient where search_status = 'Completed') as searched,
        (select count(*)::int from record_request) as requests,
        (select count(*)::int from record_request where status = 'Completed') as completed,
        (select count(*)::int from stored_file) as files,
        (select count(*)::int from outbox_event) as events,
        (select count(*)::int from webhook_delivery where status = 'succeeded') as delivered,
        (select count(*)::int from webhook_attempt) as attempts`,
    );
    const events = retrievals * (patientEvents + contentEvents + requestEvents);
    expect(counts).toEqual({
      patients: retrievals,
      searched: retrievals,
      requests: retrievals,
      completed: retrievals,
      // What the facility sent, and the combined chart.
      files: 2 * retrievals,
      events,
      delivered: 2 * events,
      attempts: 2 * events,
    });

    for (const path of ['/one', '/other']) {
      const received = first.receiver.at(path).map(({ envelope }) => envelope);
      expect(received).toHaveLength(events);
      expect(new Set(received.map(({ id }) => id)).size).toBe(events);
      // Each record's own events come once, except for the two status changes of a request.
      for (const [resource, all] of Map.groupBy(received, ({ resource }) => resource)) {
        if (resource === `companies/${company.id}`) {
          expect(all).toHaveLength(retrievals * contentEvents);
          continue;
        }
        const isRequest = resource.includes('/record-requests/');
        const names = all.map(({ eventType }) => eventType);
        expect(names).toHaveLength(isRequest ? requestEvents : patientEvents);
        expect(new Set(names).size).toBe(isRequest ? requestEvents - 1 : patientEvents);
        expect(names[0]).toBe(isRequest ? 'recordRequest.created' : 'patient.created');
      }
    }
  }, 180_000);

  test('start one workflow run for each patient and each request', async () => {
    const ids = new Set((await first.commands()).map(({ workflowId }) => workflowId));
    const runs = await Promise.all(
      [...ids].map(async workflowId => {
        const query = `WorkflowId = "${workflowId}"`;
        return (await clientFor(first.temporal, workflowId).workflow.count(query)).count;
      }),
    );
    expect(new Set(runs)).toEqual(new Set([1]));
  }, 60_000);

  test('share the work', async () => {
    for (const world of [first, second]) {
      const metrics = await world.workerMetrics.registry.metrics();
      expect(metrics).toMatch(/^recordwell_webhook_attempts_total\{.*\} [1-9]/m);
    }
  });
});
