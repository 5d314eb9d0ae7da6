/** Requests to any operation, written from its contract and its fixture. */
import { randomUUID } from 'node:crypto';
import { operations } from '../../../src/api/operations';
import type { Operation } from '../../../src/api/pipeline/operation';
import type { Contract } from '../../../src/api/pipeline/contract';
import type { Answer, ApiWorld, Call, TestCompany } from '../api-world';
import { fixtures, type OperationFixture, type PreparedParts } from './fixtures';

/** Every operation with its id, for `test.each`. */
export const eachOperation: ReadonlyArray<readonly [string, Operation]> = operations.map(
  operation => [operation.contract.id, operation] as const,
);

/** @throws Error naming an operation without an entry in `fixtures.ts` */
export function fixtureOf({ id }: Contract): OperationFixture {
  const fixture = fixtures[id];
  if (fixture === undefined) {
    throw new Error(
      `${id} has no entry in test/support/operations/fixtures.ts: say how to call it with success`,
    );
  }
  return fixture;
}

/** Returns a path and query; parameters are encoded. */
export function targetOf(contract: Contract, { params, query = {} }: PreparedParts): string {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the fixture of ${contract.id} gives no ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Returns the path parameters of a contract. */
export function pathParametersOf(contract: Contract): readonly string[] {
  return [...contract.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
}

/** Prepares a request that succeeds once with the company's sandbox key. */
export async function prepare(
  world: ApiWorld,
  company: TestCompany,
  contract: Contract,
): Promise<PreparedParts> {
  const fresh = (): string => `t-${randomUUID()}`;
  return fixtureOf(contract).prepare({ world, company, fresh });
}

/** Sends a request to an operation. */
export async function send(
  world: ApiWorld,
  contract: Contract,
  parts: PreparedParts,
  call: Omit<Call, 'body'>,
): Promise<Answer> {
  const body = call.rawBody === undefined && parts.body !== undefined ? { body: parts.body } : {};
  return world.call(contract.method, targetOf(contract, parts), { ...body, ...call });
}

const atOnceMax = 8;

/**
 * Does work for each item, a few at a time: the load gate, which is tested elsewhere, would shed more at
 * once.
 */
export async function forEachItem<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnceMax }, lane));
  return results;
}

/** What differs between calls in any case: the time, the id, the rest of the minute. */
const ofTheCall: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'ratelimit-remaining',
  'ratelimit-reset',
]);

/** Returns everything of a response that a caller can distinguish, without its date and its request id. */
export function seenBytes({ status, headers, text }: Answer): string {
  const seen = [...headers].filter(([name]) => !ofTheCall.has(name));
  return JSON.stringify({ status, seen, text });
}
