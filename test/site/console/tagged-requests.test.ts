/** Tags and assignees of record requests: on the page of a request, in the list, and for several at once. */
import { parse } from 'csv-parse/sync';
import { unzipSync, strFromU8 } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { companyTagsMax } from '../../../src/domain/record-requests/tags';
import { facilityChoicesMax } from '../../../src/usecases/record-requests/seen-requests';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember, assignRole, grantProjectAccess } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let list: string;
let firms = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date('2026-11-20T15:00:00Z') } });
});
// Each test has its own company with an empty list.
beforeEach(async () => {
  company = await world.company(`firm-${(firms += 1)}`);
  admin = await signedIn(world, company.email);
  list = `/console/companies/${company.id}/sandbox/record-requests`;
});
afterAll(() => world.close());

interface Asked {
  readonly uid: string;
  /** The path of its page. */
  readonly page: string;
}

interface Wanted {
  readonly of?: TestCompany;
  readonly siteName?: string;
  readonly patient?: object;
  readonly environment?: 'sandbox' | 'production';
}

/** Requests records of a patient. */
async function ask(id: string, wanted: Wanted = {}): Promise<Asked> {
  const { of = company, siteName = 'Mercy Clinic', patient = {}, environment = 'sandbox' } = wanted;
  const [project, key] =
    environment === 'sandbox' ? (['sandbox', of.sandboxKey] as const) : (['live', of.productionKey] as const);
  await putPatient(world, of, project, id, { ...jane, ...patient });
  const { json } = await world.call('POST', `${patientsPath(of, project, id)}/record-requests`, {
    key,
    body: { ...mercyClinic, siteName, billing: true },
  });
  const [made] = json['requests'] as Array<{ request: { id: string } }>;
  const uid = made?.request.id ?? '';
  const { uid: patientUid } = await storedPatient(world, of, project, id);
  return {
    uid,
    page: `/console/companies/${of.id}/${environment}/patients/${patientUid}/record-requests/${uid}`,
  };
}

const setTags = async ({ page }: Asked, tags: string, by = admin): Promise<ShownPage> =>
  by.send(page, `${page}/tags`, { tags });

const assign = async ({ page }: Asked, assignee: string, by = admin): Promise<ShownPage> =>
  by.send(page, `${page}/assignee`, { assignee });

interface Added {
  readonly visitor: Visitor;
  readonly membershipUid: string;
  readonly email: string;
}

async function newMember(name: string, role = 'Member', seesAllProjects = true): Promise<Added> {
  const email = `${name}@${company.id}.example`;
  await world.change(change =>
    addMember(change, { companyId: company.id, email, name, role, seesAllProjects }),
  );
  return { visitor: await signedIn(world, email), membershipUid: await membershipOf(email), email };
}

async function membershipOf(email: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select m.uid from membership m join app_user u on u.uid = m.user_uid where u.email = ?',
    [email],
  );
  return row?.uid ?? '';
}

/** Returns the cells of a column, in the order of the page. */
function column({ html }: ShownPage, label: string): string[] {
  return [...html.matchAll(new RegExp(`data-label="${label}"[^>]*><span>(.*?)</td>`, 'g'))].map(
    ([, cell = '']) =>
      cell
        .replaceAll('</li><li>', ', ')
        .replaceAll(/<[^>]+>/g, '')
        .trim(),
  );
}

const tagUid = async (name: string): Promise<string> => {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select t.uid from request_tag t join company c on c.uid = t.company_uid where t.name = ? and c.id = ?',
    [name, company.id],
  );
  return row?.uid ?? '';
};

const changesOf = async (event: string, { uid }: Asked): Promise<unknown[]> =>
  (await world.audits({ event, resourceUid: uid, outcome: 'success' })).map(({ changes }) => changes);

