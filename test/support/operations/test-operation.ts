import { z } from 'zod';
import { type Contract, type Method, defineContract } from '../../../src/api/pipeline/contract';
import { type Operation, type OperationContext, operation } from '../../../src/api/pipeline/operation';

type Work = (context: OperationContext<Contract>) => Promise<unknown>;

/**
 * An operation `METHOD /test/{id}` for tests of the pipeline. A GET answers what the work gives; a POST is an audited
 * change: the work is done in its transaction, and it writes the audit row `test.change` itself.
 */
export function testOperation(method: Method & ('GET' | 'POST'), id: string, work: Work): Operation {
  const contract = defineContract({
    id,
    method,
    path: `/test/${id}`,
    tag: 'Test',
    summary: id,
    description: id,
    params: z.object({}),
    ...(method === 'POST' ? { body: z.object({ note: z.string() }) } : {}),
    responses: { 200: { description: 'Done.', schema: z.object({ done: z.string() }) } },
    problems: [],
    access: { scope: 'caller', permission: 'ViewProjects' },
    audit: method === 'POST' ? { event: 'test.change', kind: 'change' } : null,
    example: { response: { status: 200, body: { done: 'yes' } } },
  });
  return operation<Contract>(contract, async context => {
    await work(context);
    return { status: 200, body: { done: id } };
  });
}
