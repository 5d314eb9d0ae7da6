import { commandGroups } from '../../src/admin/commands';
import { admin, operatorEvents } from '../support/admin-shell';
import { startApiWorld, type ApiWorld } from '../support/api-world';

let world: ApiWorld;
beforeAll(async () => {
  world = await startApiWorld();
  await world.company('umbrella');
});
afterAll(() => world.close());

/** Runs a command that must succeed. Returns its JSON output and its audit events. */
async function run(line: readonly string[]): Promise<{ json: unknown; events: string[] }> {
  const before = (await operatorEvents(world)).length;
  const result = await admin(world, [...line, '--json']);
  expect({ line, exitCode: result.exitCode, stderr: result.stderr }).toEqual({
    line,
    exitCode: 0,
    stderr: '',
  });
  const after = await operatorEvents(world);
  return { json: result.json(), events: after.slice(before).map(({ event }) => event) };
}

const inAcme = ['--company', 'acme'];
const ana = 'ana@acme.example';

describe('Commands that change something', () => {
  // The order matters: each command builds on the previous ones.
  test.each<{ line: string[]; event: string; json: Record<string, unknown> }>([
    {
      line: ['company', 'create', 'acme', '--name', 'Acme Legal'],
      event: 'company.create',
      json: { id: 'acme', name: 'Acme Legal' },
    },
    {
      line: ['feature', 'approve', 'ehrSearch', ...inAcme],
      event: 'feature.approve',
      json: { feature: 'ehrSearch', isApproved: true },
    },
    {
      line: ['user', 'add', ana, ...inAcme, '--name', 'Ana Diaz', '--role', 'Member'],
      event: 'member.add',
      json: { email: ana, role: 'Member', seesAllProjects: false },
    },
    {
      line: [
        'role',
        'define',
        'Clerk',
        ...inAcme,
        '--permission',
        'ViewPatients',
        '--permission',
        'ViewPatients',
      ],
      event: 'role.define',
      json: { name: 'Clerk', permissions: ['ViewPatients'] },
    },
    {
      line: ['user', 'assign-role', ana, ...inAcme, '--role', 'Clerk'],
      event: 'member.assignRole',
      json: { role: 'Clerk' },
    },
    {
      line: ['user', 'grant-project', ana, ...inAcme, '--all'],
      event: 'member.grantProject',
      json: { seesAllProjects: true },
    },
    {
      line: ['key', 'issue', ana, ...inAcme, '--environment', 'sandbox'],
      event: 'key.issue',
      json: { environment: 'sandbox', key: expect.stringMatching(/^rw_test_[0-9A-Za-z]{49}$/) },
    },
    {
      line: ['key', 'revoke', ana, ...inAcme, '--environment', 'sandbox', '--yes'],
      event: 'key.revoke',
      json: { environment: 'sandbox' },
    },
    {
      line: ['feature', 'withdraw', 'ehrSearch', ...inAcme, '--yes'],
      event: 'feature.withdraw',
      json: { isApproved: false },
    },
    {
      line: ['project', 'set-status', 'live', 'Closed', '--company', 'umbrella', '--yes'],
      event: 'project.changeStatus',
      json: { project: 'live', status: 'Closed' },
    },
    { line: ['user', 'delete', ana, ...inAcme, '--yes'], event: 'user.delete', json: { email: ana } },
    {
      line: ['audit', 'partitions', '--months', '2'],
      event: 'audit.preparePartitions',
      json: { monthsAhead: 2 },
    },
  ])(
    '$event makes its change and writes exactly one audit row [PROJECT-3]',
    async ({ line, event, json }) => {
      const result = await run(line);
      expect(result.json).toMatchObject(json);
      expect(result.events).toEqual([event]);
    },
  );

  test('company create lists what the sandbox has, and prints the commands that approve the rest [PROJECT-10]', async () => {
    const { stdout } = await admin(world, ['company', 'create', 'initech', '--name', 'Initech']);
    expect(stdout).toContain(
      'Its sandbox is ready, with every authorization method (authorizationPdf, ial2Tokens)',
    );
    expect(stdout).toContain('Nothing is approved for production yet.');
    const commands = [...stdout.matchAll(/^ {2}npm run admin -- (.+)$/gm)].map(([, line = '']) =>
      line.replace('EMAIL', 'ian@initech.example').replace('NAME', 'Ian').split(' '),
    );
    expect(commands.map(([noun, verb]) => `${noun} ${verb}`)).toEqual([
      'user add',
      'feature approve',
      'feature approve',
      'feature approve',
    ]);
    const ofSandbox = { approvedFor: 'sandbox only', isApproved: false };
    const features = ['feature', 'list', '--company', 'initech'];
    expect((await run(features)).json).toMatchObject([
      { feature: 'ehrSearch', approvedFor: 'not approved' },
      { feature: 'patientHistories', approvedFor: 'not approved' },
      { feature: 'authorizationPdf', ...ofSandbox },
      { feature: 'ial2Tokens', ...ofSandbox },
    ]);
    for (const line of commands) await run(line);
    expect((await run(['company', 'show', 'initech'])).json).toMatchObject({
      approvedFeatures: ['ehrSearch', 'patientHistories', 'authorizationPdf'],
      sandboxOnlyFeatures: ['ial2Tokens'],
      memberCount: 1,
    });
    const tokens = ['ial2Tokens', '--company', 'initech'];
    await run(['feature', 'withdraw', ...tokens, '--yes']);
    expect((await run(features)).json).toContainEqual(
      expect.objectContaining({ feature: 'ial2Tokens', approvedFor: 'not approved' }),
    );
    const again = await run(['feature', 'approve', ...tokens, '--sandbox-only']);
    expect([again.events, again.json]).toMatchObject([['feature.approve'], ofSandbox]);
    const search = ['feature', 'approve', 'ehrSearch', '--company', 'initech', '--sandbox-only'];
    const refused = await admin(world, search);
    expect(refused.exitCode).toBe(64);
    expect(refused.stderr).toContain('Every sandbox already has ehrSearch');
  });

  test('list and show commands show what changed, and write no audit row', async () => {
    await run(['company', 'create', 'hooli', '--name', 'Hooli']);
    const lists = await Promise.all(
      [
        ['company', 'list'],
        ['company', 'show', 'acme'],
        ['feature', 'list', ...inAcme],
        ['user', 'list', ...inAcme],
        ['role', 'list', ...inAcme],
        ['key', 'list', ...inAcme],
        ['project', 'list', '--company', 'umbrella'],
      ].map(run),
    );
    expect(lists.flatMap(({ events }) => events)).toEqual([]);
    const [companies, company, features, users, roles, keys, projects] = lists.map(({ json }) => json);
    expect(companies).toMatchObject([{ id: 'acme' }, { id: 'hooli' }, { id: 'initech' }, { id: 'umbrella' }]);
    expect(company).toMatchObject({
      approvedFeatures: [],
      memberCount: 0,
      keysInForceCount: 0,
      feeLimitCents: null,
    });
    expect(features).toContainEqual({
      feature: 'ehrSearch',
      isApproved: false,
      approvedFor: 'not approved',
      approvedAt: null,
    });
    expect(users).toEqual([]);
    expect(roles).toContainEqual({ name: 'Clerk', isBuiltIn: false, permissions: ['ViewPatients'] });
    expect(keys).toMatchObject([{ email: ana, isInForce: false }]);
    // Two of them may have the same creation time.
    const byId = (projects as Array<{ id: string }>).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId).toMatchObject([
      { id: 'closed', status: 'Closed' },
      { id: 'live', status: 'Closed' },
      { id: 'sandbox', status: 'Sandbox' },
    ]);
  });

  test('user grant-project treats `all` as the ID of a project', async () => {
    const line = ['--company', 'umbrella', '--project', 'all'];
    const result = await admin(world, ['user', 'grant-project', 'admin@umbrella.example', ...line]);
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: 'The company has no project with this ID. Run `project list` to see its projects.\n',
    });
  });
});

