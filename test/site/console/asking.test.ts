/** Searches and record requests of a patient in the console. */
import { formTokenOf } from '../../../src/access/console-token';
import { changeProjectStatus } from '../../../src/usecases/projects';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import {
  decideOnSandbox,
  jane,
  mercyClinic,
  putPatient,
  review,
  storedPatient,
} from '../../support/patients';
import { readRows } from '../../support/records';
import { seedVisits } from '../../support/seeded-visits';

const absentUid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let viewer: Visitor;
let rival: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('rival');
  admin = await signedIn(world, company.email);
  viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
  rival = await signedIn(world, 'admin@rival.example');
});
afterAll(() => world.close());

interface Put {
  readonly uid: string;
  /** The patient's page. */
  readonly page: string;
}

async function put(id: string, form: object = {}, project: 'sandbox' | 'live' = 'sandbox'): Promise<Put> {
  const { status } = await putPatient(world, company, project, id, { ...jane, ...form });
  if (status !== 200) throw new Error(`the patient was not put: HTTP ${status}`);
  const { uid } = await storedPatient(world, company, project, id);
  const environment = project === 'sandbox' ? 'sandbox' : 'production';
  return { uid, page: `/console/companies/acme/${environment}/patients/${uid}` };
}

async function isOn(id: string, project: 'sandbox' | 'live' = 'sandbox'): Promise<boolean | undefined> {
  const { searches } = await storedPatient(world, company, project, id);
  return searches.find(({ kind }) => kind === 'siteSonar')?.isRequested;
}

describe('A patient search [CONSOLE-46]', () => {
  test("is turned on and off in the member's name, and queues one workflow command", async () => {
    const { uid, page } = await put('switched');
    const action = `${page}/searches/siteSonar`;
    const on = await admin.send(page, action);
    expect([on.status, on.location]).toEqual([303, `${page}?done=searchOn`]);
    expect(await isOn('switched')).toBe(true);
    expect(await world.commands(`patient-search/${uid}`)).toHaveLength(1);
    expect((await admin.get(on.location)).html).toContain('Search turned on.');
    expect((await admin.send(page, action)).location).toBe(`${page}?done=searchOff`);
    expect(await isOn('switched')).toBe(false);
    const [user] = await readRows<{ uid: string }>(world.db, 'select uid from app_user where email = ?', [
      company.email,
    ]);
    const row = { outcome: 'success', actorKind: 'console', actorUid: user?.uid, resourceUid: uid };
    expect(await world.audits({ event: 'patient.changeSearchLevel', resourceUid: uid })).toMatchObject([
      row,
      row,
    ]);
  });

  test("refuses a form that is sent twice, or is older than the authorization's status", async () => {
    const { page } = await put('stale');
    const action = `${page}/searches/siteSonar`;
    await admin.send(page, action);
    const twice = await admin.send(page, action, { to: 'on' });
    expect(twice.status).toBe(409);
    expect(twice.html).toContain('This record has changed since you opened the page');
    await decideOnSandbox(world, company, 'stale', 'Approved');
    for (const seen of ['NeedsApproval', 'Nonsense', ''])
      expect([seen, (await admin.send(page, action, { seen })).status]).toEqual([seen, 409]);
    expect(await isOn('stale')).toBe(true);
  });

  test('warns before it is turned on that an approved authorization goes back for review', async () => {
    const { page } = await put('approved', {}, 'live');
    const warning = 'The authorization goes back for review';
    expect((await admin.get(page)).html).not.toContain(warning);
    await review(world, await storedPatient(world, company, 'live', 'approved'), {
      authorizationStatus: 'Approved',
    });
    expect((await admin.get(page)).html).toContain(warning);
    await admin.send(page, `${page}/searches/siteSonar`);
    expect((await storedPatient(world, company, 'live', 'approved')).authorizationStatus).toBe(
      'NeedsApproval',
    );
  });

  test('says what it is waiting for and what to do [CONSOLE-48]', async () => {
    const { page } = await put('waiting', { siteSonar: true, patientHistories: true, zipCodes: [] }, 'live');
    const { html } = await admin.get(page);
    expect(html).toContain("Upload the patient's signed authorization");
    expect(html).toContain("Add the patient's ZIP code");
  });
});

