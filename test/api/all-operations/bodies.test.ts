/**
 * For every operation that takes a body: each rule of each field, broken alone, is answered by 400 or 422,
 * naming field and rule.
 */
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { mutationsOf, type Mutation } from '../../support/operations/body-mutations';
import { eachOperation, fixtureOf, forEachItem, prepare, send } from '../../support/operations/requests';

let world: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const withBody = eachOperation.filter(([, { contract }]) => contract.body !== undefined);
/** What is answered to a body with one fault. */
interface Refused {
  readonly mutation: Mutation;
  readonly status: number;
  readonly names: boolean;
  readonly errorId: unknown;
}

describe.each(withBody)('%s: a body with one fault', (_, { contract }) => {
  let refused: readonly Refused[];
  beforeAll(async () => {
    const parts = await prepare(world, company, contract);
    refused = await forEachItem(mutationsOf(contract, parts.body), async mutation => {
      const { field, body } = mutation;
      const { status, json } = await send(world, contract, { ...parts, body }, { key: company.sandboxKey });
      const names = String(json['error']).includes(`\`${field}`);
      return { mutation, status, names, errorId: json['errorId'] };
    });
  });

  /** Expects a status for the faults of these kinds; an operation may have none of a kind. */
  function expectStatus(kinds: ReadonlyArray<Mutation['kind']>, status: number): void {
    const { badRequestFields = [] } = fixtureOf(contract);
    const own = refused.filter(({ mutation }) => kinds.includes(mutation.kind));
    expect(own.map(entry => [entry.mutation.what, entry.status])).toEqual(
      own.map(({ mutation: { what, kind, field } }) => [
        what,
        contract.hasNo422 === true || (kind === 'outOfBounds' && badRequestFields.includes(field))
          ? 400
          : status,
      ]),
    );
  }

  test('is 422 for a field that is missing or out of bounds [ERROR-9]', () => {
    expectStatus(['missing', 'outOfBounds'], 422);
  });

  test('is 400 for a wrong type and an unknown value [ERROR-5] [DECISION-5]', () => {
    expectStatus(['wrongType', 'unknownValue'], 400);
  });

  test('is told with the name of the field [ERROR-1]', () => {
    expect(refused).not.toEqual([]);
    expect(refused.filter(({ names }) => !names).map(({ mutation }) => mutation.what)).toEqual([]);
  });

  test('has no `errorId`: it is answered at the edge [ERROR-4]', () => {
    expect(refused.filter(({ errorId }) => errorId !== undefined)).toEqual([]);
  });
});

test.each(withBody)('%s: every fault of a body is told at once [DECISION-5]', async (_, { contract }) => {
  const parts = await prepare(world, company, contract);
  const required = mutationsOf(contract, parts.body).filter(
    ({ kind, field }) => kind === 'missing' && !field.includes('.'),
  );
  const answer = await send(world, contract, { ...parts, body: {} }, { key: company.sandboxKey });
  const error = String(answer.json['error']);
  expect(required.filter(({ field }) => !error.includes(`\`${field}\` is required`))).toEqual([]);
});

test.each(withBody)('%s: a body that is JSON but no object is 400', async (_, { contract }) => {
  const parts = await prepare(world, company, contract);
  const statuses = await Promise.all(
    ['null', '[]', '"text"', '7', 'true'].map(async rawBody => {
      return (await send(world, contract, parts, { key: company.sandboxKey, rawBody })).status;
    }),
  );
  expect(statuses).toEqual([400, 400, 400, 400, 400]);
});
