/** The company's list of record requests: views, filters, search, export, report, and canceling several. */
import { parse } from 'csv-parse/sync';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { decideOnSandbox, jane, mercyClinic, patientsPath, putPatient } from '../../support/patients';
import { putRequestFile } from '../../support/request-files';

let world: ApiWorld;
let company: TestCompany;
let rival: TestCompany;
let admin: Visitor;
let list: string;
let firms = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date('2026-11-20T15:00:00Z') } });
  rival = await world.company('rival');
});
// Each test has its own company with an empty list.
beforeEach(async () => {
  company = await world.company(`firm-${(firms += 1)}`);
  admin = await signedIn(world, company.email);
  list = `/console/companies/${company.id}/sandbox/record-requests`;
});
afterAll(() => world.close());

interface Asked {
  readonly of?: TestCompany;
  readonly siteName?: string;
  readonly patient?: object;
  readonly kind?: 'medicalRecord' | 'billing' | 'imaging';
  /** What the row has instead. */
  readonly row?: Readonly<Record<string, unknown>>;
}

/** Requests records of a patient. @returns the request's uid */
async function ask(id: string, asked: Asked = {}): Promise<string> {
  const { of = company, siteName = mercyClinic.siteName, patient = {}, kind = 'billing', row } = asked;
  await putPatient(world, of, 'sandbox', id, { ...jane, ...patient });
  const { json } = await world.call('POST', `${patientsPath(of, 'sandbox', id)}/record-requests`, {
    key: of.sandboxKey,
    body: { ...mercyClinic, siteName, [kind]: true },
  });
  const [made] = json['requests'] as Array<{ request: { id: string } }>;
  const uid = made?.request.id ?? '';
  if (row !== undefined) await world.db('record_request').where({ uid }).update(row);
  return uid;
}

