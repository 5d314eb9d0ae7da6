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

describe('createProject', () => {
  test('a sandbox key creates a Sandbox project and gets an ETag [PROJECT-2] [DECISION-31]', async () => {
    const answer = await world.call('POST', projectsPath('acme'), {
      key: company.sandboxKey,
      body: { id: 'intake', name: ' Intake ', purpose: 'Legal' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.json).toMatchObject({ id: 'intake', name: 'Intake', status: 'Sandbox', isSandbox: true });
  });

  test('the legacy isSandbox names the status, and a contradiction is 400 [PROJECT-5]', async () => {
    const legacy = await world.call('POST', projectsPath('acme'), {
      key: company.productionKey,
      body: { name: 'Legacy', purpose: 'Legal', isSandbox: false },
    });
    expect(legacy.json).toMatchObject({ status: 'Live', isSandbox: false });
    const made = await world.call('POST', projectsPath('acme'), {
      key: company.sandboxKey,
      body: { name: 'Legacy', purpose: 'Legal', isSandbox: true },
    });
    expect(made.json).toMatchObject({ status: 'Sandbox', isSandbox: true });
    // So it is the status that is meant, and not what the key would make by itself.
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

  test('a project outside of the key’s environment is 403 [DECISION-4]', async () => {
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

  test('an authorization method that is not enabled for the company is 403 [PROJECT-9]', async () => {
    await world.change(change =>
      approveFeature(change, { companyId: 'umbrella', feature: 'ial2Tokens', isApproved: false }),
    );
    const answer = await world.call('POST', projectsPath('umbrella'), {
      key: other.sandboxKey,
      body: { name: 'Tokens', purpose: 'Legal', authorizationMethod: 'ial2Tokens' },
    });
    expect(answer.status).toBe(403);
  });

  test('a new company creates projects by either method in its sandbox, and live ones once a method is approved [PROJECT-10]', async () => {
    const email = 'ada@new.example';
    await world.change(inner => createCompany(inner, { id: 'new', name: 'New' }));
    await world.change(inner =>
      addMember(inner, { companyId: 'new', email, name: 'A', role: 'Administrator', seesAllProjects: true }),
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
    await world.change(inner => approveFeature(inner, approved));
    expect([await create('production'), await create('production', 'ial2Tokens')]).toEqual([201, 403]);
    const live = `${projectsPath('new')}/live`;
    const key = await world.keyFor('new', email, 'production');
    const form = { name: 'Live', purpose: 'Legal' };
    expect((await world.call('PUT', live, { key, body: form })).status).toBe(200);
    const byTokens = { ...form, authorizationMethod: 'ial2Tokens' };
    expect((await world.call('PUT', live, { key, body: byTokens })).status).toBe(403);
    await world.change(inner => approveFeature(inner, { ...approved, isApproved: false }));
    expect([await create('sandbox'), await create('production')]).toEqual([403, 403]);
    await world.change(inner =>
      approveSandboxMethod(inner, { companyId: 'new', method: 'authorizationPdf' }),
    );
    expect([await create('sandbox'), await create('production')]).toEqual([201, 403]);
  });

  test.each(['Live', 'Closed'])(
    'a production key creates a project that is %s from the start [PROJECT-4]',
    async status => {
      const body = { name: 'As said', purpose: 'Legal', status };
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
  ])('a project can have the purpose %s [PROJECT-7]', async purpose => {
    const body = { name: 'For a purpose', purpose };
    const answer = await world.call('POST', projectsPath('acme'), { key: company.sandboxKey, body });
    expect({ status: answer.status, purpose: answer.json['purpose'] }).toEqual({ status: 201, purpose });
  });

  test.each(['authorizationPdf', 'ial2Tokens'])(
    'consent can be shown by %s [PROJECT-8]',
    async authorizationMethod => {
      const body = { name: 'With consent', purpose: 'Legal', authorizationMethod };
      const answer = await world.call('POST', projectsPath('acme'), { key: company.sandboxKey, body });
      expect(answer.json).toMatchObject({ authorizationMethod });
    },
  );

  test('a taken id is 400, in the other environment and in another company it is free [DECISION-2]', async () => {
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
    const seen = await Promise.all(
      [company.sandboxKey, company.productionKey].map(async key =>
        world.call('GET', `${projectsPath('acme')}/taken`, { key }),
      ),
    );
    expect(seen.map(({ json }) => [json['name'], json['status']])).toEqual([
      ['First', 'Sandbox'],
      ['Second', 'Live'],
    ]);
    expect((await world.call('POST', projectsPath('umbrella'), { key: other.sandboxKey, body })).status).toBe(
      201,
    );
  });
});

describe('upsertProject', () => {
  const path = `${projectsPath('acme')}/upserted`;

  test('creates, then changes nothing on a repeat: the version stays [PROJECT-6] [DECISION-31]', async () => {
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

  test('without status the status is left as it is; another status is 401 [PROJECT-3] [PROJECT-6] [ERROR-6]', async () => {
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
    // Other credentials would not help, so none are asked for.
    expect(moved.headers.get('www-authenticate')).toBeNull();
  });

  test('If-Match guards against a change that was not seen [DECISION-40]', async () => {
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

  test('ten first upserts at once make one project and all succeed', async () => {
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

  test('the id of a project that the member cannot see is 404', async () => {
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

  test('a project with a patient keeps its purpose and method, outside of sandbox [DECISION-17]', async () => {
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
      // Without a patient nobody stands approved for anything.
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

  test('a patient is registered by the terms of the moment: a change of them that is under way is waited for [DECISION-17]', async () => {
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

  test('the audit row of a change says what changed, a name by no more than that', async () => {
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

describe('visibility', () => {
  test('a sandbox key sees Sandbox projects only, a production key Live and Closed only [API-4] [KEY-3] [KEY-4]', async () => {
    const seen = async (key: string, id: string): Promise<number> =>
      (await world.call('GET', `${projectsPath('acme')}/${id}`, { key })).status;
    expect(await Promise.all(['sandbox', 'live', 'closed'].map(id => seen(company.sandboxKey, id)))).toEqual([
      200, 404, 404,
    ]);
    expect(
      await Promise.all(['sandbox', 'live', 'closed'].map(id => seen(company.productionKey, id))),
    ).toEqual([404, 200, 200]);
  });

  test('what a key cannot see is, byte for byte, the answer for what does not exist', async () => {
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

  test('a list pages through the visible projects without losing or repeating one [DECISION-36]', async () => {
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
