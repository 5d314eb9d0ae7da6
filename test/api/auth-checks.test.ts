/** Documents outside of any patient: who owns them, what their tokens open, and what is stored with them. */
import { randomUUID } from 'node:crypto';
import { formPdf } from '../support/authorization-documents';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { reading } from '../support/authorization-readings';
import { jane as janeOfProject, patientsPath, putPatient } from '../support/patients';
import { readRows } from '../support/records';
import { withoutUuids } from '../support/without-uuids';
import { systemClock } from '../../src/platform/clock';
import { checkedDocumentsMax, submissionsKept } from '../../src/domain/auth-checks/limits';
import { createAuthCheckTokens } from '../../src/embeds/auth-check/token';
import { checkedDocumentKey } from '../../src/files/key-layout';
import { findCurrentAuthCheck } from '../../src/store/auth-checks/auth-checks';
import { findCheckedDocumentByUid } from '../../src/store/auth-checks/checked-documents';
import { judgeRun, recordReading } from '../../src/usecases/auth-checks/runs';
import { removeCheckedDocument } from '../../src/usecases/auth-checks/checked-document-uploads';
import { addMember } from '../../src/usecases/tenants/members';
import { adoptRestoredUploads, noticeUploads, sweepUploads } from '../../src/usecases/uploads';

const jane = { firstName: 'Jane', lastName: 'Doe', dateOfBirth: '1984-02-29' };
const mary = { firstName: 'Mary', lastName: 'Poe', dateOfBirth: '1990-01-01' };
const hourMs = 3_600_000;

let world: ApiWorld;
let company: TestCompany;
let colleaguesKey: string;
let aheadMs = 0;
beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(systemClock.now().getTime() + aheadMs) } });
  company = await world.company('acme');
  const email = 'colleague@acme.example';
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name: 'C', role: 'Administrator', seesAllProjects: true }),
  );
  colleaguesKey = await world.keyFor('acme', email, 'sandbox');
});
beforeEach(() => {
  aheadMs = 0;
});
afterAll(() => world.close());

const fresh = (): string => `${randomUUID()}.pdf`;
const pathOf = (name: string, rest = ''): string => `/v0/auth-check/${encodeURIComponent(name)}${rest}`;

function put(name: string, body?: object, key = company.sandboxKey): Promise<Answer> {
  return world.call('PUT', pathOf(name), { key, ...(body === undefined ? {} : { body }) });
}

function get(name: string, token: string, key = company.sandboxKey): Promise<Answer> {
  return world.call('GET', pathOf(name, `?token=${encodeURIComponent(token)}`), { key });
}

function mint(name: string, body: object, key = company.sandboxKey): Promise<Answer> {
  return world.call('POST', pathOf(name, '/embed-token'), { key, body });
}

function retrigger(name: string, key = company.sandboxKey): Promise<Answer> {
  return world.call('POST', pathOf(name, '/retrigger'), { key });
}

async function send({ json }: Answer, content: string | Uint8Array = 'a document'): Promise<void> {
  const answer = await fetch(String(json['uploadUrl']), { method: 'PUT', body: Buffer.from(content) });
  expect(answer.status).toBe(200);
}

/** Returns the ids of all users' documents with a name. */
async function uidsOf(name: string): Promise<string[]> {
  const rows = await readRows<{ uid: string }>(
    world.db,
    'select uid from auth_check_document where file_name = ? order by created_at, uid',
    [name],
  );
  return rows.map(({ uid }) => uid);
}

async function uidOf(name: string): Promise<string> {
  const [uid] = await uidsOf(name);
  if (uid === undefined) throw new Error('no such document');
  return uid;
}

/** Uploads a document with its patient, and has the upload noticed. @returns the token */
async function uploaded(name: string, stated: object = jane): Promise<string> {
  const answer = await put(name, stated);
  await send(answer);
  const token = String(answer.json['embedToken']);
  expect((await get(name, token)).status).toBe(200);
  return token;
}