/** Returns the cells of a column, in the order of the page. */
function column({ html }: ShownPage, label: string): string[] {
  return [...html.matchAll(new RegExp(`data-label="${label}"[^>]*><span>(.*?)</td>`, 'g'))].map(
    ([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '').trim(),
  );
}

/** Returns the views with their counts. */
function countsOf({ html }: ShownPage): Record<string, string> {
  const tabs = /<nav class="tabs".*?<\/nav>/s.exec(html)?.[0] ?? '';
  return Object.fromEntries(
    [...tabs.matchAll(/<a [^>]*>([^<]+)<span class="count"> ([^<]+)</g)].map(([, name = '', count = '']) => [
      name,
      count,
    ]),
  );
}

async function newMember(name: string, role: string, seesAllProjects = true): Promise<Visitor> {
  const email = `${name}@${company.id}.example`;
  await world.change(change =>
    addMember(change, { companyId: company.id, email, name, role, seesAllProjects }),
  );
  return signedIn(world, email);
}

describe('The list of record requests', () => {
  test('opens with the open requests of all patients, newest first, and whose turn each is [CONSOLE-77]', async () => {
    await ask('turn-1', { siteName: 'Harbor Hospital', row: { status: 'Processing', channel: 'ehr' } });
    await ask('turn-2', { kind: 'imaging' });
    await decideOnSandbox(world, company, 'turn-2', 'MissingSignature');
    await ask('turn-3', { row: { status: 'Completed', completion_date: '2026-11-20' } });
    await ask('turn-4', { of: rival });
    const shown = await admin.get(list);
    expect(shown.status).toBe(200);
    expect(column(shown, 'Waiting on')).toEqual(['You', 'The facility']);
    expect(column(shown, 'Records')).toEqual(['Imaging', 'Billing']);
    expect(column(shown, 'Requested')).toEqual(['11/20/2026', '11/20/2026']);
    expect(column(shown, 'Facility')).toEqual(['Mercy Clinic', 'Harbor Hospital']);
    expect(shown.html).toContain('1–2 of 2');
    expect(countsOf(shown)).toEqual({
      'Needs you': '1',
      Mine: '0',
      Open: '2',
      Overdue: '0',
      Completed: '1',
      'Not found': '0',
      All: '3',
    });
    const rows = await world.audits({ event: 'recordRequest.list' });
    expect(rows.at(-1)).toMatchObject({ resourceKind: 'company', outcome: 'success', actorKind: 'console' });
  });

  test('has a view for what needs the customer, is overdue, is complete, or was not found [CONSOLE-77]', async () => {
    const wrong = await ask('view-1', { row: { status: 'WrongSiteName' } });
    await ask('view-2', { row: { status: 'Processing', follow_up_date: '2026-11-19' } });
    await ask('view-3', { row: { status: 'Processing', follow_up_date: '2026-11-20' } });
    const done = await ask('view-4', { row: { status: 'Completed', completion_date: '2026-11-20' } });
    await ask('view-5', { row: { status: 'NoRecordFound' } });
    await putRequestFile(world, company, done, 'chart.pdf');
    await world.db('stored_file').where({ record_request_uid: done }).update({ pages: 1204 });
    const seen = async (view: string) => column(await admin.get(`${list}?view=${view}`), 'Patient').length;
    expect(await seen('needsYou')).toBe(1);
    expect(column(await admin.get(`${list}?view=overdue`), 'Next follow-up')).toEqual(['11/19/2026 Overdue']);
    expect(column(await admin.get(`${list}?view=open&followUp=due&sort=followUp`), 'Next follow-up')).toEqual(
      ['11/19/2026 Overdue', '11/20/2026'],
    );
    expect(column(await admin.get(`${list}?view=completed`), 'Files')).toEqual(['11,204 pages']);
    expect(column(await admin.get(`${list}?view=notFound`), 'Status')).toEqual(['No records found']);
    expect(await seen('all')).toBe(5);
    // Once the records are requested from another facility, no one has to act on the first request.
    await ask('view-1', { siteName: 'Another Hospital' });
    await world
      .db('record_request')
      .where({ uid: wrong })
      .update({ created_at: new Date('2026-11-01') });
    expect(await seen('needsYou')).toBe(0);
  });

  test('is filtered and sorted by what the address says, and refuses what it does not know [CONSOLE-78]', async () => {
    await ask('filter-1', { siteName: 'Zeta', row: { created_at: new Date('2026-11-01T12:00:00Z') } });
    // Midnight in New York is 5 o'clock in UTC.
    await ask('filter-2', {
      siteName: 'Alpha',
      kind: 'imaging',
      row: { created_at: new Date('2026-11-11T04:00:00Z') },
    });
    const facilities = async (query: string) => column(await admin.get(`${list}?${query}`), 'Facility');
    expect(await facilities('sort=facility')).toEqual(['Alpha', 'Zeta']);
    expect(await facilities('sort=-facility')).toEqual(['Zeta', 'Alpha']);
    expect(await facilities('kind=imaging')).toEqual(['Alpha']);
    expect(await facilities('status=Processing')).toEqual([]);
    expect(await facilities('from=2026-11-10')).toEqual(['Alpha']);
    expect(await facilities('to=2026-11-10')).toEqual(['Alpha', 'Zeta']);
    expect(await facilities('from=2026-11-11')).toEqual([]);
    expect(await facilities('project=sandbox')).toHaveLength(2);
    expect((await admin.get(`${list}?project=unknown`)).status).toBe(404);
    for (const query of [
      'view=none',
      'sort=none',
      'kind=none',
      'status=none',
      'from=yesterday',
      'page=0',
      'page=21',
      'tag=trial',
      'tag=01a1fa97-cbfd-72da-9b40-09c034bab473',
      'assignee=me',
      'assignee=01a1fa97-cbfd-72da-9b40-09c034bab473',
      'requester=01a1fa97-cbfd-72da-9b40-09c034bab473',
      'columns=secret',
    ])
      expect([query, (await admin.get(`${list}?${query}`)).status]).toEqual([query, 422]);
  });

  test('is filtered by whose turn it is, with the count of the shown view [CONSOLE-98]', async () => {
    await ask('turn-of-1', { row: { status: 'Processing', channel: 'ehr' } });
    await ask('turn-of-2');
    await ask('turn-of-3', { row: { status: 'NeedToReviewResults' } });
    await ask('turn-of-4', { row: { status: 'Completed', completion_date: '2026-11-20' } });
    await ask('turn-of-5', { row: { status: 'WrongSiteName' } });
    const whole = await admin.get(`${list}?view=all`);
    const words = column(whole, 'Waiting on');
    expect(words.toSorted()).toEqual(expect.arrayContaining(['Support', 'The facility', 'You']));
    for (const [turn, word] of [
      ['You', 'You'],
      ['Facility', 'The facility'],
      ['Support', 'Support'],
    ] as const) {
      const shown = await admin.get(`${list}?view=all&turn=${turn}`);
      const expected = words.filter(shownWord => shownWord === word);
      expect([turn, column(shown, 'Waiting on')]).toEqual([turn, expected]);
      expect(countsOf(shown)).toEqual({ All: String(expected.length) });
    }
    expect((await admin.get(`${list}/report?view=all&turn=Facility`)).html).toContain(
      'Waiting on The facility',
    );
    expect(column(await admin.get(`${list}?view=completed&turn=You`), 'Patient')).toEqual([]);
    expect((await admin.get(`${list}?turn=Partner`)).status).toBe(422);
  });

  test('is grouped by whose turn it is, with counts, on all its pages and in print [CONSOLE-121]', async () => {
    await ask('grouped-1', { row: { status: 'NeedToReviewResults' } });
    await ask('grouped-2', { row: { status: 'Processing', channel: 'ehr' } });
    await ask('grouped-3', { row: { status: 'AuthDenied' } });
    await ask('grouped-4', { row: { status: 'Processing', channel: 'ehr' } });
    await ask('grouped-5', { row: { status: 'Completed', completion_date: '2026-11-20' } });
    const headsOf = ({ html }: ShownPage): string[] =>
      [...html.matchAll(/<th scope="rowgroup" colspan="\d+">([^<]+)</g)].map(([, name = '']) => name);
    const usual = await admin.get(list);
    expect(headsOf(usual)).toEqual([]);
    const [, href = ''] = /<a href="([^"]+)">\s*Group by waiting on/.exec(usual.html) ?? [];
    const grouped = await admin.get(href.replaceAll('&amp;', '&'));
    expect(headsOf(grouped)).toEqual(['You (1)', 'The facility (2)', 'Support (1)']);
    const turns = ['You', 'The facility', 'The facility', 'Support'];
    expect(column(grouped, 'Waiting on')).toEqual(turns);
    const back = await admin.get(`${list}?sort=-turn`);
    expect(column(back, 'Waiting on')).toEqual(turns.toReversed());
    const report = await admin.get(`${list}/report?sort=turn`);
    expect(headsOf(report)).toEqual(headsOf(grouped));
    const done = await admin.get(`${list}?view=completed&sort=turn`);
    expect([done.status, headsOf(done), done.html.includes('Group by')]).toEqual([200, [], false]);
    const { html } = await admin.get(`${list}?sort=turn&turn=Facility`);
    expect(headsOf({ ...grouped, html })).toEqual(['The facility (2)']);
    expect(grouped.html).toContain('view=completed"');
  });

  test('is ordered by each column, both ways, on all its pages, and ends with what has no value [CONSOLE-97]', async () => {
    await ask('ordered');
    // A page has fewer rows than a status, so that what an index has first matters.
    const statuses = ['Processing', 'Completed'];
    await world.db.raw(
      `insert into record_request (uid, company_uid, project_uid, patient_uid, site_uid, kind, status,
        submitted_site_name, last_contact_date, follow_up_date, due_date, created_at, updated_at)
      select uuidv7(), p.company_uid, p.project_uid, p.uid, s.uid, 'billing', (?::text[])[1 + n % 2],
        'Site ' || n % 7, case when n % 3 > 0 then date '2026-01-01' + n % 11 end,
        case when n % 4 > 1 then date '2026-02-01' + n % 13 end,
        case when n % 5 > 2 then date '2026-03-01' + n % 17 end,
        timestamptz '2026-01-01T12:00Z' + n % 9 * interval '1 day', now()
      from generate_series(1, 240) n, patient p join site s on s.company_uid = p.company_uid
      where p.company_uid = ?`,
      [statuses, company.uid],
    );
    const columns = {
      requested: 'created_at',
      facility: 'submitted_site_name',
      status: 'status',
      lastContact: 'last_contact_date',
      followUp: 'follow_up_date',
      due: 'due_date',
    } as const;
    for (const [sort, name] of Object.entries(columns))
      for (const direction of ['asc', 'desc']) {
        const { rows } = await world.db.raw<{ rows: Array<{ uid: string; value: string | null }> }>(
          `select uid, ${name}::text as value from record_request where company_uid = ?
            order by ${name} ${direction} nulls last`,
          [company.uid],
        );
        const values = new Map(rows.map(row => [row.uid, row.value]));
        const shown: string[] = [];
        for (const page of ['1', '2', '3', '4', '5']) {
          const path = `${list}?view=all&sort=${direction === 'desc' ? '-' : ''}${sort}&page=${page}`;
          const { html } = await admin.get(path);
          shown.push(...[...html.matchAll(/name="request" value="([^"]+)"/g)].map(([, row = '']) => row));
        }
        expect(new Set(shown).size).toBe(241);
        expect([sort, direction, shown.map(row => values.get(row))]).toEqual([
          sort,
          direction,
          rows.map(({ value }) => value),
        ]);
      }
  }, 60_000);

  test('shows due dates and rush, sorts by them, and filters what is due or overdue [CONSOLE-82]', async () => {
    await ask('due-1', { row: { due_date: '2026-11-21' } });
    await ask('due-2', { row: { due_date: '2026-11-19', is_rush: true } });
    await ask('due-3', { row: { due_date: '2026-11-20' } });
    await ask('due-4');
    await ask('due-5', { row: { due_date: '2026-11-01', status: 'Completed' } });
    expect(column(await admin.get(`${list}?sort=due`), 'Due')).toEqual([
      '11/19/2026 Overdue',
      '11/20/2026',
      '11/21/2026',
      '–',
    ]);
    expect(column(await admin.get(`${list}?sort=due&due=due`), 'Records')).toEqual([
      'Billing Rush',
      'Billing',
    ]);
    expect(column(await admin.get(`${list}?view=overdue`), 'Due')).toEqual(['11/19/2026 Overdue']);
    expect((await admin.get(`${list}?due=now`)).status).toBe(422);
    expect((await admin.get(`${list}/report?due=due`)).html).toContain('Due or overdue');
    const file = (await admin.get(`${list}/export?sort=due&due=due`)).html;
    expect(parse(file, { columns: true, bom: true })).toMatchObject([
      { Due: '11/19/2026', Rush: 'Yes', Certification: 'No' },
      { Due: '11/20/2026', Rush: 'No' },
    ]);
  });

  test('comes in pages of 50 [CONSOLE-78]', async () => {
    const uid = await ask('paged-1');
    await world.db.raw(
      `insert into record_request (uid, company_uid, project_uid, patient_uid, site_uid, kind, status,
         submitted_site_name, created_at, updated_at)
       select gen_random_uuid(), company_uid, project_uid, patient_uid, site_uid, kind, status,
         'Copy ' || n, created_at - n * interval '1 minute', updated_at
       from record_request, generate_series(1, 60) as n where uid = ?`,
      [uid],
    );
    const first = await admin.get(list);
    expect(column(first, 'Facility')).toHaveLength(50);
    expect(first.html).toContain('1–50 of 61');
    const [, next = ''] = /href="([^"]*)">Next<\/a>/.exec(first.html) ?? [];
    const second = await admin.get(next.replaceAll('&amp;', '&'));
    expect(second.html).toContain('51–61 of 61');
    expect(column(second, 'Facility').at(-1)).toBe('Copy 60');
  });

  test('is searched by patient or facility with a posted text that is in no address [CONSOLE-78] [CONSOLE-38] [REQUEST-38]', async () => {
    await ask('sought-1', { patient: { firstName: 'Zoë', lastNames: ['Quillfeather'] } });
    await ask('sought-2', { siteName: 'Renée Hospital' });
    const search = async (text: string) => admin.send(list, `${list}/search`, { text, project: '' });
    expect(column(await search('quillFEA'), 'Patient')).toEqual(['Zoë Quillfeather']);
    expect(column(await search('RENEE'), 'Facility')).toEqual(['Renée Hospital']);
    expect(column(await search('sought-'), 'Patient')).toHaveLength(2);
    expect((await search('sought-')).html).not.toContain('Ref. ');
    await ask('sought-3', { row: { reference: 'PI-0042' }, patient: { reference: 'Matter 7' } });
    await ask('sought-4', { patient: { reference: 'Matter 7' } });
    expect(column(await search('pi-0042'), 'Patient')).toEqual(['Jane DoeRef. PI-0042']);
    // Where a request has no reference, the list shows its patient's.
    expect(column(await search('matter 7'), 'Patient')).toEqual([
      'Jane DoeRef. Matter 7',
      'Jane DoeRef. PI-0042',
    ]);
    expect((await search('Nobody here')).html).toContain('No matching record requests');
    const short = await search('qu');
    expect([short.status, short.html.includes('Enter 3 to 100 characters.')]).toEqual([422, true]);
    const { html } = await search('Quillfeather');
    for (const [address] of html.matchAll(/(?:href|action)="[^"]*"/g)) expect(address).not.toMatch(/quill/i);
  });
});