describe('Output for people', () => {
  test('shows a list as a table with a heading for each column', async () => {
    const { stdout } = await admin(world, ['project', 'list', '--company', 'umbrella']);
    const [, heading, , first] = stdout.split('\n');
    expect(heading).toMatch(/│ ID +│ Name +│ Status +│ Purpose +│ Authorization +│ Created +│/);
    expect(first).toMatch(/│ sandbox +│ Sandbox project +│ Sandbox +│ Legal +│ authorizationPdf +│ \d{4}-/);
  });

  test('shows one item as a table, and an empty list as a sentence that says what to do', async () => {
    const shown = await admin(world, ['company', 'show', 'umbrella']);
    expect(shown.stdout).toMatch(/│ Live projects +│ 0 +│/);
    const empty = await admin(world, ['project', 'list', ...inAcme]);
    expect(empty.stdout).toBe('No projects yet. Members create them in the console or with the API.\n');
  });

  test('escapes terminal control sequences in names', async () => {
    await world.db('company').where({ id: 'hooli' }).update({ name: 'Hooli \u001B[2J\u009B31m\u202Eevil' });
    const outputs = [
      await admin(world, ['company', 'list']),
      await admin(world, ['company', 'list', '--json']),
    ];
    for (const { stdout } of outputs) {
      expect(['\u001B', '\u009B', '\u202E'].filter(mark => stdout.includes(mark))).toEqual([]);
      expect(stdout).toContain('\\u001b[2J\\u009b31m\\u202eevil');
    }
    expect(outputs[1]?.json()).toContainEqual(
      expect.objectContaining({ name: 'Hooli \u001B[2J\u009B31m\u202Eevil' }),
    );
  });
});