describe('The tags of a record request [CONSOLE-84]', () => {
  test('are set on its page, audited without their text, and shown as they were first spelled', async () => {
    const [one, two] = [await ask('tagged-1'), await ask('tagged-2')];
    expect((await setTags(one, 'Trial,  Lien ')).location).toBe(`${one.page}?done=tagsSaved`);
    await setTags(two, 'TRIAL');
    const { html } = await admin.get(two.page);
    expect(html).toContain('<dt>Tags</dt><dd>Trial</dd>');
    expect(html).toContain('Never enter names, birth dates, or other patient data.');
    const [trial, lien] = [await tagUid('Trial'), await tagUid('Lien')];
    expect(await changesOf('recordRequest.tag', one)).toEqual([
      { added: expect.arrayContaining([trial, lien]) as string[], removed: [] },
    ]);
    await setTags(one, 'Lien');
    expect((await changesOf('recordRequest.tag', one)).at(-1)).toEqual({ added: [], removed: [trial] });
    // The same tags again change nothing.
    await setTags(one, 'LIEN');
    expect(await changesOf('recordRequest.tag', one)).toHaveLength(2);
    // A tag that no request has anymore is gone.
    await setTags(two, '');
    expect([await tagUid('Trial'), await tagUid('Lien')]).toEqual(['', lien]);
  });

  test('are refused if they are too many or too long, and keep what was typed [REQUEST-47]', async () => {
    const one = await ask('limits-1');
    const long = await setTags(one, `Lien, ${'x'.repeat(41)}`);
    expect([long.status, long.html.includes('at most 40 characters')]).toEqual([422, true]);
    expect(long.html).toContain(`value="Lien, ${'x'.repeat(41)}"`);
    const many = Array.from({ length: 21 }, (_, at) => `Tag ${at}`).join();
    expect((await setTags(one, many)).html).toContain('at most 20 tags');
    expect(
      await readRows(world.db, 'select * from record_request_tag where record_request_uid = ?', [one.uid]),
    ).toEqual([]);
    await world.db.raw(
      `insert into request_tag (uid, company_uid, environment, name, key, created_at)
       select gen_random_uuid(), ?, 'sandbox', 'tag ' || n, 'tag ' || n, now()
       from generate_series(1, ?) as n`,
      [company.uid, companyTagsMax - 1],
    );
    expect((await setTags(one, 'Last')).status).toBe(303);
    expect((await setTags(one, 'Last, More')).html).toContain('already has 500 different tags');
    expect((await setTags(one, 'Last, TAG 7')).status).toBe(303);
  });

  test("aren't overwritten by a form that showed other tags, and two forms at once lose none", async () => {
    const one = await ask('stale-1');
    const form = formOn((await admin.get(one.page)).html, `${one.page}/tags`);
    await setTags(one, 'Lien');
    const stale = await admin.send(one.page, `${one.page}/tags`, { tags: 'Trial', seen: '' });
    expect([form?.get('seen') ?? '', stale.status]).toEqual(['', 409]);
    expect(column(await admin.get(list), 'Tags')).toEqual(['Lien']);
    const requests = await Promise.all(['a', 'b', 'c', 'd'].map(async id => ask(`stale-${id}`)));
    const sent = await Promise.all(requests.map(async request => setTags(request, 'Shared')));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await readRows(world.db, "select uid from request_tag where key = 'shared'", [])).toHaveLength(1);
  });

  test('belong to one company and one environment, and only to requests that a member sees', async () => {
    const rival = await world.company(`rival-${firms}`);
    await setTags(await ask('seen-1'), 'Lien');
    const outsider = await newMember('outsider', 'Member', false);
    const theirs = await signedIn(world, rival.email);
    const uid = await tagUid('Lien');
    for (const [visitor, id, environment] of [
      [theirs, rival.id, 'sandbox'],
      [outsider.visitor, company.id, 'sandbox'],
      [admin, company.id, 'production'],
    ] as const) {
      const place = `/console/companies/${id}/${environment}/record-requests`;
      const shown = await visitor.get(`${place}?tag=${uid}`);
      expect([shown.status, shown.html.includes('Lien')]).toEqual([422, false]);
    }
    const live = await ask('seen-4', { environment: 'production' });
    await setTags(live, 'lien');
    const stored = await readRows(
      world.db,
      `select t.environment, t.name from record_request_tag rt join request_tag t on t.uid = rt.tag_uid
       where rt.record_request_uid = ?`,
      [live.uid],
    );
    expect(stored).toEqual([{ environment: 'production', name: 'lien' }]);
    const viewer = await newMember('viewer', 'Viewer');
    expect((await setTags(await ask('seen-3'), 'Lien', viewer.visitor)).status).toBe(403);
  });
});