test('A record request is found by its number, which lists, pages, and files show, but not by one of another company [REQUEST-56]', async () => {
  const numberOf = async (uid: string): Promise<string> => {
    const row = await world.db('record_request').where({ uid }).first<{ request_number: string }>();
    return row.request_number;
  };
  const [uid] = [await ask('numbered-1'), await ask('numbered-2', { siteName: 'Renée Hospital' })];
  const number = await numberOf(uid);
  const search = async (text: string) => admin.send(list, `${list}/search`, { text, project: '' });
  for (const typed of [number, number.toLowerCase().replaceAll('-', ' '), number.replaceAll(/\D/g, '')]) {
    const found = await search(typed);
    expect([column(found, 'Facility'), found.html.includes(`/record-requests/${uid}`)]).toEqual([
      [mercyClinic.siteName],
      true,
    ]);
  }
  expect(column(await admin.get(`${list}?columns=number`), 'Request number')).toContain(number);
  const { uid: patient } = await world.db('patient').where({ id: 'numbered-1' }).first<{ uid: string }>();
  const own = list.replace('record-requests', `patients/${patient}/record-requests/${uid}`);
  expect((await admin.get(own)).html).toContain(number);
  expect((await admin.get(`${list}/export?format=csv`)).html).toContain(number);
  const others = await ask('numbered-3', { of: await world.company('firm-of-others') });
  expect((await search(await numberOf(others))).html).toContain('No matching record requests');
});

