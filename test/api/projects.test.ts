import type { AuthorizationMethod, Environment } from '../../src/domain/projects/project';
import { approveFeature, approveSandboxMethod, createCompany } from '../../src/usecases/tenants/companies';
import { addMember } from '../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { seenBytes } from '../support/operations/requests';
import { readRows } from '../support/records';
import { until } from '../support/until';

let world: ApiWorld;
let company: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  other = await world.company('umbrella');
});
afterAll(() => world.close());

const projectsPath = (id: string): string => `/v0/companies/${id}/projects`;

describe('POST …/projects', () => {
  test('creates a Sandbox project with a sandbox key, and returns an ETag [PROJECT-2] [DECISION-31]', async () => {
    const answer = await world.call('POST', projectsPath('acme'), {
      key: company.sandboxKey,
      body: { id: 'intake', name: ' Intake ', purpose: 'Legal' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.json).toMatchObject({ id: 'intake', name: 'Intake', status: 'Sandbox', isSandbox: true });
  });

  test('sets the status from the legacy isSandbox, and rejects a contradiction with 400 [PROJECT-5]', async () => {
    const legacy = await world.call('POST', projectsPath('acme'), {
      key: company.productionKey,
      body: { name: 'Legacy', purpose: 'Legal', isSandbox: false },
    });
    expect(legacy.json).toMatchObject({ status: 'Live', isSandbox: false });
    const created = await world.call('POST', projectsPath('acme'), {
      key: company.sandboxKey,
      body: { name: 'Legacy', purpose: 'Legal', isSandbox: true },
    });
    expect(created.json).toMatchObject({ status: 'Sandbox', isSandbox: true });
    // The requested status counts, not the key's default.
    const elsewhere = await world.call('POST', projectsPath('acme'), {
      key: company.productionKey,
      body: { name: 'Legacy', purpose: 'Legal', isSandbox: true },
    });
    expect(elsewhere.status).toBe(403);
    const contradiction = await world.call('POST', projectsPath('acme'), {
      key: company.sandboxKey,
      body: { name: 'Both', purpose: 'Legal', isSandbox: true, status: 'Live' },
    });
    expect(contradiction.status).toBe(400);
    expect(contradiction.json['errorId']).toEqual(expect.any(String));
  });

  test("answers 403 for a status outside of the key's environment [DECISION-4]", async () => {
    const sandbox = await world.call('POST', projectsPath('acme'), {
      key: company.sandboxKey,
      body: { name: 'Live', purpose: 'Legal', status: 'Live' },
    });
    const production = await world.call('POST', projectsPath('acme'), {
      key: company.productionKey,
      body: { name: 'Sandbox', purpose: 'Legal', status: 'Sandbox' },
    });
    expect([sandbox.status, production.status]).toEqual([403, 403]);
  });

  test('answers 403 for an authorization method that the company may not use [PROJECT-9]', async () => {
    await world.change(change =>
      approveFeature(change, { companyId: 'umbrella', feature: 'ial2Tokens', isApproved: false }),
    );
    const answer = await world.call('POST', projectsPath('umbrella'), {
      key: other.sandboxKey,
      body: { name: 'Tokens', purpose: 'Legal', authorizationMethod: 'ial2Tokens' },
    });
    expect(answer.status).toBe(403);
  });

  test('lets a new company use both methods in its sandbox, and live ones only once approved [PROJECT-10]', async () => {
    const email = 'ada@new.example';
    await world.change(change => createCompany(change, { id: 'new', name: 'New' }));
    await world.change(change =>
      addMember(change, { companyId: 'new', email, name: 'A', role: 'Administrator', seesAllProjects: true }),
    );
    const create = async (
      environment: Environment,
      authorizationMethod?: AuthorizationMethod,
    ): Promise<number> => {
      const key = await world.keyFor('new', email, environment);
      const body = { name: 'One', purpose: 'Legal', authorizationMethod };
      return (await world.call('POST', projectsPath('new'), { key, body })).status;
    };
    expect([await create('sandbox'), await create('sandbox', 'ial2Tokens')]).toEqual([201, 201]);
    expect([await create('production'), await create('production', 'ial2Tokens')]).toEqual([403, 403]);
    const approved = { companyId: 'new', feature: 'authorizationPdf', isApproved: true } as const;
    await world.change(change => approveFeature(change, approved));
    expect([await create('production'), await create('production', 'ial2Tokens')]).toEqual([201, 403]);
    const live = `${projectsPath('new')}/live`;
    const key = await world.keyFor('new', email, 'production');
    const form = { name: 'Live', purpose: 'Legal' };
    expect((await world.call('PUT', live, { key, body: form })).status).toBe(200);
    const byTokens = { ...form, authorizationMethod: 'ial2Tokens' };
    expect((await world.call('PUT', live, { key, body: byTokens })).status).toBe(403);
    await world.change(change => approveFeature(change, { ...approved, isApproved: false }));
    expect([await create('sandbox'), await create('production')]).toEqual([403, 403]);
    await world.change(change =>
      approveSandboxMethod(change, { companyId: 'new', method: 'authorizationPdf' }),
    );
    expect([await create('sandbox'), await create('production')]).toEqual([201, 403]);
  });

  test.each(['Live', 'Closed'])(
    'creates a project that is %s from the start with a production key [PROJECT-4]',
    async status => {
      const body = { name: 'From the start', purpose: 'Legal', status };
      const answer = await world.call('POST', projectsPath('acme'), { key: company.productionKey, body });
      expect({ code: answer.status, status: answer.json['status'] }).toEqual({ code: 201, status });
    },
  );

  test.each([
    'IndividualAccess',
    'Insurance',
    'Legal',
    'Research',
    'CoveredOperations',
    'CoveredPayment',
    'CoveredTreatment',
  ])('accepts the purpose %s [PROJECT-7]', async purpose => {
    const body = { name: 'For a purpose', purpose };
    const answer = await world.call('POST', projectsPath('acme'), { key: company.sandboxKey, body });
    expect({ status: answer.status, purpose: answer.json['purpose'] }).toEqual({ status: 201, purpose });
  });

  test.each(['authorizationPdf', 'ial2Tokens'])(
    'accepts the authorization method %s [PROJECT-8]',
    async authorizationMethod => {
      const body = { name: 'With consent', purpose: 'Legal', authorizationMethod };
      const answer = await world.call('POST', projectsPath('acme'), { key: company.sandboxKey, body });
      expect(answer.json).toMatchObject({ authorizationMethod });
    },
  );

  test('answers 400 for a taken id, which is free in the other environment and in another company [DECISION-2]', async () => {
    const body = { id: 'taken', name: 'First', purpose: 'Legal' };
    expect((await world.call('POST', projectsPath('acme'), { key: company.sandboxKey, body })).status).toBe(
      201,
    );
    const made = [company.sandboxKey, company.productionKey, company.productionKey].map(
      key => () => world.call('POST', projectsPath('acme'), { key, body: { ...body, name: 'Second' } }),
    );
    const statuses: number[] = [];
    for (const make of made) statuses.push((await make()).status);
    expect(statuses).toEqual([400, 201, 400]);
    const found = await Promise.all(
      [company.sandboxKey, company.productionKey].map(async key =>
        world.call('GET', `${projectsPath('acme')}/taken`, { key }),
      ),
    );
    expect(found.map(({ json }) => [json['name'], json['status']])).toEqual([
      ['First', 'Sandbox'],
      ['Second', 'Live'],
    ]);
    expect((await world.call('POST', projectsPath('umbrella'), { key: other.sandboxKey, body })).status).toBe(
      201,
    );
  });
});

describe('PUT …/projects/{projectId}', () => {
  const path = `${projectsPath('acme')}/upserted`;

  test('creates a project, and a repeat changes nothing and keeps the version [PROJECT-6] [DECISION-31]', async () => {
    const call = {
      key: company.sandboxKey,
      body: { name: 'Upserted', purpose: 'Research', status: 'Sandbox' },
    };
    const first = await world.call('PUT', path, call);
    const second = await world.call('PUT', path, call);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('etag')).toBe('"1"');
  });

  test('keeps the status if none is given, and answers 401 to a different status [PROJECT-3] [PROJECT-6] [ERROR-6]', async () => {
    const renamed = await world.call('PUT', path, {
      key: company.sandboxKey,
      body: { name: 'Renamed', purpose: 'Research' },
    });
    expect(renamed.json).toMatchObject({ name: 'Renamed', status: 'Sandbox' });
    expect(renamed.headers.get('etag')).toBe('"2"');
    const moved = await world.call('PUT', path, {
      key: company.sandboxKey,
      body: { name: 'Renamed', purpose: 'Research', status: 'Live' },
    });
    expect(moved.status).toBe(401);
    // Other credentials wouldn't help, so there is no challenge.
    expect(moved.headers.get('www-authenticate')).toBeNull();
  });

  test('never overwrites with If-None-Match: * [DECISION-91]', async () => {
    const put = (name: string) =>
      world.call('PUT', `${projectsPath('acme')}/only-once`, {
        key: company.sandboxKey,
        body: { name, purpose: 'Research' },
        headers: { 'If-None-Match': '*' },
      });
    expect((await put('First')).status).toBe(200);
    const again = await put('Second');
    expect([again.status, again.json['error']]).toEqual([412, expect.stringContaining('it does')]);
    const stored = await world.call('GET', `${projectsPath('acme')}/only-once`, { key: company.sandboxKey });
    expect(JSON.stringify(stored.json)).toContain('First');
  });

  test('refuses a stale If-Match with 412 [DECISION-40]', async () => {
    const body = { name: 'Guarded', purpose: 'Research' };
    const stale = await world.call('PUT', path, {
      key: company.sandboxKey,
      body,
      headers: { 'If-Match': '"1"' },
    });
    expect(stale.status).toBe(412);
    const current = await world.call('PUT', path, {
      key: company.sandboxKey,
      body,
      headers: { 'If-Match': '"1", "2"' },
    });
    expect(current.status).toBe(200);
    const none = await world.call('PUT', `${projectsPath('acme')}/absent`, {
      key: company.sandboxKey,
      body,
      headers: { 'If-Match': '*' },
    });
    expect(none.status).toBe(412);
  });

  test('creates one project for ten simultaneous first upserts, and all succeed', async () => {
    const calls = Array.from({ length: 10 }, () =>
      world.call('PUT', `${projectsPath('acme')}/raced`, {
        key: company.sandboxKey,
        body: { name: 'Raced', purpose: 'Legal' },
      }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1);
  });

  test("answers 404 for a project that the member can't see", async () => {
    const member = { companyId: 'acme', email: 'limited@acme.example' };
    await world.change(change =>
      addMember(change, { ...member, name: 'Limited', role: 'Administrator', seesAllProjects: false }),
    );
    const answer = await world.call('PUT', `${projectsPath('acme')}/live`, {
      key: await world.keyFor('acme', member.email, 'production'),
      body: { name: 'Grab', purpose: 'Legal' },
    });
    expect(answer.status).toBe(404);
  });

  test('keeps the purpose and method of a project with a patient, outside of the sandbox [DECISION-17]', async () => {
    const put = async (key: string, id: string, differs: object): Promise<number> =>
      (
        await world.call('PUT', `${projectsPath('acme')}/${id}`, {
          key,
          body: { name: 'Terms', purpose: 'Legal', ...differs },
        })
      ).status;
    const covered = { purpose: 'CoveredTreatment' };
    const tokens = { authorizationMethod: 'ial2Tokens' };
    for (const key of [company.productionKey, company.sandboxKey]) {
      expect(await put(key, 'terms', {})).toBe(200);
      // Without a patient there is no approval that depends on the terms.
      expect(await put(key, 'terms', covered)).toBe(200);
      expect(await put(key, 'terms', {})).toBe(200);
      const patient = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
      const path = `${projectsPath('acme')}/terms/patients/jane`;
      expect((await world.call('PUT', path, { key, body: patient })).status).toBe(200);
    }
    expect(await put(company.productionKey, 'terms', covered)).toBe(403);
    expect(await put(company.productionKey, 'terms', tokens)).toBe(403);
    expect(await put(company.productionKey, 'terms', { name: 'Renamed' })).toBe(200);
    expect(await put(company.sandboxKey, 'terms', covered)).toBe(200);
  });

  test('makes the registration of a patient wait for a pending change of the terms [DECISION-17]', async () => {
    const key = company.productionKey;
    const path = `${projectsPath('acme')}/moving`;
    const covered = { name: 'Moving', purpose: 'CoveredTreatment' };
    expect((await world.call('PUT', path, { key, body: covered })).status).toBe(200);
    const body = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
    const register = () => world.call('PUT', `${path}/patients/jane`, { key, body });
    const change = await world.db.transaction();
    await change('project').where({ id: 'moving' }).update({ purpose: 'Legal' });
    const registered = register();
    await until('the registration to wait for the change', async () => {
      const waiting = await readRows(
        world.db,
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waiting.length > 0;
    });
    await change.commit();
    expect((await registered).status).toBe(503);
    expect((await register()).json['authorizationStatus']).toBe('NeedsApproval');
  });

  test('writes an audit row that says what changed, without the text of a name', async () => {
    const path = `${projectsPath('acme')}/audited`;
    const put = (body: object) => world.call('PUT', path, { key: company.productionKey, body });
    await put({ name: 'Audited', purpose: 'Legal' });
    await put({ name: 'Another name', purpose: 'Insurance' });
    await put({ name: 'Another name', purpose: 'Insurance' });
    const rows = await readRows<{ changes: unknown }>(
      world.db,
      `select a.changes from audit_event a join project p on p.uid = a.resource_uid
       where p.id = 'audited' and a.event = 'project.upsert' order by a.occurred_at, a.uid`,
    );
    expect(rows.map(({ changes }) => changes)).toEqual([
      null,
      { name: null, purpose: { from: 'Legal', to: 'Insurance' } },
      null,
    ]);
  });
});

describe('Project visibility', () => {
  test('gives a sandbox key only Sandbox projects, and a production key only Live and Closed ones [API-4] [KEY-3] [KEY-4]', async () => {
    const statusOf = async (key: string, id: string): Promise<number> =>
      (await world.call('GET', `${projectsPath('acme')}/${id}`, { key })).status;
    expect(
      await Promise.all(['sandbox', 'live', 'closed'].map(id => statusOf(company.sandboxKey, id))),
    ).toEqual([200, 404, 404]);
    expect(
      await Promise.all(['sandbox', 'live', 'closed'].map(id => statusOf(company.productionKey, id))),
    ).toEqual([404, 200, 200]);
  });

  test("answers with the same bytes for a hidden project and for one that doesn't exist", async () => {
    const paths = [
      `${projectsPath('acme')}/live`,
      `${projectsPath('acme')}/none-at-all`,
      `${projectsPath('umbrella')}/sandbox`,
      `${projectsPath('no-company')}/sandbox`,
    ];
    const answers = await Promise.all(
      paths.map(path => world.call('GET', path, { key: company.sandboxKey })),
    );
    expect(new Set(answers.map(seenBytes)).size).toBe(1);
  });

  test('pages through the visible projects without losing or repeating one [DECISION-36]', async () => {
    const ids: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await world.call('GET', `${projectsPath('acme')}?limit=2${query}`, {
        key: company.sandboxKey,
      });
      ids.push(...(page.json['projects'] as Array<{ id: string }>).map(project => project.id));
      cursor = page.json['nextCursor'] as string | null;
    }
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining(['sandbox', 'intake', 'upserted']));
    expect(ids).not.toContain('live');
  });
});
