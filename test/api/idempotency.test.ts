/** `Idempotency-Key`: a repeat returns what the first request created, and nothing happens twice. */
import { operations } from '../../src/api/operations';
import type { Clock } from '../../src/platform/clock';
import { claimIdempotencyKey } from '../../src/store/access/idempotency';
import { removeExpiredRows } from '../../src/usecases/housekeeping';
import { addMember, assignRole, deleteUser, grantProjectAccess } from '../../src/usecases/tenants/members';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { testChange } from '../support/operations/test-operation';
import { jane, patientsPath } from '../support/patients';
import { readRows } from '../support/records';

let world: ApiWorld;
let company: TestCompany;
let other: TestCompany;
let nowMs = Date.now();
const clock: Clock = { now: () => new Date(nowMs) };

/** The work of the test operation, whose calls are counted. */
let work: () => Promise<void> = async () => undefined;
let calls = 0;
let failsAtCommit = false;

const held = testChange('held', async change => {
  calls += 1;
  await work();
  await change.audit({ kind: 'project', uid: change.newUid(), companyUid: null }, 'note.create', {});
  if (failsAtCommit) {
    // A deferred constraint fails at the commit, after the claim is completed.
    await change.tx.raw('create temporary table early (a int primary key) on commit drop');
    await change.tx.raw(
      'create temporary table late (a int references early deferrable initially deferred) on commit drop',
    );
    await change.tx.raw('insert into late values (1)');
  }
});

beforeAll(async () => {
  // Fifty requests at once must compete for the key, not for the load gate.
  world = await startApiWorld({
    operations: [...operations, held],
    clock,
    limits: { requestsInFlightMax: 100 },
  });
  company = await world.company('acme');
  other = await world.company('umbrella');
});
afterAll(() => world.close());
beforeEach(() => {
  work = async () => undefined;
  calls = 0;
  failsAtCommit = false;
});

interface Create {
  readonly idempotencyKey: string;
  readonly key?: string;
  readonly companyId?: string;
  readonly body?: unknown;
}

const form = { name: 'Once', purpose: 'Legal' };

