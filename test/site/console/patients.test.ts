/** The pages of patients: access, contents, and audit events. */
import { usDate } from '../../../src/domain/clinical/calendar-date';
import { authorizationKey } from '../../../src/files/key-layout';
import { findPatientAuthCheck } from '../../../src/store/auth-checks/auth-checks';
import { judgeRun, recordReading } from '../../../src/usecases/auth-checks/runs';
import { createOperatorsNote } from '../../../src/usecases/record-requests/notes';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember, assignRole } from '../../../src/usecases/tenants/members';
import { changeProjectStatus } from '../../../src/usecases/projects';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { found, reading } from '../../support/authorization-readings';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { allSearches, decideOnSandbox, jane, putPatient, storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';
import { makeRequest } from '../../support/request-files';

const place = '/console/companies/acme/sandbox';
const list = `${place}/patients`;

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('rival');
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

async function newMember(name: string, role: string, seesAllProjects = true): Promise<Visitor> {
  const email = `${name}@acme.example`;
  await world.change(change => addMember(change, { companyId: 'acme', email, name, role, seesAllProjects }));
  return signedIn(world, email);
}

async function put(id: string, form: object = {}): Promise<string> {
  const { status } = await putPatient(world, company, 'sandbox', id, { ...jane, ...form });
  if (status !== 200) throw new Error(`the patient was not put: HTTP ${status}`);
  return (await storedPatient(world, company, 'sandbox', id)).uid;
}

/** Returns the IDs of the patients on a page, in its order. */
function listedIds({ html }: ShownPage): string[] {
  const table = /<table class="rows" aria-label="Patients">.*?<\/table>/s.exec(html)?.[0] ?? '';
  return [...table.matchAll(/data-label="Your ID"><span><code>([^<]+)</g)].map(([, id = '']) => id);
}

async function search(visitor: Visitor, text: string, project = ''): Promise<ShownPage> {
  return visitor.send(list, list, { text, project });
}

test('Patients are listed newest first, and page links contain no patient data [CONSOLE-37] [CONSOLE-38]', async () => {
  for (let number = 1; number <= 51; number += 1) await put(`paged-${number}`, { firstName: 'Paged' });
  const first = await admin.get(list);
  expect(listedIds(first).slice(0, 2)).toEqual(['paged-51', 'paged-50']);
  expect(listedIds(first)).toHaveLength(50);
  const [, next = ''] = /href="([^"]*)">Next<\/a>/.exec(first.html) ?? [];
  expect(next).toBe(`${list}?page=2`);
  expect(first.html).toContain('1–50 of ');
  expect(listedIds(await admin.get(next))).toContain('paged-1');
  expect((await admin.get(`${list}?page=nonsense`)).status).toBe(422);
});

test('The patient list is filtered by project, search status, and authorization status, or several [CONSOLE-37]', async () => {
  await put('filtered-1', { siteSonar: true });
  await put('filtered-2');
  await decideOnSandbox(world, company, 'filtered-2', 'MissingSignature');
  await put('filtered-3', { siteSonar: true });
  await decideOnSandbox(world, company, 'filtered-3', 'MissingSignature');
  const filtered = async (query: string): Promise<string[]> =>
    listedIds(await admin.get(`${list}?${query}`)).filter(id => id.startsWith('filtered-'));
  expect(await filtered('search=Processing')).toEqual(['filtered-3', 'filtered-1']);
  expect(await filtered('authorization=MissingSignature')).toEqual(['filtered-3', 'filtered-2']);
  expect(await filtered('search=Processing&authorization=MissingSignature')).toEqual(['filtered-3']);
  expect(await filtered('project=sandbox&search=Inactive')).toEqual(['filtered-2']);
  expect((await admin.get(`${list}?search=Completed`)).html).toContain('Clear a filter');
  expect((await admin.get(`${list}?project=live`)).status).toBe(404);
});