/** Records Jane's form as the content of a document, and judges it. */
async function judged(name: string): Promise<void> {
  const run = await findCurrentAuthCheck(world.db, await uidOf(name));
  if (run === undefined) throw new Error('no run was started');
  await world.change(change => recordReading(change, run, reading()));
  await world.change(change => judgeRun(change, run));
}

async function submissionsOf(name: string): Promise<unknown[]> {
  return readRows(
    world.db,
    `select number, etag is not null as "isUploaded", first_name as "firstName", reference_id as "referenceId"
     from auth_check_submission where document_uid = ? order by number`,
    [await uidOf(name)],
  );
}

describe('Auth-check upload', () => {
  test('comes with an embed token only if the patient was sent [CHECK-13] [CHECK-17]', async () => {
    const name = fresh();
    const without = await put(name);
    expect(without).toMatchObject({
      status: 200,
      json: { downloadUrl: null, embedToken: null, verdicts: null, looseFiles: [], uploadHeaders: {} },
    });
    const { json } = await put(name, { ...jane, referenceId: '  ' });
    expect(typeof json['embedToken']).toBe('string');
    await send({ ...without, json });
    const shown = await get(name, String(json['embedToken']));
    expect(shown).toMatchObject({
      status: 200,
      json: {
        downloadUrl: expect.any(String) as string,
        uploadUrl: expect.any(String) as string,
        verdicts: null,
        verdictCounts: null,
        looseFiles: [],
        uploadedBy: { kind: 'user' },
      },
    });
    const download = await fetch(String(shown.json['downloadUrl']));
    expect(await download.text()).toBe('a document');
    expect(download.headers.get('content-disposition')).toContain('Authorization.pdf');
  });

  test('can be replaced with the upload URL from GET [CHECK-16]', async () => {
    const name = fresh();
    const token = await uploaded(name);
    await send(await get(name, token), 'another document');
    const { json } = await get(name, token);
    expect(await (await fetch(String(json['downloadUrl']))).text()).toBe('another document');
  });

  test('has a storage key that reveals nothing, in its name or URLs [CHECK-22]', async () => {
    const name = `Quvname-${fresh()}`;
    const { json } = await put(name, jane);
    expect(String(json['uploadUrl'])).not.toMatch(/Quvname|Jane|Doe/);
    const token = await uploaded(name);
    expect(String((await get(name, token)).json['downloadUrl'])).not.toMatch(/Quvname|Jane|Doe/);
  });

  test('is noticed exactly once, by a notification or by the sweep [CHECK-20]', async () => {
    const [notified, swept] = [fresh(), fresh()];
    for (const name of [notified, swept]) await send(await put(name, jane));
    const document = await findCheckedDocumentByUid(world.db, await uidOf(notified));
    if (document === undefined) throw new Error('no document');
    await noticeUploads(world.services, [checkedDocumentKey(document), checkedDocumentKey(document)]);
    let after: string | undefined;
    do after = await sweepUploads(world.services, after);
    while (after !== undefined);
    for (const name of [notified, swept]) {
      expect(await submissionsOf(name)).toMatchObject([{ number: 1, isUploaded: true, firstName: 'Jane' }]);
      expect(await world.commands(`auth-check/${await uidOf(name)}/1`)).toHaveLength(1);
      expect(await world.audits({ event: 'authCheck.upload', resourceUid: await uidOf(name) })).toHaveLength(
        1,
      );
    }
  });

  test("isn't noticed again after a restore that rewrote the same bytes", async () => {
    const name = fresh();
    await uploaded(name, { ...jane, referenceId: 'r-1' });
    await world
      .db('auth_check_document')
      .where({ file_name: name })
      .update({ uploaded_at: new Date('2026-01-01T00:00:00Z') });
    const pages = adoptRestoredUploads(work => world.change(work), world.services.files);
    for await (const _ of pages);
    await sweepUploads(world.services, undefined);
    expect(await submissionsOf(name)).toMatchObject([{ number: 1, referenceId: 'r-1' }]);
  });

  test('is removed with an audit row if it is too large, and the next upload is noticed', async () => {
    const name = fresh();
    const token = await uploaded(name);
    const document = await findCheckedDocumentByUid(world.db, await uidOf(name));
    if (document?.etag === null || document === undefined) throw new Error('no upload');
    await removeCheckedDocument(world.services, document, document.etag);
    expect((await get(name, token)).json['downloadUrl']).toBeNull();
    expect(await world.audits({ event: 'authCheck.remove', resourceUid: document.uid })).toHaveLength(1);
    await send(await put(name, jane), 'a smaller one');
    expect((await get(name, token)).json['downloadUrl']).not.toBeNull();
  });
});

