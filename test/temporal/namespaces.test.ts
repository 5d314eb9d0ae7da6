import { randomUUID } from 'node:crypto';
import { workflowQueues } from '../../src/domain/workflows';
import { connectConfig } from '../../src/temporal/connect-config';
import { ensureNamespace, namespaceOf } from '../../src/temporal/namespaces';
import { openTestTemporal } from '../support/temporal';

test('Deliveries to customers have their own namespace, and nothing else is in it', () => {
  const namespaces = { retrievals: 'r', deliveries: 'd' };
  const apart = workflowQueues.filter(queue => namespaceOf(namespaces, queue) === 'd');
  expect(apart).toEqual(['webhooks']);
});

test('Both namespaces are configured by the environment and have default names', () => {
  expect(connectConfig({}).namespaces).toEqual({
    retrievals: 'default',
    deliveries: 'recordwell-deliveries',
  });
  const named = { TEMPORAL_NAMESPACE: 'theirs', TEMPORAL_DELIVERY_NAMESPACE: 'theirs-too' };
  expect(connectConfig(named).namespaces).toEqual({ retrievals: 'theirs', deliveries: 'theirs-too' });
});

describe('ensureNamespace', () => {
  const temporal = openTestTemporal();
  afterAll(() => temporal.close());

  test('creates a missing namespace, even in several processes at once, and returns when it can be used', async () => {
    const namespace = `made-${randomUUID()}`;
    await Promise.all([1, 2, 3].map(() => ensureNamespace(temporal.connection, namespace, 5)));
    const { workflowService } = temporal.connection;
    const { config } = await workflowService.describeNamespace({ namespace });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(5 * 24 * 60 * 60);
    const { executions } = await workflowService.listWorkflowExecutions({ namespace });
    expect(executions).toEqual([]);
  }, 70_000);

  test('keeps the retention that operators gave an existing namespace', async () => {
    const { deliveries } = temporal.namespaces;
    const { workflowService } = temporal.connection;
    const before = await workflowService.describeNamespace({ namespace: deliveries });
    await ensureNamespace(temporal.connection, deliveries, 77);
    const after = await workflowService.describeNamespace({ namespace: deliveries });
    expect(after.config?.workflowExecutionRetentionTtl).toEqual(before.config?.workflowExecutionRetentionTtl);
  });
});
