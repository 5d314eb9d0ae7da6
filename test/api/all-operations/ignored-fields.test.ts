/** For every operation that takes a body: what it does not know is ignored and named, or refused. */
import { ignoresFields } from '../../../src/api/pipeline/ignored-fields';
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
const ignoring = withBody.filter(([, , body]) => ignoresFields(body));
const refusing = withBody.filter(([, , body]) => !ignoresFields(body));

const value = 'ZQXVALUE';
const extra = { fieldOfATimeToCome: { deep: [value] }, 'not a name': value };
const named = 'fieldOfATimeToCome, not%20a%20name';

async function sendBody(contract: Contract, parts: PreparedParts, body: unknown): Promise<Answer> {
  return send(world, contract, { ...parts, body }, { key: company.sandboxKey });
}

const header = ({ headers }: Answer): string | null => headers.get('x-ignored-fields');

test.each(ignoring)(
  '%s: fields that are not known are ignored and named, never with a value [DECISION-6]',
  async (_, contract) => {
    const parts = await prepare(world, company, contract);
    const answer = await sendBody(contract, parts, { ...(parts.body as object), ...extra });
    expect([answer.status, header(answer)]).toEqual([contract.example.response.status, named]);
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(value);
    expect(world.logLines.join('\n')).not.toMatch(/fieldOfATimeToCome|ZQXVALUE/);
  },
);

test.each(ignoring)('%s: without such a field there is no header', async (_, contract) => {
  const parts = await prepare(world, company, contract);
  expect(header(await sendBody(contract, parts, parts.body))).toBeNull();
});

test.each(ignoring)(
  '%s: an error to a body that was read names them too: a slip may be its cause [DECISION-6]',
  async (_, contract) => {
    const parts = await prepare(world, company, contract);
    const faulty = mutationsOf(contract, parts.body).find(({ kind }) => kind === 'wrongType')?.body;
    const answer = await sendBody(contract, parts, { ...(faulty as object), ...extra });
    expect([400, 422]).toContain(answer.status);
    expect(header(answer)).toBe(named);
  },
);

test.each(refusing)(
  '%s: a field that is not known is 400 with its path, at the top as well [DECISION-6]',
  async (_, contract) => {
    const parts = await prepare(world, company, contract);
    const answer = await sendBody(contract, parts, { ...(parts.body as object), ...extra });
    expect([answer.status, header(answer)]).toEqual([400, null]);
    expect(answer.json['error']).toContain(
      "`fieldOfATimeToCome` isn't a known field; `not%20a%20name` isn't a known field",
    );
    expect(answer.text).not.toContain(value);
  },
);

test('the document describes the header for each operation that ignores fields, and for no other', async () => {
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
    // A 422 of a POST that makes something may be about its Idempotency-Key alone; the header is described
    // with the status.
    const has422 = contract.hasNo422 !== true || isMaking(contract);
    const hasHeader = contract.body !== undefined && ignoresFields(contract.body);
    expect([contract.id, described]).toEqual([
      contract.id,
      hasHeader ? [String(contract.example.response.status), '400', ...(has422 ? ['422'] : [])] : [],
    ]);
  }
});