test('The patient list is filtered by what an authorization needs, and sorted by name [CONSOLE-37]', async () => {
  await put('need-1', { firstName: 'Zed', lastNames: ['Adams'] });
  await put('need-2', { firstName: 'Amy', lastNames: ['Adams'] });
  await put('need-3', { firstName: 'Moe', lastNames: ['Adams'] });
  await put('need-4', { firstName: 'Pat', lastNames: ['Adams'] });
  await decideOnSandbox(world, company, 'need-2', 'MissingSignature');
  const today = new Date();
  const inDays = (days: number): string =>
    new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const expires = async (id: string, days: number): Promise<void> => {
    await world
      .db('patient')
      .where({ id })
      .update({
        authorization_status: 'Approved',
        authorization_etag: 'e',
        authorization_expires_on: inDays(days),
      });
  };
  await expires('need-3', 20);
  await expires('need-4', -3);
  const filtered = async (query: string): Promise<string[]> =>
    listedIds(await admin.get(`${list}?${query}`)).filter(id => id.startsWith('need-'));
  expect(await filtered('authorization=noDocument&sort=name')).toEqual(['need-1']);
  await world
    .db('patient')
    .where({ id: 'need-1' })
    .update({ authorization_status: 'NeedsApproval', authorization_etag: 'e' });
  expect(await filtered('authorization=noDocument')).toEqual([]);
  expect(await filtered('authorization=inReview')).toEqual(['need-1']);
  expect(await filtered('authorization=needsFix&sort=name')).toEqual(['need-2', 'need-4']);
  expect(await filtered('authorization=expiresSoon')).toEqual(['need-3']);
  expect(await filtered('sort=name')).toEqual(['need-2', 'need-3', 'need-4', 'need-1']);
  expect(await filtered('sort=-name&authorization=needsFix')).toEqual(['need-4', 'need-2']);
  expect((await admin.get(`${list}?authorization=none`)).status).toBe(422);
});

