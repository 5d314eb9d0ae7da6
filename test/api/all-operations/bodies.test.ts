/**
 * For every operation with a body: violating one rule of one field gives 400 or 422, with the field and the
 * rule.
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
/** The answer to a body with one fault. */
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

  /** Expects a status for all faults of these kinds. An operation may have none of a kind. */
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

  test('is rejected with 422 for a missing field and for a wrong value of any kind [ERROR-9] [DECISION-93]', () => {
    expectStatus(['missing', 'outOfBounds', 'unknownValue', 'notAccepted'], 422);
  });

  test('is rejected with 400 for a wrong type [ERROR-5] [DECISION-5]', () => {
    expectStatus(['wrongType'], 400);
  });

  test('is rejected with an error that names the field [ERROR-1]', () => {
    expect(refused).not.toEqual([]);
    expect(refused.filter(({ names }) => !names).map(({ mutation }) => mutation.what)).toEqual([]);
  });

  test('is rejected without an `errorId`, because the edge rejects it [ERROR-4]', () => {
    expect(refused.filter(({ errorId }) => errorId !== undefined)).toEqual([]);
  });
});

test.each(withBody)(
  '%s reports every missing field of a body at once [DECISION-5]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const required = mutationsOf(contract, parts.body).filter(
      ({ kind, field }) => kind === 'missing' && !field.includes('.'),
    );
    const answer = await send(world, contract, { ...parts, body: {} }, { key: company.sandboxKey });
    const error = String(answer.json['error']);
    expect(required.filter(({ field }) => !error.includes(`\`${field}\` is required`))).toEqual([]);
  },
);

test.each(withBody)("%s answers 400 to a JSON body that isn't an object", async (_, { contract }) => {
  const parts = await prepare(world, company, contract);
  const statuses = await Promise.all(
    ['null', '[]', '"text"', '7', 'true'].map(async rawBody => {
      return (await send(world, contract, parts, { key: company.sandboxKey, rawBody })).status;
    }),
  );
  expect(statuses).toEqual([400, 400, 400, 400, 400]);
});
