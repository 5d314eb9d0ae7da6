/** For every operation: the audit log has exactly the required rows, and they contain no content. */
import { randomUUID } from 'node:crypto';
import type { Contract } from '../../../src/api/pipeline/contract';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { anyText } from '../../support/matchers';
import type { PreparedParts } from '../../support/operations/fixtures';
import { eachOperation, pathParametersOf, prepare, send } from '../../support/operations/requests';
import type { AuditRecord } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
let powerlessKey: string;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  const [companyId, email] = ['acme', 'powerless@acme.example'];
  await world.change(change => defineRole(change, { companyId, name: 'Powerless', permissions: [] }));
  await world.change(change =>
    addMember(change, { companyId, email, name: 'P', role: 'Powerless', seesAllProjects: true }),
  );
  powerlessKey = await world.keyFor(companyId, email, 'sandbox');
});
afterAll(() => world.close());

async function auditOf(
  contract: Contract,
  parts: PreparedParts,
  call: { readonly key?: string; readonly rawBody?: string } = {},
): Promise<{ status: number; rows: readonly AuditRecord[] }> {
  const requestId = randomUUID();
  const answer = await send(world, contract, parts, {
    key: company.sandboxKey,
    headers: { 'X-Request-Id': requestId },
    ...call,
  });
  expect(answer.headers.get('x-request-id')).toBe(requestId);
  return { status: answer.status, rows: await world.audits({ requestId }) };
}

function expectedRows(contract: Contract, result: object): unknown[] {
  if (contract.audit === null) return [];
  const { event } = contract.audit;
  const row: unknown = expect.objectContaining({
    event,
    keyUid: anyText,
    companyUid: company.uid,
    ...result,
  });
  return [row];
}

test.each(eachOperation)(
  '%s writes exactly one audit row on success if it is audited, else none',
  async (_, { contract }) => {
    const { status, rows } = await auditOf(contract, await prepare(world, company, contract));
    expect(status).toBe(contract.example.response.status);
    expect(rows).toEqual(expectedRows(contract, { outcome: 'success', problem: null }));
    if (contract.audit?.kind === 'change') expect(rows[0]?.resourceUid).toEqual(anyText);
  },
);

test.each(eachOperation)(
  '%s writes exactly one audit row with the reason for each refusal',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const refused = async (
      problem: string,
      changed: PreparedParts,
      call: { readonly key?: string; readonly rawBody?: string } = {},
    ): Promise<void> => {
      const { status, rows } = await auditOf(contract, changed, call);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(rows).toEqual(expectedRows(contract, { outcome: 'refused', problem, resourceUid: null }));
    };
    await refused('permission.missing', parts, { key: powerlessKey });
    if (contract.access.scope !== 'caller') {
      await refused('resource.notFound', { ...parts, params: { ...parts.params, companyId: 'nobodys' } });
    }
    for (const name of pathParametersOf(contract)) {
      const params = { ...parts.params, [name]: ' ' };
      // A file name may be a space.
      if (contract.params.safeParse(params).success) continue;
      await refused('request.invalid', { ...parts, params });
    }
    if (contract.body !== undefined) {
      await refused('request.malformed', parts, { rawBody: '{' });
      await refused('request.invalid', { ...parts, body: [] });
    }
  },
);