describe('Requesting records [CONSOLE-47]', () => {
  const toMercy = { ...mercyClinic, site: 'another' };

  async function send(page: string, fields: Readonly<Record<string, string | readonly string[]>>) {
    return admin.send(`${page}/record-requests/new`, `${page}/record-requests`, fields);
  }

  async function requestsOf(
    uid: string,
  ): Promise<ReadonlyArray<{ uid: string; kind: string; status: string }>> {
    return readRows(
      world.db,
      'select uid, kind, status from record_request where patient_uid = ? order by created_at, uid',
      [uid],
    );
  }

  test("creates a request of each kind in the member's name, and queues its workflow", async () => {
    const { uid, page } = await put('asked');
    const answer = await send(page, { ...toMercy, kinds: ['medicalRecord', 'imaging'] });
    expect([answer.status, answer.location]).toEqual([303, `${page}?done=asked`]);
    const made = await requestsOf(uid);
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(['imaging', 'medicalRecord']);
    for (const request of made) expect(await world.commands(`record-request/${request.uid}`)).toHaveLength(1);
    expect((await admin.get(answer.location)).html).toContain('Mercy Clinic');
    expect(await world.audits({ event: 'recordRequest.create', resourceUid: uid })).toMatchObject([
      { outcome: 'success', actorKind: 'console', resourceKind: 'patient' },
    ]);
  });

  test('takes a reference, a due date, rush, and a certification, and keeps them after a mistake [REQUEST-39]', async () => {
    const { uid, page } = await put('termed');
    const terms = { reference: 'PI-0042', dueDate: '2027-02-30', rush: 'yes', certification: 'yes' };
    const wrong = await send(page, { ...toMercy, kinds: 'billing', ...terms });
    expect([wrong.status, wrong.html.includes('Enter a valid date')]).toEqual([422, true]);
    expect(wrong.html).toMatch(/name="rush" value="yes" checked/);
    await send(page, { ...toMercy, kinds: ['billing', 'imaging'], ...terms, dueDate: '2027-02-28' });
    const stored = { reference: 'PI-0042', due_date: '2027-02-28', is_rush: true, needs_certification: true };
    const select = 'select reference, due_date, is_rush, needs_certification from record_request';
    expect(await readRows(world.db, `${select} where patient_uid = ?`, [uid])).toEqual([stored, stored]);
  });

  test('creates one request when a form is sent twice, and keeps what was typed', async () => {
    const { uid, page } = await put('twice');
    const fields = { ...toMercy, kinds: 'billing', newest: '' };
    const both = await Promise.all([send(page, fields), send(page, fields)]);
    const late = both.find(({ status }) => status === 409);
    expect(both.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(late?.html).toContain('value="Mercy Clinic"');
    expect(await requestsOf(uid)).toHaveLength(1);
  });

  test('shows earlier requests for the same records before it repeats them [CONSOLE-117]', async () => {
    const { uid, page } = await put('repeated');
    const fields = { ...toMercy, kinds: 'billing', startDateOfService: '2024-01-01' };
    await send(page, fields);
    const [first] = await requestsOf(uid);
    const warned = await send(page, { ...fields, endDateOfService: '2024-12-31' });
    expect([warned.status, warned.html.includes('These records may have been requested before')]).toEqual([
      409,
      true,
    ]);
    expect(warned.html).toContain(`href="${page}/record-requests/${first?.uid}"`);
    expect(warned.html).toContain('Likely duplicate');
    expect(await requestsOf(uid)).toHaveLength(1);
    expect((await send(page, { ...fields, kinds: 'imaging' })).status).toBe(303);
    const again = { ...fields, endDateOfService: '2024-12-31', listed: first?.uid ?? '' };
    expect((await send(page, again)).status).toBe(303);
    expect(await requestsOf(uid)).toHaveLength(3);
  });

  test.each([
    ['no facility', { ...toMercy, site: '', kinds: 'billing' }, 'Choose a facility.'],
    ['no kind', toMercy, 'Choose at least one kind of records.'],
    ['an invalid ZIP code', { ...toMercy, kinds: 'billing', siteZip: '9' }, 'Must be a ZIP code'],
    ['no street', { ...toMercy, kinds: 'billing', siteAddressLine1: '' }, 'Must not be empty.'],
    [
      'an end date before the start date',
      { ...toMercy, kinds: 'billing', startDateOfService: '2024-02-01', endDateOfService: '2024-01-01' },
      'Must not be before the first date of service.',
    ],
    [
      'a facility name over 200 characters',
      { ...toMercy, kinds: 'billing', siteName: 'x'.repeat(201) },
      'at most 200',
    ],
  ])('with %s shows an error, and keeps what was typed [CONSOLE-48]', async (_, fields, message) => {
    const { uid, page } = await put('faulty');
    const { status, html } = await send(page, fields);
    expect([status, html.includes(message)]).toEqual([422, true]);
    expect(html).toContain('value="Boston"');
    expect(await requestsOf(uid)).toEqual([]);
  });

  test("refuses a site that the company doesn't have", async () => {
    const { uid, page } = await put('elsewhere');
    const answer = await send(page, { site: absentUid, kinds: 'billing' });
    expect([answer.status, await requestsOf(uid)]).toEqual([400, []]);
    expect(answer.html).toContain("We couldn't find that facility");
  });

  test('offers the facilities that the patient visited to roles that can view visits', async () => {
    const { page } = await put('visited');
    await seedVisits(world, company, { project: 'sandbox', patientId: 'visited' });
    const form = `${page}/record-requests/new`;
    const { html } = await admin.get(form);
    const [, site = ''] = /name="site" value="([0-9a-f-]{36})"/.exec(html) ?? [];
    expect(html).toContain('Harbor General Hospital');
    expect((await send(page, { site, kinds: 'billing' })).status).toBe(303);
    await world.change(change =>
      defineRole(change, {
        companyId: 'acme',
        name: 'Asker',
        permissions: ['ViewPatients', 'ManageRecordRequests'],
      }),
    );
    const asker = await signedIn(world, await newAcmeMember(world, 'asker', 'Asker'));
    expect((await asker.get(form)).html).not.toContain('Harbor General Hospital');
  });

  test('says that the request waits until the authorization is approved [CONSOLE-48]', async () => {
    const { page } = await put('held', {}, 'live');
    expect((await admin.get(`${page}/record-requests/new`)).html).toContain(
      'send it to the facility once the authorization is approved',
    );
  });

  test('lets a member cancel a request unless it has ended [CONSOLE-48]', async () => {
    const { uid, page } = await put('canceled');
    await send(page, { ...toMercy, kinds: ['billing', 'imaging'] });
    const [first, second] = (await requestsOf(uid)).map(request => `${page}/record-requests/${request.uid}`);
    if (first === undefined || second === undefined) throw new Error('two requests were expected');
    expect((await admin.send(first, `${first}/cancel`)).location).toBe(`${first}?done=canceled`);
    const formToken = formOn((await admin.get(second)).html, `${second}/cancel`)?.get('form') ?? '';
    await world.db.raw("update record_request set status = 'Completed' where uid = ?", [second.slice(-36)]);
    const late = await admin.send(second, `${second}/cancel`, {}, { formToken });
    expect([late.status, late.html.includes("has ended and can't be canceled")]).toEqual([400, true]);
    expect((await requestsOf(uid)).map(({ status }) => status)).toEqual(['Canceled', 'Completed']);
    expect(await world.audits({ event: 'recordRequest.cancel' })).toMatchObject([
      { outcome: 'success', actorKind: 'console', resourceUid: first.slice(-36) },
      { outcome: 'refused', problem: 'recordRequest.ended', actorKind: 'console' },
    ]);
  });
});

describe('Repeating an ended request [CONSOLE-116]', () => {
  async function ended(id: string, status: string) {
    const patient = await put(id);
    await world.call('POST', `/v0/companies/acme/projects/sandbox/patients/${id}/record-requests`, {
      key: company.sandboxKey,
      body: { ...mercyClinic, imaging: true, startDateOfService: '2024-01-01', reference: 'PI-0042' },
    });
    await world.db.raw('update record_request set status = ? where patient_uid = ?', [status, patient.uid]);
    const [request] = await readRows<{ uid: string }>(
      world.db,
      'select uid from record_request where patient_uid = ?',
      [patient.uid],
    );
    return { ...patient, request: request?.uid ?? '' };
  }

  test.each([
    ['Partial', 'Request what is missing'],
    ['Completed', 'Request what is missing'],
    ['NoRecordFound', 'Request again'],
  ])('of status %s opens the form filled in from it, and lists it', async (status, name) => {
    const { uid, page, request } = await ended(`ended-${status}`, status);
    const form = `${page}/record-requests/new?from=${request}`;
    const shown = await admin.get(`${page}/record-requests/${request}`);
    expect(shown.html).toContain(`href="${form}">${name}</a>`);
    const { html } = await admin.get(form);
    expect(html).toMatch(/type="radio" name="site" value="[0-9a-f-]{36}" checked/);
    expect(html).toMatch(/name="kinds" value="imaging" checked/);
    expect(html).not.toMatch(/name="kinds" value="billing" checked/);
    expect(html).toContain('value="2024-01-01"');
    expect(html).toContain('value="PI-0042"');
    expect(html).toContain('Likely duplicate');
    const [, site = ''] = /name="site" value="([0-9a-f-]{36})"/.exec(html) ?? [];
    const sent = await admin.send(form, `${page}/record-requests`, { site, kinds: 'imaging' });
    expect(sent.status).toBe(303);
    const rows = await readRows(world.db, 'select site_uid from record_request where patient_uid = ?', [uid]);
    expect(rows).toEqual([{ site_uid: site }, { site_uid: site }]);
  });

  test('is offered neither for an open request nor to a role that only views', async () => {
    const open = await ended('ended-not', 'Processing');
    const { html } = await admin.get(`${open.page}/record-requests/${open.request}`);
    expect(html).not.toContain('record-requests/new?from=');
    const early = await admin.get(`${open.page}/record-requests/new?from=${open.request}`);
    const { page, request } = await ended('ended-viewed', 'Partial');
    const seen = await viewer.get(`${page}/record-requests/${request}`);
    expect(seen.html).not.toContain('record-requests/new?from=');
    const other = await admin.get(`${open.page}/record-requests/new?from=${request}`);
    expect([early.status, other.status]).toEqual([404, 404]);
  });
});

describe('Permission to search and request records [CONSOLE-46] [CONSOLE-47]', () => {
  const rests = ['searches/siteSonar', 'record-requests', `record-requests/${absentUid}/cancel`] as const;

  /** Sends the form to a path with a valid token, so that only the member's permissions can refuse it. */
  async function ask(visitor: Visitor, from: string, action: string): Promise<ShownPage> {
    const formToken = await tokenFor(visitor, from, action);
    const fields = { to: 'on', seen: 'NeedsApproval', ...mercyClinic, site: 'another', kinds: 'billing' };
    return visitor.send(from, action, fields, { formToken });
  }

  /** Returns the token of a form that no page shows to this visitor. */
  async function tokenFor(visitor: Visitor, from: string, action: string): Promise<string> {
    expect((await visitor.get(from)).status).toBe(200);
    return formTokenOf(visitor.cookie().slice(visitor.cookie().indexOf('=') + 1), action);
  }

  test('is 403 if missing; out of scope, the answer is the same 404 as for an absent patient', async () => {
    const { uid } = await put('guarded');
    const email = 'narrow@acme.example';
    await world.change(change =>
      addMember(change, { companyId: 'acme', email, name: 'N', role: 'Member', seesAllProjects: false }),
    );
    const narrow = await signedIn(world, email);
    const elsewhere: ReadonlyArray<readonly [Visitor, string]> = [
      [rival, '/console/companies/acme/sandbox'],
      [rival, '/console/companies/rival/sandbox'],
      [narrow, '/console/companies/acme/sandbox'],
      [admin, '/console/companies/acme/production'],
    ];
    for (const [visitor, place] of elsewhere)
      for (const rest of rests) {
        const there = await ask(visitor, '/console/account', `${place}/patients/${uid}/${rest}`);
        const absent = await ask(visitor, '/console/account', `${place}/patients/${absentUid}/${rest}`);
        expect([place, rest, there.status, there.html]).toEqual([place, rest, 404, absent.html]);
      }
    for (const rest of rests)
      for (const patientUid of [uid, absentUid]) {
        const path = `/console/companies/acme/sandbox/patients/${patientUid}/${rest}`;
        expect([path, (await ask(viewer, '/console/account', path)).status]).toEqual([path, 403]);
      }
    const shown = await viewer.get(`/console/companies/acme/sandbox/patients/${uid}`);
    expect(shown.html).not.toMatch(/Turn on|Request records/);
    expect(await isOn('guarded')).toBe(false);
  });

  test('ends when the project is closed, and the page says to contact support [CONSOLE-48]', async () => {
    const { page } = await put('closing', {}, 'live');
    const action = `${page}/searches/siteSonar`;
    await world.change(change =>
      changeProjectStatus(change, { companyId: 'acme', projectId: 'live', status: 'Closed' }),
    );
    const { html } = await admin.get(page);
    expect(html).toContain('contact support with its ID');
    expect(html).not.toMatch(/Turn on|Request records/);
    for (const to of [action, `${page}/record-requests`]) {
      const refused = await ask(admin, '/console/account', to);
      expect([to, refused.status, refused.html.includes('The project is closed')]).toEqual([to, 403, true]);
    }
    expect(await isOn('closing', 'live')).toBe(false);
    expect((await world.audits({ event: 'patient.changeSearchLevel' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'project.closed',
      actorKind: 'console',
    });
  });
});

test('The list of record requests leads to a patient, and from there to the form, for who may request [CONSOLE-105]', async () => {
  const place = '/console/companies/acme/sandbox';
  const { uid } = await put('chosen', { firstName: 'Choosy' });
  const { uid: other } = await put('also', { firstName: 'Other' });
  const ask = `href="${place}/patients/${uid}/record-requests/new"`;
  const list = `${place}/patients?for=request`;
  expect((await admin.get(`${place}/record-requests?view=all`)).html).toContain(`href="${list}"`);
  const shown = (await admin.get(list)).html;
  expect(shown).toContain('Choose the patient whose records you need.');
  expect(shown).toContain(ask);
  expect(shown.match(/<input type="hidden" name="for" value="request"\/>/g)).toHaveLength(2);
  const found = await admin.send(list, `${place}/patients`, { text: 'Choosy', for: 'request' });
  expect([found.html.includes(ask), found.html.includes(other)]).toEqual([true, false]);
  expect((await admin.get(`${place}/patients`)).html).not.toContain(ask);
  expect((await viewer.get(list)).html).not.toContain(ask);
  expect((await viewer.get(`${place}/record-requests?view=all`)).html).not.toContain('for=request');
});

test("A patient's page says the stages and the next step, with a button for who may take it [CONSOLE-104]", async () => {
  const { page } = await put('stepped', { siteSonar: false });
  const stepOf = ({ html }: ShownPage): string => {
    const [, step = ''] = /id="next-step">Next step<\/h2>(.*?)<\/section>/s.exec(html) ?? [];
    return step;
  };
  const shown = await admin.get(page);
  expect(shown.html).toContain('<li>Registered</li><li>No authorization</li><li>No searches</li>');
  expect(stepOf(shown)).toContain(`href="${page}/documents">Upload authorization</a>`);
  const viewed = stepOf(await viewer.get(page));
  expect([viewed.includes('Upload the patient'), viewed.includes('href')]).toEqual([true, false]);
  await decideOnSandbox(world, company, 'stepped', 'MissingSignature');
  expect(stepOf(await admin.get(page))).toContain(`href="${page}/documents">Fix authorization</a>`);
  await world
    .db('patient')
    .where({ id: 'stepped' })
    .update({
      authorization_status: 'Approved',
      authorization_etag: 'e',
      authorization_uploaded_at: new Date(),
    });
  expect(stepOf(await admin.get(page))).toContain(`href="${page}/facilities">Choose facilities</a>`);
  const { page: asked } = await put('stepped-asked');
  await world.call('POST', '/v0/companies/acme/projects/sandbox/patients/stepped-asked/record-requests', {
    key: company.sandboxKey,
    body: { ...mercyClinic, billing: true },
  });
  const requested = await admin.get(asked);
  expect(requested.html).toContain('<li>1 record request, 0 received</li>');
  expect(stepOf(requested)).toContain('Records are requested.');
});