describe('Invalid command lines', () => {
  test.each([
    [['company', 'lst'], "Unknown command 'lst' (Did you mean list?)"],
    [['company', 'list', '--jsn'], "Unknown option '--jsn' (Did you mean --json?)"],
    [['company', 'create'], "Required option '--name <NAME>' not specified"],
    [['company', 'show'], "Missing required argument 'ID'"],
    [['key', 'issue', ana, ...inAcme, '--environment', 'live'], 'It must be one of production, sandbox.'],
    [['user', 'assign-role', ana, ...inAcme], 'Pass either --role ROLE or --none.'],
    [
      ['user', 'grant-project', ana, ...inAcme, '--all', '--project', 'x'],
      'Pass either --project ID or --all.',
    ],
    [['audit', 'export', '--from', '2026-02-30'], 'It must be a date'],
    [['audit', 'partitions', '--months', '25'], 'It must be a whole number from 0 to 24.'],
    [['company', 'create', 'x', '--name', 'a\nb'], 'without control characters'],
  ])('%j changes nothing, exits with 64, and prints one line that says why', async (line, why) => {
    const before = await operatorEvents(world);
    const { exitCode, stdout, stderr } = await admin(world, line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 64, stdout: '' });
    expect(stderr).toContain(why);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await operatorEvents(world)).toEqual(before);
  });

  test.each([
    [['company', 'show', 'nobody'], 'No company has this ID. Run `company list` to see all companies.'],
    [['company', 'create', 'umbrella', '--name', 'U'], 'A company with this ID already exists.'],
    [
      ['key', 'revoke', 'x@y', '--company', 'umbrella', '--environment', 'sandbox', '--yes'],
      'The company has no member',
    ],
    [['project', 'set-status', 'sandbox', 'Live', '--company', 'umbrella'], 'to or from Sandbox'],
    [['project', 'set-status', 'live', 'Sandbox', '--company', 'umbrella'], 'to or from Sandbox'],
  ])('%j prints the reason, exits with 1, and writes no audit row [DECISION-42]', async (line, why) => {
    const before = await operatorEvents(world);
    const { exitCode, stderr } = await admin(world, line);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(why);
    expect(await operatorEvents(world)).toEqual(before);
  });
});

describe('Help', () => {
  const lines: string[][] = [
    [],
    ...commandGroups.flatMap(({ name, commands }) => [
      [name],
      ...commands.map(command => [name, command.name]),
    ]),
  ];
  test.each(lines.map(line => ({ line })))(
    '$line --help shows examples and exits with 0',
    async ({ line }) => {
      const { exitCode, stdout } = await admin(world, [...line, '--help']);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/^Usage: npm run admin --/);
      expect(stdout).toMatch(/\nExamples:\n {2}npm run admin -- \w/);
    },
  );
});
