import { randomUUID } from 'node:crypto';
import { approveFeature } from '../../src/usecases/tenants/companies';
import { addMember } from '../../src/usecases/tenants/members';
import { startApiWorld, type Answer, type ApiWorld, type Call, type TestCompany } from '../support/api-world';
import { allSearches, jane, patientsPath, storedPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
let memberKey: string;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  const email = 'member@acme.example';
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name: 'M', role: 'Member', seesAllProjects: true }),
  );
  memberKey = await world.keyFor('acme', email, 'sandbox');
});
afterAll(() => world.close());

type ProjectId = 'sandbox' | 'live' | 'closed';

function keyOf(project: ProjectId): string {
  return project === 'sandbox' ? company.sandboxKey : company.productionKey;
}

async function call(
  method: string,
  project: ProjectId,
  target: string,
  body?: object,
  more: Call = {},
): Promise<Answer> {
  const path = `${patientsPath(company, project)}/${target}`;
  return world.call(method, path, { key: keyOf(project), ...(body === undefined ? {} : { body }), ...more });
}

async function register(project: ProjectId, body: object = jane): Promise<string> {
  const id = `p-${randomUUID()}`;
  const answer = await call('PUT', project, id, body);
  expect({ status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({
    status: 200,
    text: '',
  });
  return id;
}

/** Returns everything that a change of a patient writes, except audit rows. */
async function tracesOf(project: ProjectId, id: string): Promise<object> {
  const patient = await storedPatient(world, company, project, id);
  const [events, commands] = await Promise.all([
    world.events(patient.uid),
    world.commands(`patient-search/${patient.uid}`),
  ]);
  return { patient, events, commands };
}

const full = {
  ...jane,
  ...allSearches,
  zipCodes: ['02139', '10001'],
  city: 'Salem',
  state: 'MA',
  mobile: '+16175550123',
  email: 'jane@example.com',
  reference: 'Matter 7',
};

describe('Data that is already on file', () => {
  test.each<[string, string, string, object]>([
    ['PUT of the same form', 'PUT', '', full],
    ['PUT with the phone in another notation', 'PUT', '', { ...full, mobile: '(617) 555-0123' }],
    ['PUT with spaces around names', 'PUT', '', { ...full, firstName: '  Jane ', city: ' Salem ' }],
    [
      'PUT with a last name twice in another case',
      'PUT',
      '',
      { ...full, lastNames: ['Doe', 'Smith', 'DOE', 'smith'] },
    ],
    ['PUT with the state in lowercase', 'PUT', '', { ...full, state: 'ma' }],
    [
      'PUT with spaces around formatted fields',
      'PUT',
      '',
      {
        ...full,
        zipCodes: [' 02139', '10001 '],
        state: ' MA',
        mobile: ' +16175550123 ',
        email: ' jane@example.com ',
      },
    ],
    [
      'PUT with invisible characters',
      'PUT',
      '',
      { ...full, firstName: 'Ja\u200bne', city: '\ufeffSalem', email: 'jane@example.com\u200b' },
    ],
    ['PUT with zipCode and zipCodes', 'PUT', '', { ...full, zipCode: '02139' }],
    ['PUT without the flags', 'PUT', '', { ...full, siteSonar: undefined, ehrSearch: undefined }],
    ['PUT without any optional field [DECISION-9]', 'PUT', '', jane],
    [
      'PUT with ZIP codes in another order [DECISION-10]',
      'PUT',
      '',
      { ...full, zipCodes: full.zipCodes.toReversed() },
    ],
    ['PATCH without fields', 'PATCH', '', {}],
    ['PATCH of every field', 'PATCH', '', full],
    ['PATCH of the legacy zipCode', 'PATCH', '', { zipCode: '02139' }],
    ['PATCH of the phone in another notation', 'PATCH', '', { mobile: '617.555.0123' }],
    ['PATCH of the status on file', 'PATCH', '', { authorizationStatus: 'NeedsApproval' }],
    ['search-level with the flags that are on', 'PATCH', '/search-level', allSearches],
    ['search-level without flags', 'PATCH', '/search-level', {}],
  ])(
    '%s changes nothing, sends no event, and writes no audit row for a change [PATIENT-20] [AUTH-16]',
    async (_, method, end, body) => {
      const id = await register('sandbox', full);
      const before = await tracesOf('sandbox', id);
      const requestId = randomUUID();
      const headers = { 'X-Request-Id': requestId };
      const answer = await call(method, 'sandbox', id + end, body, { headers });
      expect(answer.status).toBe(200);
      expect(await tracesOf('sandbox', id)).toEqual(before);
      // The audit log records the answer as a read.
      expect(await world.audits({ requestId })).toMatchObject([
        { event: 'patient.read', outcome: 'success' },
      ]);
    },
  );

  test('is cleared by null in a PUT where a field may be empty [DECISION-9]', async () => {
    const id = await register('sandbox', full);
    const cleared = { sex: null, zipCodes: null, city: null, state: null, mobile: null, email: null };
    const answer = await call('PUT', 'sandbox', id, { ...jane, ...cleared });
    expect(answer.json['patient']).toMatchObject({ ...cleared, zipCodes: [], siteSonar: true });
  });

  test('includes an accented name in another Unicode form', async () => {
    const id = await register('sandbox', { ...jane, firstName: 'Zo\u00eb' });
    const before = await tracesOf('sandbox', id);
    expect((await call('PATCH', 'sandbox', id, { firstName: 'Zoe\u0308' })).status).toBe(200);
    expect(await tracesOf('sandbox', id)).toEqual(before);
  });

  test('keeps a search flag that is on, even if the feature was withdrawn since', async () => {
    const id = await register('live', full);
    const feature = { companyId: 'acme', feature: 'ehrSearch' } as const;
    await world.change(change => approveFeature(change, { ...feature, isApproved: false }));
    expect((await call('PUT', 'live', id, full)).status).toBe(200);
    expect((await call('PUT', 'live', `p-${randomUUID()}`, full)).status).toBe(403);
    await world.change(change => approveFeature(change, { ...feature, isApproved: true }));
  });
});

describe('PATCH …/patients/{patientId}', () => {
  test('changes the given fields, keeps the rest, and lists the changed payload fields in its event [PATIENT-22]', async () => {
    const id = await register('sandbox', full);
    const answer = await call('PATCH', 'sandbox', id, { firstName: 'Joan', city: null, email: null });
    expect(answer.status).toBe(200);
    const { siteSonar, ...rest } = full;
    expect(answer.json['patient']).toMatchObject({
      ...rest,
      siteSonar,
      firstName: 'Joan',
      city: null,
      email: null,
      zipCode: '02139',
    });
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    const event = (await world.events(uid)).find(({ eventType }) => eventType === 'patient.updated');
    expect(event?.changed).toEqual(['firstName', 'email']);
  });

  test.each(['firstName', 'lastNames', 'dateOfBirth', 'siteSonar'])('rejects null for %s', async field => {
    const id = await register('sandbox');
    const answer = await call('PATCH', 'sandbox', id, { [field]: null });
    expect(answer.status).toBe(400);
    expect(answer.json['error']).toContain(field);
  });

  test('arms a search that it turns on, and disarms one that it turns off', async () => {
    const id = await register('sandbox');
    const on = await call('PATCH', 'sandbox', id, { siteSonar: true });
    expect(on.json).toMatchObject({ patient: { siteSonar: true }, searchStatus: 'Processing' });
    const off = await call('PATCH', 'sandbox', id, { siteSonar: false });
    expect(off.json).toMatchObject({ patient: { siteSonar: false }, searchStatus: 'Inactive' });
  });

  test('accepts a weak tag of the current version, and says why a condition fails [DECISION-40]', async () => {
    const id = 'weak-tag';
    const made = await call('PUT', 'sandbox', id, jane, { headers: { 'If-None-Match': '*' } });
    const tag = made.headers.get('etag') ?? '';
    const weak = { headers: { 'If-Match': `W/${tag}` } };
    expect((await call('PATCH', 'sandbox', id, { city: 'Boston' }, weak)).status).toBe(200);
    const late = await call('PATCH', 'sandbox', id, { city: 'Salem' }, weak);
    expect([late.status, late.json['error']]).toEqual([412, expect.stringContaining('another version')]);
  });

  test('never overwrites with If-None-Match: * [DECISION-91]', async () => {
    const id = 'only-once';
    const once = { headers: { 'If-None-Match': '*' } };
    expect((await call('PUT', 'sandbox', id, jane, once)).status).toBe(200);
    const again = await call('PUT', 'sandbox', id, { ...jane, firstName: 'Other' }, once);
    expect([again.status, again.json['error']]).toEqual([412, expect.stringContaining('it does')]);
    const stored = await call('GET', 'sandbox', id);
    expect(stored.json['patient']).toMatchObject({ firstName: jane.firstName });
  });

  test('changes only the version that If-Match names [DECISION-40]', async () => {
    const id = await register('sandbox');
    const { headers } = await call('GET', 'sandbox', id);
    const match = { headers: { 'If-Match': headers.get('etag') ?? '' } };
    expect((await call('PATCH', 'sandbox', id, { city: 'Boston' }, match)).status).toBe(200);
    expect((await call('PATCH', 'sandbox', id, { city: 'Salem' }, match)).status).toBe(412);
    expect((await storedPatient(world, company, 'sandbox', id)).city).toBe('Boston');
  });

  test('is refused on a closed project', async () => {
    const answer = await call('PATCH', 'closed', 'nobody', { city: 'Boston' });
    expect({ status: answer.status, error: answer.json['error'] }).toMatchObject({ status: 403 });
  });

  test("answers 404 for a patient who doesn't exist", async () => {
    expect((await call('PATCH', 'sandbox', 'nobody', { city: 'Boston' })).status).toBe(404);
  });
});

describe('Authorization status in a PATCH', () => {
  test('can be set by a customer administrator on a sandbox project, and sends its events [AUTH-6] [EVENT-13]', async () => {
    const id = await register('sandbox');
    const answer = await call('PATCH', 'sandbox', id, { authorizationStatus: 'Approved' });
    expect(answer.json['authorizationStatus']).toBe('Approved');
    const back = await call('PATCH', 'sandbox', id, { authorizationStatus: 'MissingSignature' });
    expect(back.json['authorizationStatus']).toBe('MissingSignature');
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    expect((await world.events(uid)).map(({ eventType }) => eventType)).toEqual([
      'patient.created',
      'authorization.statusChanged',
      'authorization.approved',
      'authorization.statusChanged',
      'authorization.needsAttention',
    ]);
  });

  test('is set before the same edit resets it, so an edit never ends at Approved [AUTH-17] [DECISION-16]', async () => {
    const id = await register('sandbox');
    const approved = await call('PATCH', 'sandbox', id, {
      firstName: 'Joan',
      authorizationStatus: 'Approved',
    });
    expect(approved.json['authorizationStatus']).toBe('NeedsApproval');
    const faulty = { city: 'Boston', authorizationStatus: 'WrongPatientName' };
    expect((await call('PATCH', 'sandbox', id, faulty)).json['authorizationStatus']).toBe('WrongPatientName');
  });

  test("can't be set by a member without the permission", async () => {
    const id = await register('sandbox');
    const answer = await call(
      'PATCH',
      'sandbox',
      id,
      { authorizationStatus: 'Approved' },
      { key: memberKey },
    );
    expect(answer.status).toBe(403);
    expect((await call('PATCH', 'sandbox', id, { city: 'Boston' }, { key: memberKey })).status).toBe(200);
  });

  test("is refused on a live project, and the rest of the edit isn't saved [AUTH-5]", async () => {
    const id = await register('live');
    const before = await tracesOf('live', id);
    const answer = await call('PATCH', 'live', id, { city: 'Boston', authorizationStatus: 'Approved' });
    expect({ status: answer.status, problem: answer.json['problem'] }).toEqual({
      status: 403,
      problem: 'authorization.decidedByProvider',
    });
    expect(await tracesOf('live', id)).toEqual(before);
  });

  test('is accepted on a live project with its current value, as a client sends back what it read [AUTH-5]', async () => {
    const id = await register('live');
    const answer = await call('PATCH', 'live', id, { city: 'Boston', authorizationStatus: 'NeedsApproval' });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { patient: { city: 'Boston' }, authorizationStatus: 'NeedsApproval' },
    ]);
  });
});

