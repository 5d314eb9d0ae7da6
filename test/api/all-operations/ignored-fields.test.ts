/**
 * For every operation with a body: unknown fields are ignored and listed, or rejected. For every operation:
 * unknown query parameters are listed.
 */
import type { z } from 'zod';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../../support/api-world';
import type { PreparedParts } from '../../support/operations/fixtures';
import { mutationsOf } from '../../support/operations/body-mutations';
import { eachOperation, prepare, send } from '../../support/operations/requests';
import { isMaking, type Contract } from '../../../src/api/pipeline/contract';

let world: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const withBody = eachOperation.flatMap(([id, { contract }]) =>
  contract.body === undefined ? [] : [[id, contract, contract.body] as const],
);
const refusesFields = (body: z.ZodType): boolean =>
  body.safeParse({ nope: 1 }).error?.issues.some(({ code }) => code === 'unrecognized_keys') ?? false;
const ignoring = withBody.filter(([, , body]) => !refusesFields(body));
const refusing = withBody.filter(([, , body]) => refusesFields(body));

const value = 'ZQXVALUE';
const extra = { fieldOfTheFuture: { deep: [value] }, 'not a name': value };
const named = 'fieldOfTheFuture, not%20a%20name';

async function sendBody(contract: Contract, parts: PreparedParts, body: unknown): Promise<Answer> {
  return send(world, contract, { ...parts, body }, { key: company.sandboxKey });
}

const header = ({ headers }: Answer): string | null => headers.get('x-ignored-fields');

test.each(ignoring)(
  '%s ignores unknown fields and lists their names, never their values [DECISION-6]',
  async (_, contract) => {
    const parts = await prepare(world, company, contract);
    const answer = await sendBody(contract, parts, { ...(parts.body as object), ...extra });
    expect([answer.status, header(answer)]).toEqual([contract.example.response.status, named]);
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(value);
    expect(world.logLines.join('\n')).not.toMatch(/fieldOfTheFuture|ZQXVALUE/);
  },
);

test.each(ignoring)('%s sends no X-Ignored-Fields header if every field is known', async (_, contract) => {
  const parts = await prepare(world, company, contract);
  expect(header(await sendBody(contract, parts, parts.body))).toBeNull();
});

test.each(ignoring)(
  '%s lists unknown fields also in an error about the body, because a typo may be its cause [DECISION-6]',
  async (_, contract) => {
    const parts = await prepare(world, company, contract);
    const faulty = mutationsOf(contract, parts.body).find(({ kind }) => kind === 'wrongType')?.body;
    const answer = await sendBody(contract, parts, { ...(faulty as object), ...extra });
    expect([400, 422]).toContain(answer.status);
    expect(header(answer)).toBe(named);
  },
);

test.each(refusing)(
  '%s answers 400 to an unknown field with its path, also at the top level [DECISION-6]',
  async (_, contract) => {
    const parts = await prepare(world, company, contract);
    const answer = await sendBody(contract, parts, { ...(parts.body as object), ...extra });
    expect([answer.status, header(answer)]).toEqual([400, null]);
    expect(answer.json['error']).toContain(
      "`fieldOfTheFuture` isn't a known field; `not%20a%20name` isn't a known field",
    );
    expect(answer.text).not.toContain(value);
  },
);

test.each(eachOperation)(
  '%s lists the query parameters that it does not know, never their values [DECISION-90]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const query = { ...parts.query, pge: value, 'not a name': value };
    const answer = await send(world, contract, { ...parts, query }, { key: company.sandboxKey });
    expect([answer.status, header(answer)]).toEqual([
      contract.example.response.status,
      'query.pge, query.not%20a%20name',
    ]);
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(value);
  },
);

test('A list names the parameter that was probably meant, and fields of the body follow [DECISION-90]', async () => {
  const place = company.projects.Sandbox;
  const path = `/v0/companies/acme/projects/${place}`;
  const list = await world.call('GET', `${path}/patients?limits=2&page=2`, { key: company.sandboxKey });
  expect([list.status, header(list)]).toEqual([200, 'query.limits;near=limit, query.page']);
  const both = await world.call('PUT', `${path}/tracking?x=1`, {
    key: company.sandboxKey,
    body: { tracked: true, y: 1 },
  });
  expect([both.status, header(both)]).toEqual([200, 'query.x, y']);
});

test('The OpenAPI document describes X-Ignored-Fields for every operation', async () => {
  const { paths } = (await world.call('GET', '/openapi.json')).json as unknown as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>>
    >;
  };
  for (const [, { contract }] of eachOperation) {
    const responses = paths[contract.path]?.[contract.method.toLowerCase()]?.responses ?? {};
    const described = Object.keys(responses).filter(status =>
      JSON.stringify(responses[status]).includes('X-Ignored-Fields'),
    );
    const has422 = isMaking(contract) || (contract.body !== undefined && contract.hasNo422 !== true);
    expect([contract.id, described]).toEqual([
      contract.id,
      [String(contract.example.response.status), '400', ...(has422 ? ['422'] : [])],
    ]);
  }
});
