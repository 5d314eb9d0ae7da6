import { approveFeature } from '../../src/usecases/tenants/companies';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath, review, storedPatient } from '../support/patients';
import { readRows } from '../support/records';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const run = (...line: string[]) => admin(world, [...line, '--company', 'acme']);

async function makeProject(id: string, form: object, key = company.productionKey): Promise<void> {
  const path = `/v0/companies/acme/projects/${id}`;
  expect((await world.call('PUT', path, { key, body: { name: id, ...form } })).status).toBe(200);
}

async function makePatient(project: string, form: object): Promise<string> {
  const path = patientsPath(company, project, 'jane');
  const made = await world.call('PUT', path, { key: company.productionKey, body: { ...jane, ...form } });
  expect(made.status).toBe(200);
  return (await storedPatient(world, company, project, 'jane')).uid;
}

const commandsFor = async (workflowId: string): Promise<number> =>
  (await readRows(world.db, 'select id from outbox_command where workflow_id = ?', [workflowId])).length;

describe('project set-terms', () => {
  test("signals what waited for an approval that's no longer required, and audits the change [DECISION-17]", async () => {
    await makeProject('moved', { purpose: 'Legal' });
    const uid = await makePatient('moved', { siteSonar: true });
    const asked = await world.call('POST', `${patientsPath(company, 'moved', 'jane')}/record-requests`, {
      key: company.productionKey,
      body: { ...mercyClinic, billing: true },
    });
    const [made] = (asked.json as { requests: Array<{ request: { id: string } }> }).requests;
    const workflows = [`patient-search/${uid}`, `record-request/${made?.request.id ?? ''}`];
    const before = await Promise.all(workflows.map(commandsFor));

    const result = await run('project', 'set-terms', 'moved', '--purpose', 'CoveredTreatment');
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await Promise.all(workflows.map(commandsFor))).toEqual(before.map(count => count + 1));
    const rows = await readRows<{ changes: unknown }>(
      world.db,
      `select changes from audit_event where event = 'project.changeTerms'`,
    );
    expect(rows).toEqual([{ changes: { purpose: { from: 'Legal', to: 'CoveredTreatment' } } }]);

    await run('project', 'set-terms', 'moved', '--purpose', 'CoveredTreatment');
    expect(await Promise.all(workflows.map(commandsFor))).toEqual(before.map(count => count + 1));
  });

  test('refuses terms that require a signature while a patient is approved without one [DECISION-17]', async () => {
    await makeProject('covered', { purpose: 'CoveredPayment' });
    const uid = await makePatient('covered', {});
    const refused = await run('project', 'set-terms', 'covered', '--purpose', 'Legal');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('approved without a document: 1.');
    await review(world, await storedPatient(world, company, 'covered', 'jane'), {
      authorizationStatus: 'NeedsApproval',
    });
    expect((await run('project', 'set-terms', 'covered', '--purpose', 'Legal')).exitCode).toBe(0);
    expect((await storedPatient(world, company, 'covered', 'jane')).uid).toBe(uid);
  });

  test("rejects a method that isn't approved for the company, and a command without terms", async () => {
    await makeProject('methods', { purpose: 'Legal' });
    const feature = { companyId: 'acme', feature: 'ial2Tokens', isApproved: false } as const;
    await world.change(change => approveFeature(change, feature));
    const refused = await run('project', 'set-terms', 'methods', '--authorization-method', 'ial2Tokens');
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain("ial2Tokens isn't approved for this company");
    expect((await run('project', 'set-terms', 'methods')).exitCode).not.toBe(0);
  });
});

describe('A project whose ID exists in both environments [DECISION-2]', () => {
  test('needs its environment', async () => {
    await makeProject('twice', { purpose: 'Legal' });
    await makeProject('twice', { purpose: 'Research' }, company.sandboxKey);
    const ambiguous = await run('project', 'set-terms', 'twice', '--purpose', 'Insurance');
    expect(ambiguous.exitCode).toBe(1);
    expect(ambiguous.stderr).toContain('Use production/twice or sandbox/twice');
    expect((await run('project', 'set-terms', 'sandbox/twice', '--purpose', 'Insurance')).exitCode).toBe(0);
    const purposes = await Promise.all(
      [company.productionKey, company.sandboxKey].map(async key => {
        const { json } = await world.call('GET', '/v0/companies/acme/projects/twice', { key });
        return json['purpose'];
      }),
    );
    expect(purposes).toEqual(['Legal', 'Insurance']);
  });

  test("doesn't need its environment if only one environment has the ID", async () => {
    await makeProject('once', { purpose: 'Legal' });
    expect((await run('project', 'set-terms', 'once', '--purpose', 'Insurance')).exitCode).toBe(0);
    expect((await run('project', 'set-terms', 'sandbox/once', '--purpose', 'Insurance')).exitCode).toBe(1);
  });
});