describe('Auth-check submission', () => {
  test('outlives the token, and each upload has its own submission [CHECK-20] [CHECK-21]', async () => {
    const name = fresh();
    await uploaded(name, { ...jane, referenceId: 'r-1' });
    await mint(name, jane);
    expect(await submissionsOf(name)).toEqual([
      { number: 1, isUploaded: true, firstName: 'Jane', referenceId: 'r-1' },
    ]);
    aheadMs = 2 * hourMs;
    await send(await put(name, mary), 'of Mary');
    await get(name, String((await mint(name, mary)).json['token']));
    expect(await submissionsOf(name)).toEqual([
      { number: 1, isUploaded: true, firstName: 'Jane', referenceId: 'r-1' },
      { number: 2, isUploaded: true, firstName: 'Mary', referenceId: null },
    ]);
    await mint(name, { ...mary, referenceId: 'r-2' });
    await mint(name, jane);
    expect(await submissionsOf(name)).toMatchObject([
      { number: 1 },
      { number: 2, firstName: 'Jane', referenceId: null },
    ]);
  });

  test('is kept for the latest hundred uploads [DECISION-72]', async () => {
    const name = fresh();
    await uploaded(name);
    await world.db.raw(
      'update auth_check_submission set number = ? where document_uid = (select uid from ' +
        'auth_check_document where file_name = ?)',
      [submissionsKept, name],
    );
    await world.db.raw(
      `insert into auth_check_submission (document_uid, number, etag, uploaded_at, stated_at)
       select uid, 1, '"0"', now(), now() from auth_check_document where file_name = ?`,
      [name],
    );
    await put(name, jane);
    expect(await submissionsOf(name)).toMatchObject([
      { number: submissionsKept },
      { number: submissionsKept + 1 },
    ]);
  });

  test('keeps its reference out of the token [CHECK-21]', async () => {
    const { json } = await mint(fresh(), { ...jane, referenceId: 'r-1' });
    const ring = world.services.authCheckTokens;
    const opened = ring.open(String(json['token']), systemClock.now());
    expect(Object.keys(opened ?? {}).toSorted()).toEqual(['companyUid', 'endsAt', 'patient', 'storageKey']);
  });
});