test('Exporting patients gives the filtered list and an audit event with the number of rows [CONSOLE-79]', async () => {
  await put('export-1', { firstName: '=Formula', reference: '=Matter' });
  const { status, html, headers } = await admin.get(`${list}/export?authorization=noDocument`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(html).toContain("'=Formula,Smith,02/29/1984,export-1,'=Matter,sandbox,Needs approval,No");
  const { changes } = (await world.audits({ event: 'patient.exportList' })).at(-1) ?? {};
  expect(changes).toEqual({ rows: html.trim().split('\r\n').length - 1 });
});

test('The patient list says when each was updated [CONSOLE-37]', async () => {
  await put('updated-1', {});
  const updatedAt = new Date('2025-03-02T15:04:05Z');
  await world.db('patient').where({ id: 'updated-1' }).update({ updated_at: updatedAt });
  const { html } = await admin.get(list);
  const [, cell = ''] = /updated-1.*?data-label="Updated"[^>]*>(.*?)<\/td>/s.exec(html) ?? [];
  expect(cell).toContain(`datetime="${updatedAt.toISOString()}"`);
  expect((await admin.get(`${list}/export`)).html).toContain(updatedAt.toISOString());
});

describe('The patient search form [CONSOLE-38]', () => {
  beforeAll(async () => {
    await put('sought-7', {
      firstName: 'Zoë',
      lastNames: ['Quillfeather', 'Oldname'],
      dateOfBirth: '1999-07-04',
      reference: 'PI-0042/B',
    });
    await put('q', { firstName: 'Short' });
  });

  test.each([
    ['part of the last name in any case', 'quillFEA', ['sought-7']],
    ['a given name without accents', 'zoe', ['sought-7']],
    ['the ID', 'sought-7', ['sought-7']],
    ['part of the reference [PATIENT-26]', 'pi-0042', ['sought-7']],
    ['a short ID only as a whole', 'q', ['q']],
    ['a birth date as people write it', '7/4/1999', ['sought-7']],
    ['a birth date as the API has it', '1999-07-04', ['sought-7']],
    ['a wildcard only literally', 'sought%', []],
  ])('matches %s', async (_, text, ids) => {
    expect(listedIds(await search(admin, text))).toEqual(ids);
    expect(listedIds(await search(admin, text, 'sandbox'))).toEqual(ids);
  });

  test('leaves the search text out of addresses, audit events, and logs', async () => {
    const before = (await world.audits({ event: 'patient.search' })).length;
    const { status, html, headers } = await search(admin, 'Quillfeather');
    expect([status, headers.get('location')]).toEqual([200, null]);
    for (const [address] of html.matchAll(/(?:href|action)="[^"]*"/g)) expect(address).not.toMatch(/quill/i);
    expect((await world.audits({ event: 'patient.search' })).slice(before)).toMatchObject([
      { actorKind: 'console', outcome: 'success', resourceKind: 'company', resourceUid: company.uid },
    ]);
    expect(world.logLines.join('\n')).not.toMatch(/quillfeather/i);
  });

  test('refuses invalid text, and says when nobody matches', async () => {
    expect((await search(admin, '')).status).toBe(422);
    expect((await search(admin, 'x'.repeat(101))).status).toBe(422);
    expect((await search(admin, 'a\0b')).status).toBe(422);
    expect((await search(admin, 'Nobodyhere')).html).toContain('Check the spelling');
    expect((await search(admin, 'mo')).html).toContain('Enter at least 3 letters of a name');
    expect((await search(admin, 'Quill', 'live')).status).toBe(404);
  });
});

test("A patient's page shows details and why each search waits, and each view is audited once [CONSOLE-39] [CONSOLE-40]", async () => {
  const uid = await put('shown', { ...allSearches, zipCodes: ['02139'], city: 'Boston' });
  await decideOnSandbox(world, company, 'shown', 'WrongPatientName');
  const before = (await world.audits({ resourceUid: uid })).length;
  const { status, html } = await admin.get(`${list}/${uid}`);
  expect(status).toBe(200);
  for (const detail of [
    'Jane Doe',
    'Smith',
    '02/29/1984',
    '02139',
    'Boston',
    'Sandbox project',
    'Wrong patient name',
  ])
    expect(html).toContain(detail);
  expect(html.match(/Held: the authorization has a fault\./g)).toHaveLength(3);
  expect(html.match(/data-label="Waiting on"><span>You</g)).toHaveLength(3);
  expect(html).toMatch(/<title>Patient · Sandbox · recordwell<\/title>/);
  expect(html).toContain('No authorization yet.');
  expect(html).toContain('Registered or edited');
  expect((await world.audits({ resourceUid: uid })).slice(before)).toMatchObject([
    { event: 'patient.read', actorKind: 'console', outcome: 'success', companyUid: company.uid },
  ]);
});

test("A patient's details have three groups, each with a link to its fields, if the member may edit them [CONSOLE-40]", async () => {
  const uid = await put('grouped', { city: 'Boston' });
  const path = `${list}/${uid}`;
  const { html } = await admin.get(path);
  const groupOf = (id: string): string =>
    new RegExp(`<section[^>]*><div class="head"><h2 id="${id}">.*?</section>`, 's').exec(html)?.[0] ?? '';
  const words = (id: string): string =>
    groupOf(id)
      .replaceAll(/<[^>]+>/g, '|')
      .replaceAll(/\|+/g, '|');
  expect(words('identity')).toBe(
    '|Identity|Edit identity|First name|Jane|Last name|Doe|Other last names|Smith|' +
      'Date of birth|02/29/1984|Sex|Female|',
  );
  expect(words('contact')).toBe(
    '|Contact|Edit contact|City, state|Boston|Not provided: ZIP codes, phone, e-mail.|',
  );
  expect(words('registration')).toContain('|Your ID|grouped|Project|Sandbox project|Registered|');
  expect(words('registration')).toMatch(/\|Not provided: reference\.\|$/);
  const form = (await admin.get(`${path}/edit`)).html;
  for (const id of ['identity', 'contact', 'registration']) {
    const [, edit, field = ''] = /href="([^"#]+)#(\w+)"/.exec(groupOf(id)) ?? [];
    expect(edit).toBe(`${path}/edit`);
    expect(form).toContain(`id="${field}"`);
  }
  const viewer = await newMember('details', 'Viewer');
  expect((await viewer.get(path)).html).not.toContain(`${path}/edit`);
});

test("A patient's timeline shows who made changes, never who viewed them [CONSOLE-40]", async () => {
  const uid = await put('history', { siteSonar: true });
  await put('history', { siteSonar: true, city: 'Salem' });
  for (let look = 0; look < 3; look += 1) await admin.get(`${list}/${uid}`);
  const { html } = await admin.get(`${list}/${uid}`);
  const table = /aria-label="Timeline, newest first">.*?<\/table>/s.exec(html)?.[0] ?? '';
  const what = [...table.matchAll(/data-label="Event"><span>([^<]+)/g)].map(([, event = '']) => event);
  expect(what).toEqual(['Registered or edited', 'Registered or edited']);
  expect(table.match(/data-label="By"><span>Admin</g)).toHaveLength(2);
});

test('A patient that is polled keeps its timeline [CONSOLE-40]', async () => {
  const uid = await put('polled', { siteSonar: true });
  await world.db.raw(
    `insert into audit_event
       (uid, occurred_at, company_uid, actor_kind, event, resource_kind, resource_uid, outcome)
     select gen_random_uuid(), clock_timestamp(), ?, 'key', 'patient.read', 'patient', ?, 'success'
     from generate_series(1, 5001)`,
    [company.uid, uid],
  );
  expect((await admin.get(`${list}/${uid}`)).html).toContain('Registered or edited');
});

test("A patient's page lists record requests only for roles that may view them [CONSOLE-40]", async () => {
  const request = await makeRequest(world, company, 'asked');
  const { uid } = await storedPatient(world, company, 'sandbox', 'asked');
  expect((await admin.get(`${list}/${uid}`)).html).toContain(`${list}/${uid}/record-requests/${request.id}`);
  await world.change(change =>
    defineRole(change, { companyId: 'acme', name: 'Registrar', permissions: ['ViewPatients'] }),
  );
  const registrar = await newMember('registrar', 'Registrar');
  const { status, html } = await registrar.get(`${list}/${uid}`);
  expect(status).toBe(200);
  expect(html).not.toContain('record-requests');
  expect(html).not.toContain('Records requested');
  expect(html).not.toContain('Sandbox project');
  expect((await registrar.get(`${list}/${uid}/record-requests/${request.id}`)).status).toBe(403);
});

describe("A record request's page [CONSOLE-41]", () => {
  let uid: string;
  let page: string;
  let file: string;
  beforeAll(async () => {
    const request = await makeRequest(world, company, 'filed');
    ({ uid } = await storedPatient(world, company, 'sandbox', 'filed'));
    page = `${list}/${uid}/record-requests/${request.id}`;
    const stored = await request.put('Jane Doe chart.pdf');
    file = `${page}/deliverables/${stored.uid}`;
    await request.call('POST', '/notes', { content: 'The <b>visit</b> was in the spring.' });
    await world.change(change =>
      createOperatorsNote(
        change,
        { companyId: 'acme', recordRequestUid: request.id },
        'We have called them.',
      ),
    );
  });

  async function complete(): Promise<void> {
    await world.db.raw("update record_request set status = 'Completed' where uid = ?", [page.slice(-36)]);
  }

  test('has no files until the request is completed', async () => {
    expect((await admin.get(page)).html).toContain('No files yet.');
    expect((await admin.get(file)).status).toBe(404);
  });

  test('downloads a file from a link made on click, audits it, and holds no such link', async () => {
    await complete();
    const { html } = await admin.get(page);
    expect(html).toContain(`href="${file}">Jane Doe chart.pdf`);
    expect(html).not.toContain('X-Amz-');
    const first = await admin.get(file);
    expect(first.status).toBe(303);
    expect(first.location).toContain('X-Amz-Signature=');
    const response = await fetch(first.location);
    expect(await response.text()).toBe('bytes of Jane Doe chart.pdf');
    expect(await world.audits({ event: 'deliverable.read' })).toMatchObject([
      { outcome: 'refused', problem: 'resource.notFound' },
      {
        outcome: 'success',
        actorKind: 'console',
        resourceKind: 'recordRequest',
        resourceUid: page.slice(-36),
      },
    ]);
    expect((await admin.get(file.replace('deliverables', 'documents'))).status).toBe(404);
  });

  test('shows notes as escaped text with their author', async () => {
    const { html } = await admin.get(page);
    expect(html).toContain('The &lt;b>visit&lt;/b> was in the spring.');
    expect(html).toContain('We have called them.');
    expect(html).toContain('Support');
    expect(html).toMatch(/<title>Record request · Sandbox · recordwell<\/title>/);
    expect((await world.audits({ event: 'recordRequest.read' })).at(-1)).toMatchObject({
      actorKind: 'console',
    });
  });

  test('links the authorization from the patient once it is on file', async () => {
    const path = `${list}/${uid}/authorization`;
    expect((await admin.get(path)).status).toBe(404);
    const patient = await storedPatient(world, company, 'sandbox', 'filed');
    const { companyUid, projectUid } = patient;
    const key = authorizationKey({ companyUid, projectUid, patientUid: uid });
    await world.services.files.put(key, Buffer.from('%PDF-1.7 of nobody'), 'application/pdf');
    const { html } = await admin.get(`${list}/${uid}`);
    expect(html).toContain(`href="${path}"`);
    expect(html).toContain('The document is being checked');
    expect((await admin.get(path)).location).toContain('X-Amz-Signature=');
  });

  test('comes with authorization verdicts that quote nothing from the document [CONSOLE-40]', async () => {
    const run = await findPatientAuthCheck(world.db, uid);
    if (run === undefined) throw new Error('no run was started');
    const signerName = found('Quentin Quotedword');
    await world.change(change => recordReading(change, run, reading({ signerName, relationship: null })));
    await world.change(change => judgeRun(change, run), 'authCheck.judge');
    const { verdicts } = (await findPatientAuthCheck(world.db, uid)) ?? {};
    const judged = Object.values(verdicts ?? {}).flatMap(verdict =>
      verdict !== null && 'message' in verdict ? [verdict] : [],
    );
    expect(judged.filter(({ status }) => status === 'failed').length).toBeGreaterThan(0);
    const { html } = await admin.get(`${list}/${uid}`);
    for (const { message } of judged)
      expect(html).toContain(
        message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
      );
    expect(html).not.toContain('Quotedword');
    expect(html).toContain('Authorization checked');
  });
});

describe('Access to patients [CONSOLE-42]', () => {
  const absentUid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';
  let uid: string;
  let requestId: string;
  beforeAll(async () => {
    ({ id: requestId } = await makeRequest(world, company, 'guarded'));
    ({ uid } = await storedPatient(world, company, 'sandbox', 'guarded'));
  });

  test('out of scope is the same 404 as for an absent patient', async () => {
    const rival = await signedIn(world, 'admin@rival.example');
    const narrow = await newMember('narrow', 'Member', false);
    const rests = [
      '',
      '/authorization',
      `/record-requests/${requestId}`,
      `/record-requests/${requestId}/deliverables/${absentUid}`,
    ];
    const elsewhere: ReadonlyArray<readonly [Visitor, string]> = [
      [rival, place],
      [rival, place.replace('/acme/', '/rival/')],
      [narrow, place],
      [admin, place.replace('/sandbox', '/production')],
    ];
    for (const [visitor, at] of elsewhere)
      for (const rest of rests) {
        const there = await visitor.get(`${at}/patients/${uid}${rest}`);
        const absent = await visitor.get(`${at}/patients/${absentUid}${rest}`);
        expect([at, rest, there.status, there.html]).toEqual([at, rest, 404, absent.html]);
      }
    expect((await admin.get(`${list}/not-an-id`)).status).toBe(404);
    expect((await admin.get(`${list}/${uid}/record-requests/${absentUid}`)).status).toBe(404);
    expect(listedIds(await narrow.get(list))).toEqual([]);
    expect(listedIds(await search(narrow, 'guarded'))).toEqual([]);
    expect((await narrow.get(`${list}?project=sandbox`)).status).toBe(404);
  });

  test('includes a record request only under its own patient', async () => {
    const other = await put('guarded-other');
    expect((await admin.get(`${list}/${other}/record-requests/${requestId}`)).status).toBe(404);
  });

  test('without the permission is refused and audited', async () => {
    await world.change(change =>
      defineRole(change, { companyId: 'acme', name: 'Hooks', permissions: ['ManageWebhooks'] }),
    );
    const hooks = await newMember('hooks', 'Hooks');
    expect((await hooks.get(place)).html).not.toContain(list);
    for (const path of [list, `${list}/${uid}`, `${list}/${absentUid}`, `${list}/${uid}/authorization`])
      expect([path, (await hooks.get(path)).status]).toEqual([path, 403]);
    const row = { actorKind: 'console', outcome: 'refused', problem: 'permission.missing' };
    for (const event of ['patient.list', 'patient.read', 'authorization.read'])
      expect((await world.audits({ event })).at(-1)).toMatchObject(row);
  });

  test('ends with the role, from the next page', async () => {
    const leaver = await newMember('leaver', 'Viewer');
    expect((await leaver.get(`${list}/${uid}`)).status).toBe(200);
    await world.change(change =>
      assignRole(change, { companyId: 'acme', email: 'leaver@acme.example', role: 'Hooks' }),
    );
    expect((await leaver.get(`${list}/${uid}`)).status).toBe(403);
  });

  test('includes patients of a closed project', async () => {
    await putPatient(world, company, 'live', 'closing', jane);
    const closing = await storedPatient(world, company, 'live', 'closing');
    await world.change(change =>
      changeProjectStatus(change, { companyId: 'acme', projectId: 'live', status: 'Closed' }),
    );
    const page = await admin.get(`/console/companies/acme/production/patients/${closing.uid}`);
    expect(page.status).toBe(200);
  });
});

test('Each view of the patient list is audited once, for the project or the company [CONSOLE-39]', async () => {
  const before = (await world.audits({ event: 'patient.list' })).length;
  await admin.get(list);
  await admin.get(`${list}?project=sandbox`);
  const [project] = await readRows<{ uid: string }>(
    world.db,
    "select uid from project where company_uid = ? and id = 'sandbox'",
    [company.uid],
  );
  expect((await world.audits({ event: 'patient.list' })).slice(before)).toMatchObject([
    { resourceKind: 'company', resourceUid: company.uid, outcome: 'success' },
    { resourceKind: 'project', resourceUid: project?.uid, outcome: 'success' },
  ]);
});

describe('The form to sign', () => {
  test('is offered with the facilities of the patient, and downloads as a PDF [AUTH-29]', async () => {
    const uid = await put('form-to-sign');
    const path = `${list}/${uid}`;
    const { html } = await admin.get(path);
    expect(html).toContain(`action="${path}/authorization-form"`);
    expect(html).toContain('Español');
    const file = await admin.get(`${path}/authorization-form?language=es`);
    expect([file.status, file.html.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await world.audits({ event: 'authorizationForm.create' })).at(-1)).toMatchObject({
      actorKind: 'console',
      outcome: 'success',
      resourceUid: uid,
    });
  });

  test('names at most five facilities, and says so on the page of the patient [AUTH-29]', async () => {
    const uid = await put('form-for-many');
    const many = Array.from({ length: 6 }, () => `siteIds=${uid}`).join('&');
    const refused = await admin.get(`${list}/${uid}/authorization-form?language=en&${many}`);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Choose at most 5 facilities.');
    const unknown = await admin.get(`${list}/${uid}/authorization-form?siteIds=${uid}`);
    expect(unknown.status).toBe(400);
    expect(unknown.html).toContain("We couldn't find that facility.");
  });
});

describe('The term of an authorization', () => {
  const today = new Date();
  const inDays = (days: number): string =>
    new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);

  async function approvedUntil(id: string, expiresOn: string): Promise<string> {
    const uid = await put(id);
    await decideOnSandbox(world, company, id, 'Approved');
    await world.db('patient').where({ uid }).update({ authorization_expires_on: expiresOn });
    return `${list}/${uid}`;
  }

  test('is shown, with a warning 30 and 7 days before it ends, and after it [AUTH-27]', async () => {
    const far = await admin.get(await approvedUntil('far', inDays(60)));
    expect(far.html).toContain(`Valid through ${usDate(inDays(60))}.`);
    expect(far.html).not.toContain('This authorization expire');
    const near = await admin.get(await approvedUntil('near', inDays(20)));
    expect(near.html).toMatch(/class="notice neutral"[^>]*>\s*This authorization expires in (19|20|21) days/);
    const soon = await admin.get(await approvedUntil('soon', inDays(3)));
    expect(soon.html).toMatch(/class="notice failed"[^>]*>\s*This authorization expires in [234] days/);
    const past = await admin.get(await approvedUntil('past', inDays(-5)));
    expect(past.html).toContain(
      `This authorization expired on ${usDate(inDays(-5))}. Nothing is sent under it.`,
    );
  });

  test('ends with a revocation that a member records, for the document that they saw [AUTH-27]', async () => {
    const path = await approvedUntil('revoked', inDays(60));
    const viewer = await newMember('viewer-of-terms', 'Viewer');
    expect((await viewer.get(path)).html).not.toContain('Revoke authorization');
    const shown = await admin.get(path);
    const seen = { ...Object.fromEntries(formOn(shown.html, `${path}/revocation`) ?? []) };
    const invalid = await admin.send(path, `${path}/revocation`, { ...seen, revoked: 'yesterday' });
    expect(invalid.status).toBe(422);
    const stale = await admin.send(path, `${path}/revocation`, { ...seen, seen: '1', revoked: '2026-11-20' });
    expect(stale.html).toContain('has changed since you opened the page');
    const done = await admin.send(path, `${path}/revocation`, { ...seen, revoked: '2026-11-20' });
    expect(done.status).toBe(303);
    const { html } = await admin.get(path);
    expect(html).toContain('The patient revoked this authorization on 11/20/2026. Nothing is sent under it.');
    expect(html).toContain('Authorization revoked');
    expect(html).not.toContain('Date the patient revoked it');
    expect((await world.audits({ event: 'authorization.revoke' })).at(-1)).toMatchObject({
      actorKind: 'console',
      outcome: 'success',
    });
  });
});