test("A patient can't change projects, and the same id in another project is another patient [PROJECT-1] [DECISION-1]", async () => {
  const id = await register('sandbox');
  await world.call('PUT', `/v0/companies/${company.id}/projects/second`, {
    key: company.sandboxKey,
    body: { name: 'Second', purpose: 'Legal' },
  });
  const body = { ...jane, firstName: 'June', projectId: 'sandbox' };
  await world.call('PUT', patientsPath(company, 'second', id), { key: company.sandboxKey, body });
  await call('PATCH', 'sandbox', id, { projectId: 'second', city: 'Boston' });
  const [first, second] = [
    await storedPatient(world, company, 'sandbox', id),
    await storedPatient(world, company, 'second', id),
  ];
  expect([first, second].map(({ firstName, city }) => [firstName, city])).toEqual([
    ['Jane', 'Boston'],
    ['June', null],
  ]);
  expect(first.uid).not.toBe(second.uid);
  expect([first.uid, second.uid]).not.toContain(id);
});

describe('Patient form', () => {
  test('accepts at most 20 ZIP codes, including the legacy one [DECISION-8]', async () => {
    const zipCodes = Array.from({ length: 20 }, (_entry, index) => String(10_000 + index));
    const refused = await call('PUT', 'sandbox', 'many-zips', { ...jane, zipCodes, zipCode: '94110' });
    expect(refused.status).toBe(422);
    expect(refused.json['error']).toContain('zipCodes');
    expect((await call('PUT', 'sandbox', 'many-zips', { ...jane, zipCodes, zipCode: '10000' })).status).toBe(
      200,
    );
  });

  test('accepts the patient in a GET answer unchanged', async () => {
    const id = await register('sandbox', full);
    const before = await tracesOf('sandbox', id);
    const { json } = await call('GET', 'sandbox', id);
    expect((await call('PUT', 'sandbox', id, json['patient'] as object)).status).toBe(200);
    expect((await call('PATCH', 'sandbox', id, json['patient'] as object)).status).toBe(200);
    expect(await tracesOf('sandbox', id)).toEqual(before);
    const bare = await register('sandbox');
    const { json: bareJson } = await call('GET', 'sandbox', bare);
    expect((await call('PUT', 'sandbox', bare, bareJson['patient'] as object)).status).toBe(200);
  });

  test('returns the deprecated fields as duplicates of the current ones [PATIENT-8] [PATIENT-13]', async () => {
    const id = await register('sandbox', full);
    const { json } = await call('GET', 'sandbox', id);
    expect(json['hipaaAuthorization']).toEqual(json['authorization']);
    expect(json['siteSonarStatus']).toEqual(json['searchStatus']);
    expect(json['patient']).toMatchObject({ zipCode: '02139' });
  });
});

