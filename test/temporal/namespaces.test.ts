import { randomUUID } from 'node:crypto';
import { workflowQueues } from '../../src/domain/workflows';
import { connectConfig } from '../../src/temporal/connect-config';
import { ensureNamespace, namespaceOf } from '../../src/temporal/namespaces';
import { openTestTemporal } from '../support/temporal';

test('what goes to customers lives in a namespace of its own, and nothing else does', () => {
  const namespaces = { retrievals: 'r', deliveries: 'd' };
  const apart = workflowQueues.filter(queue => namespaceOf(namespaces, queue) === 'd');
  expect(apart).toEqual(['webhooks']);
});

test('both namespaces are named by the environment, and have names where it says nothing', () => {
  expect(connectConfig({}).namespaces).toEqual({
    retrievals: 'default',
    deliveries: 'recordwell-deliveries',
  });
  const named = { TEMPORAL_NAMESPACE: 'theirs', TEMPORAL_DELIVERY_NAMESPACE: 'theirs-too' };
  expect(connectConfig(named).namespaces).toEqual({ retrievals: 'theirs', deliveries: 'theirs-too' });
});

describe('a namespace that is not there', () => {
  const temporal = openTestTemporal();
  afterAll(() => temporal.close());

  test('is made with its retention, by several processes at once, and can be used when they go on', async () => {
    const namespace = `made-${randomUUID()}`;
    await Promise.all([1, 2, 3].map(() => ensureNamespace(temporal.connection, namespace, 5)));
    const { workflowService } = temporal.connection;
    const { config } = await workflowService.describeNamespace({ namespace });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(5 * 24 * 60 * 60);
    const { executions } = await workflowService.listWorkflowExecutions({ namespace });
    expect(executions).toEqual([]);
  }, 70_000);

  test('and one that is there keeps the retention that its operators gave it', async () => {
    const { deliveries } = temporal.namespaces;
    const { workflowService } = temporal.connection;
    const before = await workflowService.describeNamespace({ namespace: deliveries });
    await ensureNamespace(temporal.connection, deliveries, 77);
    const after = await workflowService.describeNamespace({ namespace: deliveries });
    expect(after.config?.workflowExecutionRetentionTtl).toEqual(before.config?.workflowExecutionRetentionTtl);
  });
});