describe('The assignee of a record request [CONSOLE-86]', () => {
  test('is a member who sees it; the member finds it under Mine and on the home page', async () => {
    const one = await ask('mine-1');
    await ask('mine-2');
    const paula = await newMember('paula');
    expect((await assign(one, paula.membershipUid)).location).toBe(`${one.page}?done=assigned`);
    expect((await admin.get(one.page)).html).toContain('<dt>Assigned to</dt><dd>paula</dd>');
    const mine = await paula.visitor.get(`${list}?view=mine`);
    expect(column(mine, 'Assigned to')).toEqual(['paula']);
    expect((await paula.visitor.get(list.replace('/record-requests', ''))).html).toContain(
      '<span class="total">1</span> Assigned to you',
    );
    expect((await admin.get(list.replace('/record-requests', ''))).html).not.toContain('Assigned to you');
    expect(column(await admin.get(`${list}?assignee=${paula.membershipUid}`), 'Patient')).toHaveLength(1);
    expect(column(await admin.get(`${list}?assignee=none`), 'Patient')).toHaveLength(1);
    expect(await changesOf('recordRequest.assign', one)).toEqual([
      { assignee: { from: null, to: paula.membershipUid } },
    ]);
    await assign(one, paula.membershipUid);
    await assign(one, '');
    expect(await changesOf('recordRequest.assign', one)).toHaveLength(2);
    expect(column(await paula.visitor.get(`${list}?view=mine`), 'Patient')).toEqual([]);
  });

  test("can't be someone who doesn't see it: of another company, another project, or without the role", async () => {
    const one = await ask('blind-1');
    const rival = await world.company(`blind-rival-${firms}`);
    const outsider = await newMember('blind', 'Member', false);
    await world.change(change =>
      defineRole(change, { companyId: company.id, name: 'Registrar', permissions: ['ViewPatients'] }),
    );
    const registrar = await newMember('registrar', 'Registrar');
    const { html } = await admin.get(one.page);
    for (const uid of [await membershipOf(rival.email), outsider.membershipUid, registrar.membershipUid]) {
      expect(html).not.toContain(uid);
      expect((await assign(one, uid)).status).toBe(404);
    }
    // A colleague who only sees another project of the assigning member.
    const key = company.sandboxKey;
    const made = await world.call('POST', `/v0/companies/${company.id}/projects`, {
      key,
      body: { id: 'elsewhere', name: 'Elsewhere', status: 'Sandbox', purpose: 'Legal' },
    });
    expect(made.status).toBe(201);
    await world.change(change =>
      grantProjectAccess(change, {
        companyId: company.id,
        environment: 'sandbox',
        email: outsider.email,
        projectId: 'elsewhere',
      }),
    );
    const refused = await assign(one, outsider.membershipUid);
    expect([refused.status, refused.html.includes("can't see the record request")]).toEqual([422, true]);
    const stored = await readRows(
      world.db,
      'select assignee_membership_uid as assignee, version from record_request where uid = ?',
      [one.uid],
    );
    expect(stored).toEqual([{ assignee: null, version: 1 }]);
    const stale = await admin.send(one.page, `${one.page}/assignee`, {
      assignee: '',
      seen: outsider.membershipUid,
    });
    expect(stale.status).toBe(303);
    const viewer = await newMember('blind-viewer', 'Viewer');
    expect((await assign(one, viewer.membershipUid, viewer.visitor)).status).toBe(403);
  });

  test('counts as no one while the member cannot see the request, and counts again afterward', async () => {
    const one = await ask('left-1');
    const leo = await newMember('leo');
    await assign(one, leo.membershipUid);
    const setRole = async (role: string | undefined) =>
      world.change(change => assignRole(change, { companyId: company.id, email: leo.email, role }));
    await world.change(change =>
      defineRole(change, { companyId: company.id, name: 'Registrar', permissions: ['ViewPatients'] }),
    );
    await setRole('Registrar');
    const shown = await admin.get(`${list}?assignee=none`);
    expect(column(shown, 'Assigned to')).toEqual(['leo former member']);
    expect((await admin.get(`${list}?assignee=${leo.membershipUid}`)).status).toBe(422);
    expect((await admin.get(one.page)).html).toContain("former member: can't see this record request");
    await setRole('Member');
    expect(column(await admin.get(`${list}?assignee=none`), 'Patient')).toEqual([]);
    expect(column(await admin.get(`${list}?assignee=${leo.membershipUid}`), 'Assigned to')).toEqual(['leo']);
    await world.db('membership').where({ uid: leo.membershipUid }).update({ ended_at: new Date() });
    expect(column(await admin.get(`${list}?assignee=none`), 'Assigned to')).toEqual(['leo former member']);
  });
});