test('Exporting gives the filtered list, no formulas, and an audit event with the number of rows [CONSOLE-79]', async () => {
  const patient = { firstName: '+Jane', reference: '=PI-0042' };
  await ask('export-1', { siteName: '=HYPERLINK("x")', kind: 'imaging', patient });
  await ask('export-2');
  const { status, headers, html } = await admin.get(`${list}/export?view=open&kind=imaging`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="Record requests.csv"');
  const rows = parse<Record<string, string>>(html, { columns: true, bom: true });
  expect(rows).toMatchObject([
    {
      'Last name': 'Doe',
      'First name': "'+Jane",
      'Date of birth': '02/29/1984',
      'Patient ID': 'export-1',
      Reference: "'=PI-0042",
      Facility: '\'=HYPERLINK("x")',
      Records: 'Imaging',
      Requested: '11/20/2026',
      'Days out': '0',
      Files: '0',
    },
  ]);
  expect((await world.audits({ event: 'recordRequest.exportList' })).at(-1)).toMatchObject({
    actorKind: 'console',
    outcome: 'success',
    changes: { rows: 1 },
    resourceUid: company.uid,
  });
});

test('The status report prints a list with its filters, without links in its rows [CONSOLE-79]', async () => {
  await ask('report-1');
  const { status, html } = await admin.get(`${list}/report?view=open&from=2026-11-01`);
  expect(status).toBe(200);
  for (const text of [
    'Record request status report',
    company.id,
    'From 11/01/2026',
    'Mercy Clinic',
    'Jane Doe',
  ])
    expect(html).toContain(text);
  expect(/<tbody>.*<\/tbody>/s.exec(html)?.[0]).not.toContain('href');
});

describe('Canceling several record requests [CONSOLE-80]', () => {
  const select = async (request: readonly string[]) => admin.send(list, `${list}/selection`, { request });

  test('asks for confirmation, then says what happened to each', async () => {
    const [one, two] = [await ask('cancel-1'), await ask('cancel-2')];
    const ended = await ask('cancel-3', { row: { status: 'Completed' } });
    const confirm = await select([one, two, ended]);
    expect(confirm.html).toContain('Cancel 2 record requests?');
    const form = formOn(confirm.html, `${list}/cancel`);
    expect(form?.has('form')).toBe(true);
    const send = async () =>
      admin.send(
        list,
        `${list}/cancel`,
        { request: [one, two, ended] },
        { formToken: form?.get('form') ?? '' },
      );
    const done = await send();
    expect(done.status).toBe(200);
    expect(column(done, 'Result').toSorted()).toEqual([
      'Canceled',
      'Canceled',
      expect.stringContaining('has ended'),
    ]);
    const statuses = await world.db('record_request').whereIn('uid', [one, two]).select('status');
    expect(statuses).toEqual([{ status: 'Canceled' }, { status: 'Canceled' }]);
    // A second click changes nothing, and says the same.
    expect(column(await send(), 'Result').filter(text => text === 'Canceled')).toHaveLength(2);
    expect(await world.audits({ event: 'recordRequest.cancel', resourceUid: one })).toHaveLength(1);
  });

  test("refuses none, more than 100, and requests that the member can't see, and changes nothing", async () => {
    const foreign = await ask('cancel-4', { of: rival });
    const own = await ask('cancel-5');
    expect((await select([])).html).toContain('Select at least one record request.');
    const many = Array.from(
      { length: 101 },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    );
    expect((await select(many)).html).toContain('Select 100 record requests at most.');
    expect((await select([own, foreign])).status).toBe(404);
    expect((await world.db('record_request').where({ uid: own, status: 'Canceled' })).length).toBe(0);
  });
});

test('A member sees and does in the list only what their role and projects permit [CONSOLE-77]', async () => {
  await ask('role-1', { patient: { firstName: 'Secretive' } });
  const viewer = await newMember('list-viewer', 'Viewer');
  const shown = await viewer.get(list);
  expect(shown.html).not.toContain('Cancel selected');
  const outsider = await newMember('list-outsider', 'Viewer', false);
  expect(countsOf(await outsider.get(list))['All']).toBe('0');
  const permissions = ['ViewRecordRequests'] as const;
  await world.change(change => defineRole(change, { companyId: company.id, name: 'Clerk', permissions }));
  const clerk = await newMember('list-clerk', 'Clerk');
  const byId = await clerk.get(list);
  expect(column(byId, 'Patient')).toEqual(['role-1']);
  expect(byId.html).not.toContain('Secretive');
  expect((await clerk.get(`${list}/export`)).html).not.toContain('Secretive');
  expect(
    column(await clerk.send(list, `${list}/search`, { text: 'Secretive', project: '' }), 'Patient'),
  ).toEqual([]);
});
