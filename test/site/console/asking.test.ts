/**
 * What a member asks for a patient in the console: searches switched on and off, records requested and
 * canceled.
 */
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
  /** The page of the patient. */
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

describe('a search [CONSOLE-46]', () => {
  test('is switched on and off, each in the name of the member, and is sent for', async () => {
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

  test('is switched by no form that is sent twice, or was made while the authorization stood otherwise', async () => {
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

  test('says before it is switched on that an approval goes back for review', async () => {
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

  test('that waits says for what, and what to do [CONSOLE-48]', async () => {
    const { page } = await put('waiting', { siteSonar: true, patientHistories: true, zipCodes: [] }, 'live');
    const { html } = await admin.get(page);
    expect(html).toContain('The authorization must be approved');
    expect(html).toContain("Add the patient's ZIP code");
  });
});

describe('a record request [CONSOLE-47]', () => {
  const asked = { ...mercyClinic, site: 'another' };

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

  test('is made of each kind, in the name of the member, and its workflow is called for', async () => {
    const { uid, page } = await put('asked');
    const answer = await send(page, { ...asked, kinds: ['medicalRecord', 'imaging'] });
    expect([answer.status, answer.location]).toEqual([303, `${page}?done=asked`]);
    const made = await requestsOf(uid);
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(['imaging', 'medicalRecord']);
    for (const request of made) expect(await world.commands(`record-request/${request.uid}`)).toHaveLength(1);
    expect((await admin.get(answer.location)).html).toContain('Mercy Clinic');
    expect(await world.audits({ event: 'recordRequest.create', resourceUid: uid })).toMatchObject([
      { outcome: 'success', actorKind: 'console', resourceKind: 'patient' },
    ]);
  });

  test('is asked once by a form that is sent twice; what was typed stays', async () => {
    const { uid, page } = await put('twice');
    const fields = { ...asked, kinds: 'billing', newest: '' };
    const both = await Promise.all([send(page, fields), send(page, fields)]);
    const late = both.find(({ status }) => status === 409);
    expect(both.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(late?.html).toContain('value="Mercy Clinic"');
    expect(await requestsOf(uid)).toHaveLength(1);
  });

  test.each([
    ['no facility', { ...asked, site: '', kinds: 'billing' }, 'Choose a facility.'],
    ['no kind', asked, 'Choose at least one kind of records.'],
    ['a ZIP code that is none', { ...asked, kinds: 'billing', siteZip: '9' }, 'Must be a ZIP code'],
    ['no street', { ...asked, kinds: 'billing', siteAddressLine1: '' }, 'Must not be empty.'],
    [
      'days that are turned around',
      { ...asked, kinds: 'billing', startDateOfService: '2024-02-01', endDateOfService: '2024-01-01' },
      'Must not be before the first date of service.',
    ],
    ['a name that is too long', { ...asked, kinds: 'billing', siteName: 'x'.repeat(201) }, 'at most 200'],
  ])('with %s is refused in words, and what was typed stays [CONSOLE-48]', async (_, fields, said) => {
    const { uid, page } = await put('faulty');
    const { status, html } = await send(page, fields);
    expect([status, html.includes(said)]).toEqual([422, true]);
    expect(html).toContain('value="Boston"');
    expect(await requestsOf(uid)).toEqual([]);
  });

  test('at a site of another company is asked of nobody', async () => {
    const { uid, page } = await put('elsewhere');
    const answer = await send(page, { site: absentUid, kinds: 'billing' });
    expect([answer.status, await requestsOf(uid)]).toEqual([400, []]);
    expect(answer.html).toContain("We couldn't find that facility");
  });

  test('offers the facilities where the patient was seen, to a role that sees visits', async () => {
    const { page } = await put('visited');
    await seedVisits(world, company, { project: 'sandbox', patientId: 'visited' });
    const form = `${page}/record-requests/new`;
    const { html } = await admin.get(form);
    const [, site = ''] = /name="site" value="([0-9a-f-]{36})"/.exec(html) ?? [];
    expect(html).toContain('Harbor General Hospital');
    expect((await send(page, { site, kinds: 'billing' })).status).toBe(303);
    await world.change(inner =>
      defineRole(inner, {
        companyId: 'acme',
        name: 'Asker',
        permissions: ['ViewPatients', 'ManageRecordRequests'],
      }),
    );
    const asker = await signedIn(world, await newAcmeMember(world, 'asker', 'Asker'));
    expect((await asker.get(form)).html).not.toContain('Harbor General Hospital');
  });

  test('says that it waits for the approval of the authorization [CONSOLE-48]', async () => {
    const { page } = await put('held', {}, 'live');
    expect((await admin.get(`${page}/record-requests/new`)).html).toContain(
      'send it to the facility once the authorization is approved',
    );
  });

  test('cancels a record request, but not one that has ended [CONSOLE-48]', async () => {
    const { uid, page } = await put('canceled');
    await send(page, { ...asked, kinds: ['billing', 'imaging'] });
    const [first, second] = (await requestsOf(uid)).map(request => `${page}/record-requests/${request.uid}`);
    if (first === undefined || second === undefined) throw new Error('two were asked for');
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

describe('who may ask for whom [CONSOLE-46] [CONSOLE-47]', () => {
  const rests = ['searches/siteSonar', 'record-requests', `record-requests/${absentUid}/cancel`] as const;

  /**
   * Sends the form to a path, with a token that is right for it: what is refused is refused for the member.
   */
  async function ask(visitor: Visitor, from: string, action: string): Promise<ShownPage> {
    const formToken = await tokenFor(visitor, from, action);
    const fields = { to: 'on', seen: 'NeedsApproval', ...mercyClinic, site: 'another', kinds: 'billing' };
    return visitor.send(from, action, fields, { formToken });
  }

  /** The token of a form that no page shows to this visitor. */
  async function tokenFor(visitor: Visitor, from: string, action: string): Promise<string> {
    expect((await visitor.get(from)).status).toBe(200);
    return formTokenOf(visitor.cookie().slice(visitor.cookie().indexOf('=') + 1), action);
  }

  test('another company, the other environment and a member without the project find nobody, to the byte; without the permission it is 403', async () => {
    const { uid } = await put('guarded');
    const email = 'narrow@acme.example';
    await world.change(inner =>
      addMember(inner, { companyId: 'acme', email, name: 'N', role: 'Member', seesAllProjects: false }),
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

  test('nothing is asked in a closed project, and the page says whom to write to [CONSOLE-48]', async () => {
    const { page } = await put('closing', {}, 'live');
    const action = `${page}/searches/siteSonar`;
    await world.change(inner =>
      changeProjectStatus(inner, { companyId: 'acme', projectId: 'live', status: 'Closed' }),
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