describe('Auth-check token', () => {
  test('opens only its own document; a missing, altered, expired, or other token gets 401 [CHECK-15] [CHECK-22]', async () => {
    const [name, other] = [fresh(), fresh()];
    const token = await uploaded(name);
    const others = await uploaded(other);
    await putPatient(world, company, 'sandbox', 'with-document', janeOfProject);
    const authorization = `${patientsPath(company, 'sandbox', 'with-document')}/authorization`;
    const offered = await world.call('GET', authorization, { key: company.sandboxKey });
    await send(offered);
    const ofPatient = await world.call('GET', authorization, { key: company.sandboxKey });
    const foreign = createAuthCheckTokens([{ id: 1, key: Buffer.alloc(32, 7) }]).mint(
      {
        companyUid: company.uid,
        storageKey: 'x',
        patient: { firstName: 'J', lastNames: [], dateOfBirth: '' },
      },
      systemClock.now(),
    );
    const bad = ['', others, `${token}A`, token.slice(0, -1), String(ofPatient.json['embedToken']), foreign];
    for (const each of bad) expect((await get(name, each)).status).toBe(401);
    expect((await world.call('GET', pathOf(name), { key: company.sandboxKey })).status).toBe(401);
    expect((await get(fresh(), token)).status).toBe(401);
    expect((await get(name, token)).status).toBe(200);
    aheadMs = hourMs + 1_000;
    expect((await get(name, token)).status).toBe(401);
  });

  test('opens no document of the same name of another user or in the other environment [CHECK-14] [CHECK-22]', async () => {
    const name = fresh();
    const foreign = await world.company(`umbrella-${randomUUID().slice(0, 8)}`);
    const keys = [company.sandboxKey, colleaguesKey, company.productionKey, foreign.sandboxKey];
    const tokens: string[] = [];
    for (const [index, key] of keys.entries()) {
      const answer = await put(name, jane, key);
      await send(answer, `document ${index}`);
      tokens.push(String(answer.json['embedToken']));
    }
    expect(new Set(await uidsOf(name)).size).toBe(keys.length);
    for (const [owner, key] of keys.entries())
      for (const [index, token] of tokens.entries()) {
        const answer = await get(name, token, key);
        expect([owner, index, answer.status]).toEqual([owner, index, owner === index ? 200 : 401]);
        if (owner !== index) continue;
        const download = await fetch(String(answer.json['downloadUrl']));
        expect(await download.text()).toBe(`document ${index}`);
      }
  });

  test('compares the document with its own patient, even if the upload came without one [CHECK-7] [CHECK-18]', async () => {
    const name = fresh();
    await send(await put(name));
    const tokens = [await mint(name, jane), await mint(name, mary)].map(({ json }) => String(json['token']));
    await get(name, tokens[0] ?? '');
    await judged(name);
    const names = await Promise.all(
      tokens.map(async token => {
        const { json } = await get(name, token);
        return (json['verdicts'] as { patientName: { status: string } }).patientName.status;
      }),
    );
    expect(names).toEqual(['passed', 'failed']);
  });

  test("opens the embed pages, which wait for an upload that hasn't arrived [CHECK-18] [EMBED-1] [DECISION-71]", async () => {
    const name = fresh();
    const offer = await put(name, jane);
    const token = String((await mint(name, jane)).json['token']);
    const page = (rest = ''): Promise<Answer> =>
      world.call('GET', `/ui/auth-check/embed${rest}?token=${token}`, { headers: { Accept: 'text/html' } });
    const waiting = await page();
    expect([waiting.status, waiting.text.includes("hasn't been uploaded yet")]).toEqual([200, true]);
    expect(waiting.text).not.toContain('<iframe');
    await send(offer);
    const pending = await page();
    expect(pending.text).toContain('<iframe');
    expect(pending.text).toContain('http-equiv="refresh"');
    await judged(name);
    expect((await page()).text).toContain('Patient name');
    expect((await page('/badge')).status).toBe(200);
    const views = await world.audits({ event: 'authCheck.view', resourceUid: await uidOf(name) });
    expect(views).toHaveLength(4);
    expect(views[0]).toMatchObject({
      resourceKind: 'authCheck',
      companyUid: company.uid,
      actorKind: 'embed',
    });
  });
});

describe('Auth-check analysis', () => {
  test('has no verdict on dates of service or the purpose of a project [CHECK-11] [CHECK-13]', async () => {
    const name = fresh();
    const token = await uploaded(name);
    await judged(name);
    const { json } = await get(name, token);
    expect(json).toMatchObject({
      verdicts: { datesOfService: null, purposeAlignment: null, patientZipCode: null, patientSex: null },
      extraction: { pageCount: 1 },
    });
    expect((json['verdicts'] as Record<string, unknown>)['patientName']).toMatchObject({ status: 'passed' });
    expect(json['verdictCounts']).toMatchObject({ failed: 0 });
  });

  test('runs again on request with an empty answer, and verdicts are null until it is done [CHECK-19]', async () => {
    const name = fresh();
    const token = await uploaded(name);
    await judged(name);
    const answer = await retrigger(name);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await get(name, token)).json).toMatchObject({
      extraction: null,
      verdicts: null,
      verdictCounts: null,
    });
    const [command] = await world.commands(`auth-check/${await uidOf(name)}/2`);
    expect(command).toMatchObject({ searchAttributes: { company: 'acme', environment: 'sandbox' } });
    expect(withoutUuids(JSON.stringify(command))).not.toMatch(/Jane|Doe|1984|\.pdf/);
    await judged(name);
    expect((await get(name, token)).json['verdicts']).not.toBeNull();
  });

  test('starts on request for an upload without a notification, and answers 400 without an upload [CHECK-19]', async () => {
    const [name, never] = [fresh(), fresh()];
    await send(await put(name, jane), await formPdf());
    expect((await retrigger(name)).status).toBe(204);
    await put(never, jane);
    expect([(await retrigger(never)).status, (await retrigger(fresh())).status]).toEqual([400, 400]);
    // Another user's documents, and those in the other environment, don't exist for this key.
    expect((await retrigger(name, colleaguesKey)).status).toBe(400);
    expect((await retrigger(name, company.productionKey)).status).toBe(400);
  });
});

