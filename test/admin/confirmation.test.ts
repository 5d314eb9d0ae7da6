import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const inAcme = ['--company', 'acme'];
const person = 'admin@acme.example';

async function auditRowCount(): Promise<number> {
  return (await world.audits()).length;
}

const lossy: Array<{ line: string[]; id: string; wayBack?: string }> = [
  { line: ['key', 'issue', person, ...inAcme, '--environment', 'sandbox'], id: person },
  { line: ['key', 'revoke', person, ...inAcme, '--environment', 'sandbox'], id: person },
  { line: ['feature', 'withdraw', 'ehrSearch', ...inAcme], id: 'acme' },
  {
    line: ['project', 'set-status', 'live', 'Closed', ...inAcme],
    id: 'live',
    wayBack: 'You can reopen it by setting the status to Live.',
  },
  { line: ['user', 'delete', person, ...inAcme], id: person },
];

test.each(lossy)(
  '$line without a person and without --yes changes nothing and exits with 64',
  async ({ line, wayBack }) => {
    const before = await auditRowCount();
    const { exitCode, stdout, stderr } = await admin(world, line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 64, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+ To confirm, run the command again with --yes\.\n$/);
    expect(stderr).toContain(wayBack ?? "This can't be undone.");
    expect(await auditRowCount()).toBe(before);
  },
);

test.each(lossy)(
  '$line changes nothing if the person types something else or nothing',
  async ({ line, id }) => {
    const before = await auditRowCount();
    for (const typed of ['yes', '', `${id}x`, null]) {
      const { exitCode, stderr } = await admin(world, line, typed);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`Type ${id} to confirm: `);
      expect(stderr).toContain("The text you typed doesn't match. Nothing was changed.\n");
    }
    expect(await auditRowCount()).toBe(before);
    expect((await world.call('GET', '/v0/companies/acme/projects', { key: company.sandboxKey })).status).toBe(
      200,
    );
  },
);

test.each(lossy)('$line runs after the person types the ID', async ({ line, id }) => {
  const before = await auditRowCount();
  const { exitCode } = await admin(world, line, id);
  expect(exitCode).toBe(0);
  expect(await auditRowCount()).toBe(before + 1);
});

test("A command that loses nothing doesn't ask for confirmation", async () => {
  await admin(world, ['user', 'add', 'new@acme.example', ...inAcme, '--name', 'New']);
  const first = await admin(world, [
    'key',
    'issue',
    'new@acme.example',
    ...inAcme,
    '--environment',
    'sandbox',
  ]);
  const again = await admin(world, ['feature', 'withdraw', 'ehrSearch', ...inAcme]);
  const reopened = await admin(world, ['project', 'set-status', 'closed', 'Live', ...inAcme]);
  expect([first.exitCode, again.exitCode, reopened.exitCode]).toEqual([0, 0, 0]);
});
