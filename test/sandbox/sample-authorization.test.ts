import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectPurposes } from '../../src/domain/projects/project';
import { createCompany } from '../../src/usecases/tenants/companies';
import { addMember } from '../../src/usecases/tenants/members';
import { uploadAnalyzed } from '../support/analyzed-authorization';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { patientsPath } from '../support/patients';

const sample = readFileSync(join(__dirname, '../../docs/guides/sample-authorization.pdf'));
const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
const email = 'ada@harbor.example';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  const { id, uid } = await world.change(change =>
    createCompany(change, { id: 'harbor', name: 'Harbor & Finch LLP' }),
  );
  await world.change(change =>
    addMember(change, { companyId: id, email, name: 'A', role: 'Administrator', seesAllProjects: true }),
  );
  company = {
    id,
    uid,
    email,
    sandboxKey: await world.keyFor(id, email, 'sandbox'),
    productionKey: await world.keyFor(id, email, 'production'),
    projects: { Sandbox: 'sandbox', Live: 'live', Closed: 'closed' },
  };
});
afterAll(() => world.close());

test('A deployment serves the sample authorization with its guides', async () => {
  const answer = await fetch(`${world.url}/docs/sample-authorization.pdf`);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await answer.arrayBuffer()).equals(sample)).toBe(true);
});

test.each(projectPurposes)(
  'The sample authorization passes every check for a new company in a sandbox project for %s [CHECK-41]',
  async purpose => {
    const key = company.sandboxKey;
    const project = '/v0/companies/harbor/projects/sandbox';
    const made = await world.call('PUT', project, { key, body: { name: 'Sandbox', purpose } });
    expect(made.status).toBe(200);
    const place = { project: 'sandbox', id: `jane-${purpose}` } as const;
    await uploadAnalyzed({ world, company }, place, jane, sample);
    const path = `${patientsPath(company, 'sandbox', place.id)}/authorization`;
    const { json } = await world.call('GET', path, { key });
    expect(json).toMatchObject({
      verdictCounts: { passed: 18, warning: 0, failed: 0 },
      verdicts: { recipient: { status: 'passed', code: 'sample' } },
    });
  },
);