describe('Invalid auth-check request', () => {
  test.each(['.pdf', '.hidden.pdf', ' .pdf', 'a/b.pdf', 'a\\b.pdf', 'a\0.pdf', `${'x'.repeat(252)}.pdf`])(
    'answers 400 for the file name %j [CHECK-14]',
    async name => {
      expect((await put(name, jane)).status).toBe(400);
      expect((await get(name, 'x')).status).toBe(400);
      expect((await mint(name, jane)).status).toBe(400);
      expect((await retrigger(name)).status).toBe(400);
    },
  );

  describe.each([
    ['a reference of 256 characters', { ...jane, referenceId: 'x'.repeat(256) }],
    ['no last name', { firstName: 'Jane', dateOfBirth: '1984-02-29' }],
    ['an empty name', { ...jane, firstName: ' ' }],
    ['an invalid date', { ...jane, dateOfBirth: '1984-02-30' }],
    ['a number as a reference', { ...jane, referenceId: 7 }],
    ['an empty object', {}],
  ])('with %s in the body', (_what, body) => {
    test('answers 400 when it requests an upload [CHECK-13] [CHECK-17]', async () => {
      const name = fresh();
      expect((await put(name, body)).status).toBe(400);
      expect(await uidsOf(name)).toEqual([]);
    });

    test('answers 400 when it requests a token [CHECK-13] [CHECK-18]', async () => {
      const name = fresh();
      expect((await mint(name, body)).status).toBe(400);
      expect(await uidsOf(name)).toEqual([]);
    });
  });

  test.each([
    [255, 200],
    [256, 400],
  ])('with a reference of %d characters answers %d [CHECK-21]', async (length, status) => {
    const body = { ...jane, referenceId: 'x'.repeat(length) };
    expect((await put(fresh(), body)).status).toBe(status);
  });

  test('answers 400 for one document too many, while existing documents still accept uploads [DECISION-72]', async () => {
    const crowded = await world.company(`crowd-${randomUUID().slice(0, 8)}`);
    const name = fresh();
    await put(name, jane, crowded.sandboxKey);
    await world.db.raw(
      `insert into authorization_document (uid, company_uid, owner_kind, storage_key, created_at)
       select gen_random_uuid(), ?::uuid, 'user', 'crowd/' || n, now() from generate_series(2, ?::int) n`,
      [crowded.uid, checkedDocumentsMax],
    );
    await world.db.raw(
      `insert into auth_check_document (uid, company_uid, environment, user_uid, file_name, created_at)
       select a.uid, a.company_uid, d.environment, d.user_uid, a.storage_key, now()
       from authorization_document a, auth_check_document d
       where a.storage_key like 'crowd/%' and d.file_name = ?`,
      [name],
    );
    const refused = await put(fresh(), jane, crowded.sandboxKey);
    expect([refused.status, String(refused.json['error'])]).toEqual([
      400,
      expect.stringContaining(`${checkedDocumentsMax.toLocaleString('en-US')} auth-check documents`),
    ]);
    expect((await mint(fresh(), jane, crowded.sandboxKey)).status).toBe(400);
    expect((await put(name, jane, crowded.sandboxKey)).status).toBe(200);
    expect((await put(fresh(), jane, crowded.productionKey)).status).toBe(200);
  });
});