const select = async (request: readonly string[]) =>
  admin.send(list, `${list}/selection`, { request, as: 'edit' });

async function save(
  fields: Readonly<Record<string, string | readonly string[]>>,
  request: readonly string[],
): Promise<ShownPage> {
  const { html } = await select(request);
  const formToken = formOn(html, `${list}/edit`)?.get('form') ?? '';
  return admin.send(list, `${list}/edit`, { ...fields, request }, { formToken });
}

describe('Tagging and assigning several record requests [CONSOLE-85]', () => {
  test('says what happened to each, and changes the others if one is refused', async () => {
    const [one, two, three] = [await ask('bulk-1'), await ask('bulk-2'), await ask('bulk-3')];
    const all = [one.uid, two.uid, three.uid];
    await setTags(one, 'Old');
    await setTags(three, Array.from({ length: 20 }, (_, at) => `Tag ${at}`).join());
    const paula = await newMember('paula');
    const confirm = await select(all);
    expect(confirm.html).toContain('Edit 3 record requests');
    const done = await save(
      { addTags: 'Trial', removeTag: await tagUid('Old'), assignee: paula.membershipUid },
      all,
    );
    expect(done.html).toContain('2 of 3 record requests saved.');
    expect(column(done, 'Result').toSorted()).toEqual([
      'Assigned. A record request can have at most 20 tags. Remove one first.',
      'Tags changed. Assigned.',
      'Tags changed. Assigned.',
    ]);
    const tagged = await world.audits({ event: 'recordRequest.tag' });
    expect(new Set(tagged.map(({ outcome }) => outcome))).toEqual(new Set(['success', 'refused']));
    const shown = await admin.get(`${list}?tag=${await tagUid('Trial')}`);
    expect(column(shown, 'Tags')).toEqual(['Trial', 'Trial']);
    expect(column(shown, 'Assigned to')).toEqual(['paula', 'paula']);
    expect(column(await save({ addTags: 'trial', assignee: 'keep' }, [one.uid]), 'Result')).toEqual([
      'No change was needed.',
    ]);
    expect(column(await save({ assignee: 'none' }, [one.uid]), 'Result')).toEqual(['Assigned to no one.']);
    expect(await changesOf('recordRequest.tag', one)).toHaveLength(2);
    expect(await changesOf('recordRequest.assign', one)).toHaveLength(2);
  });

  test('refuses a form without a change, more than 100, and requests that the member does not see', async () => {
    const one = await ask('refused-1');
    const rival = await world.company(`bulk-rival-${firms}`);
    const foreign = await ask('refused-2', { of: rival });
    const nothing = await save({ addTags: ' , ', assignee: 'keep' }, [one.uid]);
    expect([nothing.status, nothing.html.includes('Change at least one field')]).toEqual([422, true]);
    const long = await save({ addTags: 'x'.repeat(41) }, [one.uid]);
    expect([long.status, long.html.includes(`value="${'x'.repeat(41)}"`)]).toEqual([422, true]);
    const { html } = await select([one.uid]);
    const formToken = formOn(html, `${list}/edit`)?.get('form') ?? '';
    const fields = { addTags: 'Lien', request: [one.uid, foreign.uid] };
    expect((await admin.send(list, `${list}/edit`, fields, { formToken })).status).toBe(404);
    const many = Array.from(
      { length: 101 },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    );
    expect((await select(many)).html).toContain('Select 100 record requests at most.');
    expect(await tagUid('Lien')).toBe('');
  });
});

