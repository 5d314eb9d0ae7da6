import { z } from 'zod';
import { defineContract, reply } from '../../../src/api/pipeline/contract';
import {
  makingOperation,
  operation,
  type Operation,
  type OperationContext,
} from '../../../src/api/pipeline/operation';
import type { CustomerChange } from '../../../src/usecases/change';

function contractOf(id: string) {
  return {
    id,
    path: `/test/${id}`,
    tag: 'Test',
    summary: id,
    description: id,
    params: z.object({}),
    responses: { 200: { description: 'Done.', schema: z.object({ done: z.string() }) } },
    problems: [],
    access: { scope: 'caller', permission: 'ViewProjects' },
    example: { response: { status: 200, body: { done: 'yes' } } },
  } as const;
}

function getContract(id: string) {
  return defineContract({ ...contractOf(id), method: 'GET', audit: null });
}

/** Returns an operation `GET /test/{id}` for tests of the pipeline. */
export function testOperation(
  id: string,
  work: (context: OperationContext<ReturnType<typeof getContract>>) => Promise<unknown>,
): Operation {
  return operation(getContract(id), async context => {
    await work(context);
    return reply(200, { body: { done: id } });
  });
}

/**
 * Returns an operation `POST /test/{id}` that creates something: the work runs in its transaction, and it
 * writes the audit row `test.change` itself. What it created is a uid without anything stored.
 */
export function testChange(id: string, work: (change: CustomerChange) => Promise<void>): Operation {
  const contract = defineContract({
    ...contractOf(id),
    method: 'POST',
    body: z.object({ note: z.string() }),
    audit: { event: 'test.change', kind: 'change' },
  });
  return makingOperation(contract, {
    make: async change => {
      await work(change);
      return change.newUid();
    },
    uidsOf: uid => [uid],
    find: async (_reading, [uid]): Promise<string> => uid,
    show: () => () => reply(200, { body: { done: id } }),
  });
}
