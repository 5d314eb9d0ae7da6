/** A value at the limit of its contract is accepted. `all-operations/bodies.test.ts` exceeds the limit. */
import { z } from 'zod';
import { operations } from '../../src/api/operations';
import { limitsOf } from '../support/operations/body-mutations';

const contracts = operations.map(({ contract }) => contract);

/** Fields with a rule that JSON Schema can't express. Their own tests send the limit. */
const ownRules = new Set(['mobile', 'parentOrigin', 'where.diagnosis.code']);

const bodyLimits = contracts.flatMap(contract =>
  limitsOf(contract, contract.example.body)
    .filter(({ field }) => !ownRules.has(field))
    .map(limit => ({
      name: `${contract.id} ${limit.what}`,
      isAccepted: contract.body?.safeParse(limit.body).success,
    })),
);

test('Every text, number, and list of a body is accepted at the limit of its contract', () => {
  expect(bodyLimits.length).toBeGreaterThan(20);
  expect(bodyLimits.filter(({ isAccepted }) => isAccepted !== true).map(({ name }) => name)).toEqual([]);
});

/** The numeric query parameters with their limits. */
const queryNumbers = contracts.flatMap(({ id, query }) => {
  if (query === undefined) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema !== 'object' || schema.maximum === undefined || schema.minimum === undefined) return [];
    return [{ id, query, name, minimum: schema.minimum, maximum: schema.maximum }];
  });
});

test('A numeric query parameter is accepted from its minimum to its maximum, and rejected beyond', () => {
  expect(queryNumbers.length).toBeGreaterThan(4);
  const takes = queryNumbers.map(({ id, query, name, minimum, maximum }) => [
    id,
    [minimum - 1, minimum, maximum, maximum + 1].map(
      value => query.safeParse({ [name]: String(value) }).success,
    ),
  ]);
  expect(takes).toEqual(queryNumbers.map(({ id }) => [id, [false, true, true, false]]));
});