describe('The dates of several record requests [CONSOLE-94]', () => {
  interface Dates {
    readonly followUp: string | null;
    readonly due: string | null;
    readonly version: number;
  }

  const datesOf = async ({ uid }: Asked): Promise<Dates | undefined> =>
    (
      await readRows<Dates>(
        world.db,
        'select follow_up_date as "followUp", due_date as due, version from record_request where uid = ?',
        [uid],
      )
    )[0];

  test('are set and removed, and stay if the form leaves them out', async () => {
    const [one, two] = [await ask('dates-1'), await ask('dates-2')];
    await world.db('record_request').where({ uid: two.uid }).update({ due_date: '2026-12-24' });
    const all = [one.uid, two.uid];
    const done = await save({ dueDate: '2026-12-24', followUpDate: '', assignee: 'keep' }, all);
    expect(column(done, 'Result').toSorted()).toEqual(['Dates changed.', 'No change was needed.']);
    await save({ dueDate: '', followUpDate: '2026-12-01' }, all);
    for (const request of [one, two])
      expect(await datesOf(request)).toMatchObject({ followUp: '2026-12-01', due: '2026-12-24' });
    await save({ clear: 'dueDate', addTags: 'Trial' }, all);
    expect(await datesOf(one)).toMatchObject({ followUp: '2026-12-01', due: null });
    expect(await changesOf('recordRequest.edit', one)).toEqual([
      { dueDate: null },
      { followUpDate: null },
      { dueDate: null },
    ]);
    const { json } = await world.call(
      'GET',
      `${patientsPath(company, 'sandbox', 'dates-1')}/record-requests`,
      { key: company.sandboxKey },
    );
    expect(JSON.stringify(json)).toContain('"followUpDate":"2026-12-01"');
  });

  test('are refused with the reason if they are no dates, or also removed', async () => {
    const one = await ask('dates-3');
    const wrong = await save({ dueDate: '2026-02-30' }, [one.uid]);
    expect([wrong.status, wrong.html.includes('Enter a valid date')]).toEqual([422, true]);
    const both = await save({ dueDate: '2026-12-24', clear: 'dueDate' }, [one.uid]);
    expect([both.status, both.html.includes('Enter a date or remove it, not both.')]).toEqual([422, true]);
    expect(both.html).toContain('value="2026-12-24"');
    expect(await datesOf(one)).toMatchObject({ due: null, version: 1 });
    const viewer = await newMember('dates-viewer', 'Viewer');
    const { status } = await viewer.visitor.send(list, `${list}/edit`, {
      request: one.uid,
      dueDate: '2026-12-24',
    });
    expect(status).toBe(403);
  });
});

describe('The facility filter [CONSOLE-93]', () => {
  const facilityUid = async ({ uid }: Asked): Promise<string> =>
    (
      await readRows<{ site: string }>(
        world.db,
        'select site_uid as site from record_request where uid = ?',
        [uid],
      )
    )[0]?.site ?? '';

  const offered = ({ html }: ShownPage): string[] =>
    [...(/<select id="facility".*?<\/select>/s.exec(html)?.[0] ?? '').matchAll(/>([^<>]+)<\/option>/g)].map(
      ([, label = '']) => label,
    );

  test('offers the facilities with requests that the member sees, by name', async () => {
    await ask('facility-1', { siteName: 'Mercy Clinic' });
    const lake = await ask('facility-2', { siteName: 'Lake Hospital' });
    await ask('facility-3', { siteName: 'Live Hospital', environment: 'production' });
    expect(offered(await admin.get(list))).toEqual([
      'Any',
      expect.stringMatching(/^Lake Hospital, .+, [A-Z]{2}$/),
      expect.stringMatching(/^Mercy Clinic, /),
    ]);
    const shown = await admin.get(`${list}?facility=${await facilityUid(lake)}`);
    expect(column(shown, 'Facility')).toEqual(['Lake Hospital']);
    const report = await admin.get(`${list}/report?facility=${await facilityUid(lake)}`);
    expect(report.html).toContain('Lake Hospital, ');
    const outside = await newMember('facility-outside', 'Viewer', false);
    expect(offered(await outside.visitor.get(list))).toEqual([]);
  });

  test('refuses a facility without a request that the member sees', async () => {
    const live = await ask('facility-4', { environment: 'production' });
    for (const facility of [await facilityUid(live), '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f00', 'Mercy'])
      expect((await admin.get(`${list}?facility=${facility}`)).status).toBe(422);
  });

  test('offers the 200 facilities that were added last, and the chosen one', async () => {
    const one = await ask('facility-5', { siteName: 'First Hospital' });
    const site = await facilityUid(one);
    await world.db.raw(
      `with sites as (
        insert into site (uid, company_uid, environment, key_hash, name, address_line_1, city, state, zip,
          created_at)
        select uuidv7(), company_uid, environment, sha256(n::text::bytea), 'Clinic ' || n, 'Main', city,
          state, zip, now()
        from site, generate_series(1, ?::int) n where uid = ? returning uid)
      insert into record_request (uid, company_uid, project_uid, patient_uid, site_uid, kind, status,
        submitted_site_name, created_at, updated_at)
      select uuidv7(), company_uid, project_uid, patient_uid, s.uid, kind, status, 'Clinic', created_at,
        updated_at
      from record_request r, sites s where r.uid = ?`,
      [facilityChoicesMax, site, one.uid],
    );
    const names = offered(await admin.get(list));
    expect([names.length, names.some(name => name.startsWith('First Hospital'))]).toEqual([
      facilityChoicesMax + 1,
      false,
    ]);
    const chosen = await admin.get(`${list}?facility=${site}`);
    expect(column(chosen, 'Facility')).toEqual(['First Hospital']);
    // The page of a request leads to those of its facility, whichever facilities the list offers.
    expect((await admin.get(one.page)).html).toContain(`${list}?view=all&amp;facility=${site}"`);
    expect(offered(chosen)).toHaveLength(facilityChoicesMax + 2);
  });
});