describe('Patient list', () => {
  interface Page {
    readonly patients: ReadonlyArray<{ readonly patient: { readonly id: string } }>;
    readonly nextCursor: string | null;
  }

  async function idsOf(listing: TestCompany, query: string): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const after = cursor === null ? '' : `&cursor=${cursor}`;
      const path = `${patientsPath(listing, 'sandbox')}?${query}${after}`;
      const answer = await world.call('GET', path, { key: listing.sandboxKey });
      expect(answer.status).toBe(200);
      const page = answer.json as unknown as Page;
      ids.push(...page.patients.map(({ patient }) => patient.id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return ids;
  }

  test('returns every patient once in pages, oldest first, filtered by either status or both [DECISION-36]', async () => {
    const listing = await world.company('listing');
    const path = (id: string): string => `${patientsPath(listing, 'sandbox')}/${id}`;
    const key = listing.sandboxKey;
    const ids = Array.from({ length: 7 }, (_entry, index) => `p${index}`);
    for (const id of ids) {
      const body = { ...jane, siteSonar: Number(id.slice(1)) % 2 === 0 };
      expect((await world.call('PUT', path(id), { key, body })).status).toBe(200);
    }
    for (const id of ['p0', 'p1']) {
      const body = { authorizationStatus: 'Approved' };
      expect((await world.call('PATCH', path(id), { key, body })).status).toBe(200);
    }
    expect(await idsOf(listing, 'limit=3')).toEqual(ids);
    expect(await idsOf(listing, 'limit=2&searchStatus=Processing')).toEqual(['p0', 'p2', 'p4', 'p6']);
    expect(await idsOf(listing, 'limit=1&authorizationStatus=Approved')).toEqual(['p0', 'p1']);
    expect(await idsOf(listing, 'limit=1&authorizationStatus=Approved&searchStatus=Inactive')).toEqual([
      'p1',
    ]);
    expect(await idsOf(listing, 'authorizationStatus=MissingZip')).toEqual([]);
  });

  test('contains no upload URL', async () => {
    await register('sandbox');
    const answer = await world.call('GET', patientsPath(company, 'sandbox'), { key: company.sandboxKey });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('X-Amz-Signature');
  });

  // Sixteen digits can be more milliseconds than a date allows.
  const beyondTime = Buffer.from(`9999999999999999.${randomUUID()}`).toString('base64url');
  test.each([
    'searchStatus=Done',
    'authorizationStatus=approved',
    'limit=0',
    'cursor=x',
    `cursor=${beyondTime}`,
  ])('rejects ?%s', async query => {
    const path = `${patientsPath(company, 'sandbox')}?${query}`;
    expect((await world.call('GET', path, { key: company.sandboxKey })).status).toBe(400);
  });
});

test('A reference is kept, changed, and cleared without a new approval or an event [PATIENT-26]', async () => {
  const id = await register('sandbox', { ...jane, reference: 'Matter 7' });
  await call('PATCH', 'sandbox', id, { authorizationStatus: 'Approved' });
  const { events } = (await tracesOf('sandbox', id)) as { readonly events: readonly unknown[] };
  const { json } = await call('PATCH', 'sandbox', id, { reference: 'Matter 8' });
  expect(json).toMatchObject({ patient: { reference: 'Matter 8' }, authorizationStatus: 'Approved' });
  await call('PUT', 'sandbox', id, jane);
  expect((await call('GET', 'sandbox', id)).json['patient']).toMatchObject({ reference: 'Matter 8' });
  await call('PUT', 'sandbox', id, { ...jane, reference: null });
  expect((await call('GET', 'sandbox', id)).json['patient']).toMatchObject({ reference: null });
  expect(await tracesOf('sandbox', id)).toMatchObject({ events });
  const long = await call('PATCH', 'sandbox', id, { reference: 'R'.repeat(256) });
  expect([long.status, long.text.includes('RRR')]).toEqual([422, false]);
});