async function create({ idempotencyKey, key, companyId = 'acme', body = form }: Create): Promise<Answer> {
  return world.call('POST', `/v0/companies/${companyId}/projects`, {
    key: key ?? company.sandboxKey,
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

async function callHeld(idempotencyKey: string, note = 'x'): Promise<Answer> {
  return world.call('POST', '/test/held', {
    key: company.sandboxKey,
    body: { note },
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

async function countProjects(name: string): Promise<number> {
  const rows: unknown[] = await world.db('project').where({ name });
  return rows.length;
}

/** Adds a member who sees one project. @returns their e-mail address and sandbox key */
async function member(name: string, role = 'Administrator'): Promise<{ email: string; key: string }> {
  const ref = { companyId: 'acme', email: `${name}@acme.example` };
  await world.change(change => addMember(change, { ...ref, name, role, seesAllProjects: false }));
  await world.change(change => grantProjectAccess(change, { ...ref, projectId: 'sandbox' }));
  return { email: ref.email, key: await world.keyFor('acme', ref.email, 'sandbox') };
}

async function register(key: string, idempotencyKey: string): Promise<Answer> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return world.call('POST', patientsPath(company, 'sandbox'), { key, body: jane, headers });
}

interface ShownPatient {
  readonly patient: { readonly id: string };
  readonly authorizationStatus: string;
  readonly authorization: { readonly uploadUrl: string };
  readonly embedToken?: string;
}
const shownPatient = ({ json }: Answer): ShownPatient => json as unknown as ShownPatient;

test('A repeat with the same Idempotency-Key returns what was created, says so, and creates nothing [DECISION-38]', async () => {
  const body = { name: 'Created once', purpose: 'Legal' };
  const first = await create({ idempotencyKey: 'once', body });
  const second = await create({ idempotencyKey: 'once', body });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await countProjects('Created once')).toBe(1);
});

test('A repeat writes its own audit row, different from the one of the change', async () => {
  await create({ idempotencyKey: 'audited' });
  const requestId = 'aaaa-1111-replayed';
  await world.call('POST', '/v0/companies/acme/projects', {
    key: company.sandboxKey,
    body: form,
    headers: { 'Idempotency-Key': 'audited', 'X-Request-Id': requestId },
  });
  const [project] = await world.db<{ uid: string; name: string }>('project').where({ name: form.name });
  expect(await world.audits({ requestId })).toEqual([
    expect.objectContaining({
      event: 'project.create.replayed',
      outcome: 'success',
      resourceUid: project?.uid,
    }),
  ]);
});

test('A patient who is sent twice without an Idempotency-Key becomes two patients [PATIENT-19]', async () => {
  const send = () =>
    world.call('POST', patientsPath(company, 'sandbox'), { key: company.sandboxKey, body: jane });
  const [first, second] = [shownPatient(await send()), shownPatient(await send())];
  expect(second.patient.id).not.toBe(first.patient.id);
});

test("A repeat returns the patient's current data with new URLs and tokens [PATIENT-19] [DECISION-39]", async () => {
  const first = shownPatient(await register(company.sandboxKey, 'as they are'));
  await world
    .db('patient')
    .where({ id: first.patient.id })
    .update({ authorization_etag: '"1"', authorization_status: 'WrongPatientName' });
  nowMs += 60_000;
  const second = shownPatient(await register(company.sandboxKey, 'as they are'));
  nowMs += 60_000;
  const third = shownPatient(await register(company.sandboxKey, 'as they are'));
  expect([first, second, third].map(({ patient }) => patient.id)).toEqual(
    [first, first, first].map(({ patient }) => patient.id),
  );
  expect([first, second, third].map(({ authorizationStatus }) => authorizationStatus)).toEqual([
    'NeedsApproval',
    'WrongPatientName',
    'WrongPatientName',
  ]);
  const urls = [first, second, third].map(({ authorization }) => authorization.uploadUrl);
  expect(new Set(urls).size).toBe(3);
  expect(first.embedToken).toBeUndefined();
  expect(world.services.authCheckTokens.open(third.embedToken ?? '', clock.now())).toBeDefined();
  expect(third.embedToken).not.toBe(second.embedToken);
});

test('An Idempotency-Key that a colleague used is a new one, for a browse and for a change [DECISION-39]', async () => {
  const colleague = await member('colleague');
  const browse = (key: string): Promise<Answer> =>
    world.call('POST', '/v0/visits/browse', {
      key,
      body: {},
      headers: { 'Idempotency-Key': 'shared by two' },
    });
  const made = await register(company.sandboxKey, 'shared by two');
  const answers = [
    await browse(company.sandboxKey),
    await browse(colleague.key),
    await register(colleague.key, 'shared by two'),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
    [200, null],
    [200, null],
    [201, null],
  ]);
  expect(answers[2]?.json['patient']).not.toEqual(made.json['patient']);
});

test('A repeat is refused once its member loses access to the project, by role, or by account [DECISION-39]', async () => {
  const ref = (email: string) => ({ companyId: 'acme', email });
  const statusesOf = async (key: string, body: object): Promise<number[]> => {
    const patient = await register(key, 'until the end');
    const project = await create({ idempotencyKey: 'of a member', key, body });
    return [patient.status, project.status];
  };
  const leaver = await member('leaver');
  const demoted = await member('demoted');
  const deleted = await member('deleted');
  for (const { key, email } of [leaver, demoted, deleted])
    expect(await statusesOf(key, { ...form, name: email })).toEqual([201, 201]);

  await world
    .db('membership_project')
    .whereIn(
      'membership_uid',
      world
        .db('api_key')
        .select('membership_uid')
        .join('membership as m', 'm.uid', 'membership_uid')
        .whereIn('m.user_uid', world.db('app_user').select('uid').where({ email: leaver.email })),
    )
    .delete();
  await world.change(change => assignRole(change, { ...ref(demoted.email), role: 'Viewer' }));
  await world.change(change => deleteUser(change, ref(deleted.email)));

  expect(await statusesOf(leaver.key, { ...form, name: leaver.email })).toEqual([404, 404]);
  expect(await statusesOf(demoted.key, { ...form, name: demoted.email })).toEqual([403, 403]);
  expect(await statusesOf(deleted.key, { ...form, name: deleted.email })).toEqual([401, 401]);
});

test("A repeat answers 404 for a patient in another project, and for a patient who doesn't exist", async () => {
  await register(company.sandboxKey, 'not here');
  const foreign = await world.call('POST', patientsPath(other, 'sandbox'), {
    key: other.sandboxKey,
    body: jane,
  });
  const [stored] = await readRows<{ uid: string }>(world.db, 'select uid from patient where id = ?', [
    shownPatient(foreign).patient.id,
  ]);
  for (const uid of [stored?.uid ?? '', '00000000-0000-7000-8000-00000000abcd']) {
    await world.db.raw('update idempotency_claim set resource_uids = array[?::uuid] where key = ?', [
      uid,
      'not here',
    ]);
    expect((await register(company.sandboxKey, 'not here')).status).toBe(404);
  }
});

test('The same Idempotency-Key with another body or path gets 422', async () => {
  await create({ idempotencyKey: 'changed' });
  const answers = [
    await create({ idempotencyKey: 'changed', body: { ...form, name: 'Other' } }),
    await callHeld('changed'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  expect(calls).toBe(0);
});

test.each(['', 'x'.repeat(256), 'tab\tkey'])(
  'An invalid Idempotency-Key gets 400 (%#) [DECISION-38]',
  async idempotencyKey => {
    expect((await create({ idempotencyKey })).status).toBe(400);
  },
);

test('Fifty requests at once make one change, and the others get its answer or 409 with Retry-After', async () => {
  const body = { name: 'Fifty', purpose: 'Legal' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => create({ idempotencyKey: 'fifty', body })),
  );
  const created = answers.filter(({ status }) => status === 201);
  const waiting = answers.filter(({ status }) => status === 409);
  expect(created.length + waiting.length).toBe(50);
  expect(new Set(created.map(({ text }) => text)).size).toBe(1);
  expect(created.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(waiting.map(({ headers }) => headers.get('retry-after'))).toEqual(waiting.map(() => '1'));
  expect(await countProjects('Fifty')).toBe(1);
});

test("Companies and environments don't see each other's Idempotency-Keys", async () => {
  const answers = [
    await create({ idempotencyKey: 'shared' }),
    await create({ idempotencyKey: 'shared', key: company.productionKey }),
    await create({ idempotencyKey: 'shared', key: other.sandboxKey, companyId: 'umbrella' }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual(
    answers.map(() => [201, null]),
  );
});

test('A first request that fails releases its Idempotency-Key, whatever the failure', async () => {
  const refused = await create({ idempotencyKey: 'refused', body: { ...form, status: 'Live' } });
  const corrected = await create({ idempotencyKey: 'refused' });
  expect([refused.status, corrected.status]).toEqual([403, 201]);

  work = async () => {
    throw new Error('a fault');
  };
  const failed = await callHeld('failed');
  work = async () => undefined;
  const repeated = await callHeld('failed');
  expect([failed.status, repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([
    500,
    200,
    null,
  ]);
});

test('A second request with an Idempotency-Key gets 409 while the first one runs, and does nothing [DECISION-38]', async () => {
  let finish: () => void = () => undefined;
  const started = new Promise<void>(resolve => {
    work = () => {
      resolve();
      return new Promise(done => {
        finish = done;
      });
    };
  });
  const first = callHeld('running');
  await started;
  const second = await callHeld('running');
  finish();
  expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1']);
  expect((await first).status).toBe(200);
  expect(calls).toBe(1);
});

test('A failed commit stores neither the change nor the claim', async () => {
  failsAtCommit = true;
  const failed = await callHeld('late');
  expect(failed.status).toBe(500);
  // The commit failed: only then is this foreign key checked.
  expect(world.logLines.filter(line => line.includes('"code":"23503"'))).toHaveLength(1);
  const stored: unknown = await world.db('idempotency_claim').where({ key: 'late' });
  expect(stored).toEqual([]);
});

test('The claim of a dead process is taken over after its lease, not before', async () => {
  // Only the claim, as after a process that died before its change.
  const claims: Array<{ readonly request_hash: Buffer; readonly membership_uid: string }> = [];
  work = async () => {
    const [row] = await world
      .db<{ key: string; request_hash: Buffer; membership_uid: string }>('idempotency_claim')
      .where({ key: 'dead' });
    if (row !== undefined) claims.push(row);
    throw new Error('only to learn the hash of the request');
  };
  await callHeld('dead');
  work = async () => undefined;
  const [claim] = claims;
  if (claim === undefined) throw new Error('there was no claim');
  const scope = { membershipUid: claim.membership_uid, environment: 'sandbox', key: 'dead' } as const;
  await claimIdempotencyKey(world.db, scope, claim.request_hash, clock.now());

  const before = await callHeld('dead');
  nowMs += 119_000;
  const almost = await callHeld('dead');
  nowMs += 2_000;
  const after = await callHeld('dead');
  expect([before.status, almost.status, after.status]).toEqual([409, 409, 200]);
});

test('A process that resumes after its claim was taken over changes nothing', async () => {
  let finish: () => void = () => undefined;
  const started = new Promise<void>(resolve => {
    work = () => {
      resolve();
      return new Promise(done => {
        finish = done;
      });
    };
  });
  const stale = callHeld('stale');
  await started;
  const finishStale = finish;
  work = async () => undefined;
  nowMs += 121_000;
  const second = await callHeld('stale');
  finishStale();
  expect(second.status).toBe(200);
  expect((await stale).status).toBe(409);
  const replay = await callHeld('stale');
  expect([replay.status, replay.text]).toEqual([200, second.text]);
});

test("A process that fails after its claim was taken over doesn't release the new claim", async () => {
  const ends: Array<(error?: Error) => void> = [];
  const start = async (): Promise<{ readonly answer: Promise<Answer> }> => {
    let answer: Promise<Answer> | undefined;
    await new Promise<void>(resolve => {
      work = () => {
        resolve();
        return new Promise((done, fail) => {
          ends.push(error => (error === undefined ? done() : fail(error)));
        });
      };
      answer = callHeld('stale-and-failing');
    });
    return { answer: answer ?? Promise.reject(new Error('not started')) };
  };
  const stale = await start();
  nowMs += 121_000;
  const second = await start();
  ends[0]?.(new Error('too late'));
  expect((await stale.answer).status).toBe(500);
  const third = await callHeld('stale-and-failing');
  ends[1]?.();
  expect([third.status, (await second.answer).status]).toEqual([409, 200]);
});

test('An idempotency claim holds for 24 hours, and then the key is new', async () => {
  const body = { name: 'A day', purpose: 'Legal' };
  await create({ idempotencyKey: 'day', body });
  nowMs += 86_399_000;
  const within = await create({ idempotencyKey: 'day', body });
  nowMs += 2_000;
  const after = await create({ idempotencyKey: 'day', body: { ...body, name: 'A day later' } });
  expect([within.headers.get('idempotent-replayed'), after.headers.get('idempotent-replayed')]).toEqual([
    'true',
    null,
  ]);
  expect(await countProjects('A day')).toBe(1);
});

test('Housekeeping removes expired idempotency claims, and the answers stored by the previous release', async () => {
  await create({ idempotencyKey: 'over', body: { name: 'Over', purpose: 'Legal' } });
  await world
    .db('idempotency_key')
    .insert({
      company_uid: company.uid,
      environment: 'sandbox',
      key: 'over',
      request_hash: Buffer.alloc(32),
      claimed_at: clock.now(),
      response_status: 201,
      response_headers: {},
      response_body: Buffer.from('{}'),
    });
  const count = async () =>
    [await world.db('idempotency_claim').where({ key: 'over' }), await world.db('idempotency_key')].map(
      (rows: unknown[]) => rows.length,
    );
  nowMs += 86_399_000;
  await removeExpiredRows({ db: world.db, clock });
  expect(await count()).toEqual([1, 1]);
  nowMs += 2_000;
  await removeExpiredRows({ db: world.db, clock });
  expect(await count()).toEqual([0, 0]);
});