describe('The columns that a member chose [CONSOLE-95]', () => {
  const choose = async (fields: Readonly<Record<string, string | readonly string[]>>, by = admin) =>
    by.send(list, `${list}/columns`, fields);

  test('are shown at the next visit, in every view and the report, until the default ones are', async () => {
    await ask('chosen-1');
    const { location } = await choose({ columns: ['reference', 'due'], view: 'all', sort: '-facility' });
    expect(location).toBe(`${list}?view=all&sort=-facility`);
    for (const path of [list, `${list}?view=all`, `${list}/report`]) {
      const shown = await admin.get(path);
      expect([path, column(shown, 'Due').length, column(shown, 'Requested').length]).toEqual([path, 1, 0]);
    }
    const again = await signedIn(world, company.email);
    expect(column(await again.get(list), 'Due')).toEqual(['–']);
    const paula = await newMember('chosen-paula');
    expect(column(await paula.visitor.get(list), 'Requested')).toHaveLength(1);
    // An address that names columns shows those.
    expect(column(await admin.get(`${list}?columns=files`), 'Due')).toEqual([]);
    await choose({ as: 'usual', columns: ['reference', 'due'] });
    const usual = await admin.get(list);
    expect([column(usual, 'Due').length, column(usual, 'Requested').length]).toEqual([0, 1]);
    expect(usual.html).not.toContain('Show default columns');
  });

  test('can be a set for a kind of work [CONSOLE-109]', async () => {
    await ask('sets-1');
    expect((await admin.get(list)).html).toContain('>Show legal columns</button>');
    await choose({ as: 'legal', columns: ['fee'] });
    const legal = await admin.get(list);
    const names = ['Reference', 'Due', 'Assigned to', 'Fee', 'Days out'];
    expect(names.map(name => column(legal, name).length)).toEqual([1, 1, 1, 0, 0]);
    expect(legal.html).not.toContain('Show legal columns');
    await choose({ as: 'insurance' });
    const insurance = await admin.get(list);
    expect(names.map(name => column(insurance, name).length)).toEqual([1, 1, 0, 1, 1]);
    expect((await choose({ as: 'medical' })).status).toBe(422);
  });

  test('are at least one, and known', async () => {
    const none = await choose({});
    expect([none.status, none.html.includes('Select at least one column')]).toEqual([422, true]);
    expect((await choose({ columns: ['secret'] })).status).toBe(422);
  });
});

