/**
 * For every operation that takes a body: each rule of each field, broken alone, is answered by 400 or 422,
 * naming field and rule.
 */
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { mutationsOf } from '../../support/operations/body-mutations';
import { eachOperation, fixtureOf, forEachItem, prepare, send } from '../../support/operations/requests';

let world: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const withBody = eachOperation.filter(([, { contract }]) => contract.body !== undefined);
const statusOf = { missing: 422, wrongType: 400, unknownValue: 400, outOfBounds: 422 } as const;

test.each(withBody)(
  '%s: a missing field and one out of bounds are 422, a wrong type and an unknown value 400; each names the field [ERROR-1] [ERROR-4] [ERROR-5] [ERROR-9] [DECISION-5]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const mutations = mutationsOf(contract, parts.body);
    const { badRequestFields = [] } = fixtureOf(contract);
    const told = await forEachItem(mutations, async ({ what, field, body }) => {
      const answer = await send(world, contract, { ...parts, body }, { key: company.sandboxKey });
      const names = String(answer.json['error']).includes(`\`${field}`);
      return { what, status: answer.status, names, errorId: answer.json['errorId'] };
    });
    expect(mutations.length).toBeGreaterThan(0);
    // Answered at the edge, so without an errorId.
    expect(told).toEqual(
      mutations.map(({ what, field, kind }) => ({
        what,
        status:
          contract.hasNo422 === true || (kind === 'outOfBounds' && badRequestFields.includes(field))
            ? 400
            : statusOf[kind],
        names: true,
        errorId: undefined,
      })),
    );
  },
);

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