describe('The columns of the list [CONSOLE-87]', () => {
  test('are those with a value, or the ones that the address names', async () => {
    const one = await ask('columns-1');
    await world
      .db('record_request')
      .where({ uid: one.uid })
      .update({ start_date_of_service: '2025-01-02', reference: 'PI-0042' });
    const usual = await admin.get(list);
    for (const [name, count] of [
      ['Requested', 1],
      ['Tags', 0],
      ['Due', 0],
      ['Dates of service', 0],
    ] as const)
      expect([name, column(usual, name).length]).toEqual([name, count]);
    const chosen = await admin.get(`${list}?columns=service.requester&columns=reference.tags`);
    expect(column(chosen, 'Dates of service')).toEqual(['From 01/02/2025']);
    expect(column(chosen, 'Reference')).toEqual(['PI-0042']);
    expect(column(chosen, 'Patient')).toEqual(['Jane Doe']);
    expect(column(chosen, 'Tags')).toEqual(['–']);
    expect(column(chosen, 'Requested')).toEqual([]);
    const [requester] = column(chosen, 'Requested by');
    expect(requester).toBeTruthy();
    // Sorting, filtering, and other views keep the columns.
    expect(chosen.html).toContain('view=all&amp;columns=service.requester.reference.tags');
    const report = await admin.get(`${list}/report?columns=service`);
    expect(column(report, 'Dates of service')).toEqual(['From 01/02/2025']);
  });

  test('can be filtered by who requested the records', async () => {
    const paula = await newMember('paula');
    const one = await ask('requester-1');
    await ask('requester-2');
    await world.db.raw(
      `update record_request set created_by_user_uid = (select user_uid from membership where uid = ?)
       where uid = ?`,
      [paula.membershipUid, one.uid],
    );
    const { html } = await admin.get(list);
    const [, uid = ''] =
      /<option value="([0-9a-f-]+)">paula<\/option>/.exec(
        /<select id="requester".*?<\/select>/s.exec(html)?.[0] ?? '',
      ) ?? [];
    expect(column(await admin.get(`${list}?requester=${uid}&columns=requester`), 'Requested by')).toEqual([
      'paula',
    ]);
  });
});

describe('An exported workbook [CONSOLE-88]', () => {
  /** Returns the bytes of a file that the visitor downloads. */
  async function bytesOf(path: string): Promise<Uint8Array> {
    const response = await fetch(world.url + path, { headers: { Cookie: admin.cookie() } });
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    return new Uint8Array(await response.arrayBuffer());
  }

  test('has the rows of the CSV file, with dates, numbers, and texts that are never formulas', async () => {
    const patient = { firstName: '=1+1', lastNames: ['@SUM(A1)'], dateOfBirth: '1984-02-29' };
    const one = await ask('book-1', { siteName: '=HYPERLINK("x")', patient });
    await ask('book-2', { siteName: '+Hospital \u{1F3E5} <b>&' });
    await setTags(one, '-Lien, Trial');
    await world.db('record_request').where({ uid: one.uid }).update({ due_date: '2026-12-31' });
    const bytes = await bytesOf(`${list}/export?sort=facility&as=xlsx`);
    const [sheet] = (await readXlsx(bytes)).sheets;
    const [head = [], ...rows] = sheet?.rows ?? [];
    const first = Object.fromEntries(
      head.map((name, at) => [String(name), rows.find(row => row.includes(one.uid))?.[at]]),
    );
    expect(rows).toHaveLength(2);
    expect(first).toMatchObject({
      'First name': '=1+1',
      'Last name': '@SUM(A1)',
      'Date of birth': new Date('1984-02-29T00:00:00Z'),
      Facility: '=HYPERLINK("x")',
      'Days out': 0,
      Requested: new Date('2026-11-20T00:00:00Z'),
      Due: new Date('2026-12-31T00:00:00Z'),
      Files: 0,
      Tags: '-Lien, Trial',
    });
    const csv = parse<Record<string, string>>((await admin.get(`${list}/export?sort=facility`)).html, {
      columns: true,
      bom: true,
    });
    expect(Object.keys(csv[0] ?? {})).toEqual(head);
    const parts = unzipSync(bytes);
    const xml = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(xml).not.toMatch(/<f[ >]/);
    expect(xml).toContain('<t>=1+1</t>');
    expect(Object.keys(parts).filter(name => /macro|vba|external|connections/i.test(name))).toEqual([]);
    expect((await world.audits({ event: 'recordRequest.exportList' })).at(-2)).toMatchObject({
      outcome: 'success',
      changes: { rows: 2 },
      resourceUid: company.uid,
    });
  });

  test('exists for patients too, and neither has patient data in its name', async () => {
    await ask('book-3', { patient: { firstName: 'Quillon' } });
    const place = list.replace('/record-requests', '');
    for (const [path, name] of [
      [`${list}/export?as=xlsx`, 'Record requests.xlsx'],
      [`${place}/patients/export?as=xlsx`, 'Patients.xlsx'],
    ] as const) {
      const { headers } = await admin.get(path);
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    }
    const [sheet] = (await readXlsx(await bytesOf(`${place}/patients/export?as=xlsx`))).sheets;
    expect(sheet?.rows[1]).toEqual(expect.arrayContaining(['Quillon', new Date('1984-02-29T00:00:00Z')]));
    expect((await admin.get(`${list}/export?as=pdf`)).status).toBe(422);
  });
});
