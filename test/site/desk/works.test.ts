import { addDays, dayInUtc } from '../../../src/domain/clinical/calendar-date';
import { uuidv7 } from '../../../src/platform/ids';
import { uploadAnalyzed } from '../../support/analyzed-authorization';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formPdf } from '../../support/authorization-documents';
import { formOn, type Visitor } from '../../support/console-visitor';
import {
  ambiguousSearch,
  awaitResolution,
  awaitReview,
  failedEndpoint,
  operatorAtDesk,
  refusedSearch,
  siteOf,
  unansweredExchange,
} from '../../support/desk-work';
import {
  clinicalCounts,
  jane,
  mercyClinic,
  patientsPath,
  putPatient,
  storedPatient,
  withheldKinds,
} from '../../support/patients';
import { readRows } from '../../support/records';
import { makeRequest } from '../../support/request-files';

const dayMs = 24 * 3_600_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let uma: Visitor;

beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  [olga, uma] = [await operatorAtDesk(world, 'Olga'), await operatorAtDesk(world, 'Uma')];
});
afterAll(() => world.close());

async function newLive(id: string): Promise<{ readonly uid: string }> {
  await putPatient(world, acme, 'live', id, jane);
  return storedPatient(world, acme, 'live', id);
}

async function valueOf<T>(sql: string, uid: string): Promise<T | undefined> {
  return (await readRows<{ value: T }>(world.db, sql, [uid]))[0]?.value;
}

const absentUid = '01a1fa97-cbfd-72da-9b40-09c034bab473';

test('A record request is found by the number on its letter, or by its ID, also if it is not waiting [DESK-59]', async () => {
  const noNumber = 'Enter a request number, like RR-482-177-3056, or a record request ID.';
  const unknownNumber = 'No record request has this number or ID. Check it, and try again.';
  const { id: uid } = await makeRequest(world, acme, 'numbered');
  const numberSql = 'select request_number as value from record_request where uid = ?';
  const number = (await valueOf<string>(numberSql, uid)) ?? '';
  const find = async (typed: string) => {
    const { status, location, html } = await olga.send('/desk', '/desk/requests/find', { number: typed });
    return [status, location, [noNumber, unknownNumber].find(sentence => html.includes(sentence))];
  };
  const found = [303, `/desk/requests/${uid}`, undefined];
  expect(await find(number)).toEqual(found);
  expect(await find(` ${number.toLowerCase().replaceAll('-', ' ')} `)).toEqual(found);
  expect(await find(uid.toUpperCase())).toEqual(found);
  expect((await olga.get('/desk')).html).not.toContain(uid);
  expect((await olga.get(`/desk/requests/${uid}`)).html).toContain(number);
  const wrong = number.replace(/\d$/, digit => String((Number(digit) + 1) % 10));
  const notFound = [404, '', unknownNumber];
  expect(await find(wrong)).toEqual(notFound);
  expect(await find(absentUid)).toEqual(notFound);
  expect(await find('Jane Doe')).toEqual([404, '', noNumber]);
});

test('Every page of an unknown item is the same 404 [DESK-26]', async () => {
  const absent = await olga.get('/desk/nothing');
  for (const path of ['sites', 'requests', 'endpoints', 'exchanges', 'patients', 'authorizations'])
    for (const uid of [absentUid, 'x', '..']) {
      const { status, html } = await olga.get(`/desk/${path}/${uid}`);
      expect([path, uid, status, html]).toEqual([path, uid, 404, absent.html]);
    }
  const uid = await awaitResolution(world, acme, 'no-file');
  for (const file of [absentUid, 'x'])
    expect((await olga.get(`/desk/requests/${uid}/files/${file}`)).status).toBe(404);
});

test('Every item in the queue links to its page, which shows who it is assigned to [DESK-26]', async () => {
  const request = await awaitResolution(world, acme, 'linked');
  const patient = await awaitReview(world, acme, 'linked-too', daysAgo(1));
  const uids = [
    ['requests', request],
    ['sites', await siteOf(world, request)],
    ['authorizations', patient],
    ['exchanges', await unansweredExchange(world, patient, daysAgo(9))],
    ['endpoints', await failedEndpoint(world, acme, daysAgo(1))],
  ] as const;
  const queue = await olga.get('/desk');
  for (const [folder, uid] of uids) {
    const path = `/desk/${folder}/${uid}`;
    expect(queue.html).toContain(`href="${path}"`);
    const shown = await olga.get(path);
    expect([path, shown.status]).toEqual([path, 200]);
    const [, take = ''] = /action="(\/desk\/queue\/[^"]+\/take)"/.exec(shown.html) ?? [];
    expect((await olga.send(path, take)).location).toBe(`${path}?done=take`);
    expect((await uma.get(path)).html).toContain('Assigned to Olga.');
    await olga.send(path, take.replace(/take$/, 'release'));
  }
});

describe('The page of a site', () => {
  let uid: string;
  const path = (act = ''): string => `/desk/sites/${uid}${act === '' ? '' : `/${act}`}`;
  const standing = (): Promise<string | undefined> =>
    valueOf('select standing as value from site where uid = ?', uid);
  beforeAll(async () => {
    uid = await siteOf(world, await awaitResolution(world, acme, 'sited'));
    await world.db('site').where({ uid }).update({ standing: 'unverified' });
  });

  test('verifies the site and undoes it, each with an audit row [DESK-21]', async () => {
    const shown = await olga.get(path());
    expect(shown.html).toContain('No matching facilities nearby');
    expect((await olga.send(path(), path('verify'))).location).toBe(`${path()}?done=done`);
    expect(await standing()).toBe('verified');
    expect((await olga.send(path(), path('unverify'))).status).toBe(303);
    expect(await standing()).toBe('unverified');
    const rows = await world.audits({ resourceUid: uid });
    expect(rows.map(({ event }) => event).slice(-4)).toEqual([
      ...['site.read', 'site.verify', 'site.read', 'site.unverify'],
    ]);
    expect(rows.at(-1)).toMatchObject({ actorName: 'olga@recordwell.example', companyUid: acme.uid });
  });

  test('links the site to a facility nearby in the directory, and unlinks it [DESK-21]', async () => {
    const facility = uuidv7(new Date());
    await world.db.raw(
      `insert into directory_site (uid, npi, name, match_name, address_line_1, match_line, city, match_city,
        state, zip, zip_5, place,
         is_synthetic, updated_on)
       select ?, '1234567893', name, lower(name), address_line_1, lower(address_line_1), city, lower(city),
         state, zip, left(zip, 5),
         'practice', false, current_date from site where uid = ?`,
      [facility, uid],
    );
    const shown = await olga.get(path());
    expect(shown.html).toContain(`value="${facility}"`);
    expect((await olga.send(path(), path('link'), { facility })).status).toBe(303);
    expect(await standing()).toBe('linked');
    expect((await olga.get(path())).html).toContain('Linked to');
    expect((await olga.send(path(), path('unlink'))).status).toBe(303);
    expect(await standing()).toBe('unverified');
  });

  test('returns 409 if the site was decided since or is assigned to someone else [DESK-21]', async () => {
    const form = formOn((await uma.get(path())).html, path('verify'))?.get('form') ?? '';
    await olga.send('/desk', `/desk/queue/site/${uid}/take`);
    const held = await uma.send('/desk', path('verify'), { form });
    expect([held.status, held.html.includes('assigned to Olga.'), await standing()]).toEqual([
      409,
      true,
      'unverified',
    ]);
    expect((await olga.send(path(), path('verify'))).status).toBe(303);
    expect((await uma.send('/desk', path('verify'), { form })).status).toBe(409);
    const rows = await readRows(
      world.db,
      'select kind from desk_task where subject_uid = ? and operator_uid is not null',
      [uid],
    );
    expect(rows).toEqual([]);
  });
});

describe('The page of a record request', () => {
  let uid: string;
  const path = (act = ''): string => `/desk/requests/${uid}${act === '' ? '' : `/${act}`}`;
  const status = (): Promise<string | undefined> =>
    valueOf('select status as value from record_request where uid = ?', uid);
  beforeAll(async () => {
    uid = await awaitResolution(world, acme, 'requested');
  });

  test('shows its site, and links to its workflow and patient, with an audit row [DESK-22]', async () => {
    const { html } = await olga.get(path());
    expect(html).toContain('1 Main St');
    expect(html).toContain(
      `href="https://temporal.example/work/${encodeURIComponent(`record-request/${uid}`)}"`,
    );
    expect(html).toMatch(/href="\/desk\/patients\/[0-9a-f-]{36}">requested</);
    expect((await world.audits({ event: 'recordRequest.read', resourceUid: uid })).at(-1)).toMatchObject({
      actorName: 'olga@recordwell.example',
    });
  });

  test('compares the request with the enclosed authorization before it is sent [DESK-46]', async () => {
    expect((await olga.get(path())).html).toContain('No authorization is enclosed.');
    const patient = await uploadAnalyzed(
      { world, company: acme },
      { project: 'live', id: 'compared' },
      jane,
      await formPdf(),
    );
    await world.db('patient').where({ uid: patient.uid }).update({ authorization_status: 'Approved' });
    const { json } = await world.call('POST', `${patientsPath(acme, 'live', 'compared')}/record-requests`, {
      key: acme.productionKey,
      body: { ...mercyClinic, imaging: true },
    });
    const { requests } = json as { requests: Array<{ request: { id: string } }> };
    const { html } = await olga.get(`/desk/requests/${requests[0]?.request.id ?? ''}`);
    const rows = [...html.matchAll(/<tr><td data-label="Compared">.*?<\/tr>/g)].map(([row]) =>
      row.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|'),
    );
    expect(rows).toHaveLength(4);
    expect(rows[2]).toMatch(/^\|Disclosing facility\|.+\|Harbor General Hospital[^|]*\|Differs\|$/);
    expect(rows[3]).toMatch(/^\|Recipient\|Company acme\|Company acme[^|]*\|Match\|$/);
  }, 60_000);

  test('changes the status for the version shown, and adds it to the timeline [DESK-22]', async () => {
    const before = formOn((await uma.get(path())).html, path('status')) ?? new Map<string, string>();
    const moved = await olga.send(path(), path('status'), {
      status: 'Processing',
      tell: 'asked by phone',
      reason: 'called',
    });
    expect(moved.location).toBe(`${path()}?done=done`);
    expect(await status()).toBe('Processing');
    expect((await olga.get(path())).html).toContain('asked by phone');
    expect(
      (await world.audits({ event: 'recordRequest.changeStatus', resourceUid: uid })).at(-1),
    ).toMatchObject({ reason: 'called' });
    const stale = await uma.send('/desk', path('status'), {
      ...Object.fromEntries(before),
      status: 'Canceled',
    });
    expect([stale.status, stale.html.includes('has changed since version'), await status()]).toEqual([
      409,
      true,
      'Processing',
    ]);
  });

  test.each([
    ['an unknown status', 'status', { status: 'Nonsense' }],
    ['completion without files', 'status', { status: 'Completed' }],
    ['a reason of two lines', 'status', { status: 'Canceled', reason: 'a\nb' }],
    ['an unknown way of sending', 'mark-sent', { way: 'pigeon' }],
    ['a packet that does not exist', 'mark-sent', { way: 'fax' }],
    ['a contact in the future', 'contact', { contact: '2999-01-01', way: 'fax' }],
    [
      'a follow-up in the past',
      'contact',
      { contact: dayInUtc(new Date()), way: 'fax', followUp: '2020-01-01' },
    ],
    ['an unknown way of a contact', 'contact', { contact: dayInUtc(new Date()), way: 'pigeon' }],
    ['an empty note', 'note', { content: ' ' }],
    ['a note that is too long', 'note', { content: 'a'.repeat(10_001) }],
  ])('returns 409 and changes nothing for %s [DESK-22]', async (_, act, fields) => {
    const form = formOn((await olga.get(path())).html, path('status'))?.get('version') ?? '';
    const token = formOn((await olga.get(path())).html, path(act))?.get('form');
    const shown = { version: form, ...fields };
    const before = await status();
    const answer = await olga.send(path(), path(act), shown);
    // A form that the page doesn't offer has no token, so it is refused first.
    expect(answer.status).toBe(token === undefined ? 403 : 409);
    expect(await status()).toBe(before);
  });

  test('shows that there is no packet, without saying that nothing was changed [DESK-22]', async () => {
    const { status: answered, html } = await olga.get(path('packet'));
    expect(answered).toBe(404);
    expect(html).toContain('<h1>No packet to send</h1>');
    expect(html).not.toContain('Nothing was changed');
  });

  test('adds one note for a form that is sent twice, also at once [CONSOLE-100]', async () => {
    const page = (await olga.get(path())).html;
    const form = { ...Object.fromEntries(formOn(page, path('note')) ?? []), content: 'Sent twice.' };
    const sent = await Promise.all([1, 2].map(() => olga.send('/desk', path('note'), form)));
    sent.push(await olga.send('/desk', path('note'), form));
    expect(sent.map(({ location }) => location)).toEqual(sent.map(() => `${path()}?done=done`));
    expect((await olga.get(path())).html.match(/Sent twice\./g)).toHaveLength(1);
    await olga.send(path(), path('note'), { content: 'Sent twice.' });
    expect((await olga.get(path())).html.match(/Sent twice\./g)).toHaveLength(2);
    const madeUp = { ...form, once: 'made-up' };
    expect((await olga.send('/desk', path('note'), madeUp)).status).toBe(303);
  });

  test('shows how to reach the site, and logs contacts with the follow-up [DESK-42] [REQUEST-41]', async () => {
    const today = dayInUtc(new Date());
    const followUp = addDays(today, 14);
    expect((await olga.get(path())).html).toContain('Fax');
    const texts = { way: 'phone', person: 'Records desk', outcome: ' Not received\tyet ' };
    const noted = await olga.send(path(), path('contact'), { contact: today, followUp, ...texts });
    expect(noted.location).toBe(`${path()}?done=done`);
    expect((await olga.get(path())).html).toContain(`value="${followUp}"`);
    const { json } = await world.call(
      'GET',
      `${patientsPath(acme, 'live', 'requested')}/record-requests/${uid}`,
      { key: acme.productionKey },
    );
    expect(json['request']).toMatchObject({ lastContactDate: today, followUpDate: followUp });
    const log = `${patientsPath(acme, 'live', 'requested')}/record-requests/${uid}/contacts`;
    const read = await world.call('GET', log, { key: acme.productionKey });
    expect(read.json['contacts']).toMatchObject([
      {
        contactedOn: today,
        way: 'phone',
        person: 'Records desk',
        outcome: 'Not received yet',
        nextOn: followUp,
        by: { name: 'Support' },
      },
    ]);
    expect((await olga.get(path())).html).toContain('Not received yet');
    expect(
      (await world.audits({ event: 'recordRequest.noteContact', resourceUid: uid })).at(-1),
    ).toMatchObject({ outcome: 'success', actorName: 'olga@recordwell.example' });
    // An empty date ends the follow-up. An earlier contact doesn't replace a later one.
    await olga.send(path(), path('contact'), { contact: addDays(today, -1), way: 'mail', followUp: '' });
    expect(
      await valueOf(
        "select last_contact_date || ' ' || coalesce(follow_up_date::text, 'none') as value from " +
          'record_request where uid = ?',
        uid,
      ),
    ).toBe(`${today} none`);
  });

  test('adds a note to the customer [DESK-22]', async () => {
    expect((await olga.send(path(), path('note'), { content: 'May we ask\r\nfor March?' })).status).toBe(303);
    expect((await olga.get(path())).html).toContain('May we ask\nfor March?');
  });

  test('downloads a file by its uid, with an audit row [DESK-22]', async () => {
    const made = await makeRequest(world, acme);
    const file = await made.put('Jane Doe.pdf');
    const own = `/desk/requests/${made.id}/files/${file.uid}`;
    expect((await olga.get(`/desk/requests/${made.id}`)).html).toContain(`href="${own}"`);
    const { status: httpStatus, location } = await olga.get(own);
    expect(httpStatus).toBe(303);
    expect(await (await fetch(location)).text()).toBe('bytes of Jane Doe.pdf');
    expect(
      (await world.audits({ event: 'recordRequest.readFile', resourceUid: made.id })).at(-1),
    ).toMatchObject({ outcome: 'success', actorName: 'olga@recordwell.example' });
    // A file of another request isn't found.
    expect((await olga.get(`/desk/requests/${uid}/files/${file.uid}`)).status).toBe(404);
  });
});

test('An endpoint disabled by failures can be enabled once; views add no audit row [DESK-23]', async () => {
  const uid = await failedEndpoint(world, acme, daysAgo(1));
  const path = `/desk/endpoints/${uid}`;
  const looks = (await world.audits({ resourceUid: uid })).length;
  const shown = await olga.get(path);
  expect(shown.html).toContain('https://receiver.example/hooks');
  expect(await world.audits({ resourceUid: uid })).toHaveLength(looks);
  const form = formOn((await uma.get(path)).html, `${path}/enable`)?.get('form') ?? '';
  expect((await olga.send(path, `${path}/enable`, { held: 'send' })).location).toBe(`${path}?done=done`);
  expect(await valueOf('select disabled_by as value from webhook_endpoint where uid = ?', uid)).toBeNull();
  expect((await uma.send('/desk', `${path}/enable`, { form, held: 'send' })).status).toBe(409);
  expect((await world.audits({ event: 'webhookEndpoint.enable', resourceUid: uid }))[0]).toMatchObject({
    actorName: 'olga@recordwell.example',
    outcome: 'success',
    companyUid: acme.uid,
  });
  expect((await olga.get(path)).html).toContain('This endpoint is active.');
});

test('The page of an exchange shows its submissions by status, without patient data [DESK-24]', async () => {
  const patient = await awaitReview(world, acme, 'exchanged', daysAgo(1));
  const uid = await unansweredExchange(world, patient, daysAgo(8));
  const { html } = await olga.get(`/desk/exchanges/${uid}`);
  expect(html).toContain('Sent, not acknowledged');
  expect(html).toContain('href="https://temporal.example/work/roster-exchange%2Fclaimsnet"');
  expect(html).not.toMatch(/exchanged<|Jane|\bDoe\b/);
});

describe('The page of a patient', () => {
  let uid: string;
  const path = (act = ''): string => `/desk/patients/${uid}${act === '' ? '' : `/${act}`}`;
  beforeAll(async () => {
    uid = await awaitReview(world, acme, 'searched', daysAgo(1));
  });

  test('shows why each search waits, and re-arms one rejected too often, once [DESK-25]', async () => {
    await refusedSearch(world, uid);
    expect((await olga.get('/desk?kind=search')).html).toContain('EHR Search rejected too often');
    const shown = await olga.get(path());
    expect(shown.html).toContain(
      'The partner rejected the request too many times, so we no longer resend it.',
    );
    expect(shown.html).toContain(
      `href="https://temporal.example/work/${encodeURIComponent(`patient-search/${uid}`)}"`,
    );
    const form = formOn((await uma.get(path())).html, path('rearm'))?.get('form') ?? '';
    expect((await olga.send(path(), path('rearm'), { search: 'ehrSearch' })).status).toBe(303);
    expect((await uma.send('/desk', path('rearm'), { form, search: 'ehrSearch' })).status).toBe(409);
    expect((await olga.send(path(), path('rearm'), { form, search: 'nonsense' })).status).toBe(403);
    expect((await world.audits({ event: 'search.rearm', resourceUid: uid }))[0]).toMatchObject({
      outcome: 'success',
    });
    expect((await olga.get('/desk?kind=search')).html).not.toContain(path());
  });

  test('identifies the patient among several people, and withholds the others [DESK-28]', async () => {
    await ambiguousSearch(world, uid, daysAgo(1));
    expect((await olga.get('/desk?kind=search')).html).toContain('Site Sonar found an ambiguous identity');
    const shown = await olga.get(path());
    expect(shown.html).toContain('Person 1, Female: 1 visit, 0 procedures');
    expect(shown.html).not.toContain('2021-03-01');
    const before = formOn((await uma.get(path())).html, path('identity')) ?? new Map<string, string>();
    for (const sent of [{}, { candidate: '1' }, { candidate: '3', reason: 'asked them' }, { reason: 'x' }])
      expect([sent, (await olga.send(path(), path('identity'), sent)).status]).toEqual([sent, 409]);
    expect(await withheldKinds(world, uid)).toEqual(['siteSonar', 'siteSonar']);
    const identity = { candidate: '1', reason: 'the customer told their address' };
    expect((await olga.send(path(), path('identity'), identity)).location).toBe(`${path()}?done=done`);
    expect(await withheldKinds(world, uid)).toEqual([]);
    expect(await clinicalCounts(world, uid)).toEqual({ 'siteSonar visit': 1 });
    expect((await storedPatient(world, acme, 'live', 'searched')).searchStatus).not.toBe('AmbiguousIdentity');
    expect((await world.audits({ event: 'search.tellIdentity', outcome: 'success' })).at(-1)).toMatchObject({
      resourceUid: uid,
      actorName: 'olga@recordwell.example',
      reason: 'the customer told their address',
    });
    const stale = await uma.send('/desk', path('identity'), { ...Object.fromEntries(before), ...identity });
    expect(stale.status).toBe(409);
  });

  test('shows how each person compares with the patient, and their details on a page of its own [DESK-28]', async () => {
    const { firstName, lastNames, dateOfBirth } = await storedPatient(world, acme, 'live', 'searched');
    const person = {
      id: 'p1',
      firstNames: [firstName],
      lastNames,
      birthDate: dateOfBirth,
      sex: null,
      zipCodes: ['94110'],
      phones: [],
      emails: ['found@mail.org'],
    };
    const other = { ...person, id: 'p2', firstNames: ['Patricia'], birthDate: '1950-05-06' };
    await ambiguousSearch(world, uid, daysAgo(1), [person, other]);
    const { html } = await olga.get(path());
    expect(html).toContain('First name the same, last name the same, birth date the same, sex unknown, ');
    expect(html).toContain('Held by rule H1.');
    expect(html).toContain('Rejected by rule V2.');
    expect(html).not.toMatch(/Patricia|found@mail|94110/);
    const looks = async (): Promise<number> =>
      (await world.audits({ event: 'search.readPeople', resourceUid: uid })).length;
    const before = await looks();
    const people = await olga.get(path('people'));
    for (const shown of ['Patricia', 'found@mail.org', '94110', '05/06/1950', 'Person 2', firstName])
      expect(people.html).toContain(shown);
    expect(await looks()).toBe(before + 1);
  });

  test('identifies the patient as none of the people, and shows no one [DESK-28]', async () => {
    await ambiguousSearch(world, uid, daysAgo(0));
    const identity = { candidate: 'nobody', reason: 'born in another year' };
    expect((await olga.send(path(), path('identity'), identity)).status).toBe(303);
    expect(await withheldKinds(world, uid)).toEqual([]);
    expect(
      await valueOf(
        `select outcome as value from patient_search where kind = 'siteSonar' and patient_uid = ?`,
        uid,
      ),
    ).toBe('NoHit');
  });

  test('returns 409 for a search that is assigned to another operator [DESK-10]', async () => {
    await refusedSearch(world, uid);
    const form = formOn((await uma.get(path())).html, path('rearm'))?.get('form') ?? '';
    await olga.send(path(), `/desk/queue/search/${uid}/take`);
    const held = await uma.send('/desk', path('rearm'), { form, search: 'ehrSearch' });
    expect([held.status, held.html.includes('assigned to Olga.')]).toEqual([409, true]);
    expect((await olga.send(path(), path('rearm'), { search: 'ehrSearch' })).status).toBe(303);
  });

  test('links to the prefilled form to sign, with an audit row for each download [DESK-54]', async () => {
    const { uid } = await newLive('form-to-sign');
    const { html } = await olga.get(`/desk/patients/${uid}`);
    for (const language of ['en', 'es'])
      expect(html).toContain(`href="/desk/patients/${uid}/authorization-form?language=${language}"`);
    const path = `/desk/patients/${uid}/authorization-form`;
    const { status, html: pdf } = await olga.get(`${path}?language=es`);
    expect([status, pdf.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await world.audits({ event: 'authorizationForm.create' })).at(-1)).toMatchObject({
      actorName: 'olga@recordwell.example',
      resourceUid: uid,
      outcome: 'success',
    });
    const refused = await olga.get(`${path}?language=fr`);
    expect([refused.status, refused.html.includes('<h1>No form to download</h1>')]).toEqual([409, true]);
    expect((await olga.get(`/desk/patients/${absentUid}/authorization-form?language=en`)).status).toBe(404);
  });

  test('cannot print a form for a name in another script, and says so [DESK-54]', async () => {
    await putPatient(world, acme, 'live', 'other-script', { ...jane, firstName: '美咲' });
    const { uid } = await storedPatient(world, acme, 'live', 'other-script');
    const refused = await olga.get(`/desk/patients/${uid}/authorization-form?language=en`);
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('Latin, Greek, or Cyrillic');
  });

  test('records a revocation for the version that was shown [AUTH-27]', async () => {
    const { uid: revoked } = await newLive('revoked-at-desk');
    const at = `/desk/patients/${revoked}`;
    await world.db('patient').where({ uid: revoked }).update({ authorization_status: 'Approved' });
    const before = formOn((await uma.get(at)).html, `${at}/revocation`) ?? new Map<string, string>();
    expect((await olga.send(at, `${at}/revocation`, { revoked: 'soon' })).status).toBe(409);
    expect((await olga.send(at, `${at}/revocation`, { revoked: '2026-11-20' })).status).toBe(303);
    expect((await olga.get(at)).html).toContain('The patient revoked the authorization on 11/20/2026.');
    const stale = await uma.send('/desk', `${at}/revocation`, {
      ...Object.fromEntries(before),
      revoked: '2026-11-19',
    });
    expect(stale.status).toBe(409);
    expect(await world.audits({ event: 'authorization.revoke', resourceUid: revoked })).toContainEqual(
      expect.objectContaining({ actorKind: 'operator', outcome: 'success' }),
    );
  });

  test('sets and clears a date of death for the version that was shown [DESK-25]', async () => {
    const before = formOn((await uma.get(path())).html, path('death')) ?? new Map<string, string>();
    expect((await olga.send(path(), path('death'), { died: '2014-05-01' })).status).toBe(303);
    expect(await valueOf('select date_of_death::text as value from patient where uid = ?', uid)).toBe(
      '2014-05-01',
    );
    const stale = await uma.send('/desk', path('death'), {
      ...Object.fromEntries(before),
      died: '2013-05-01',
    });
    expect(stale.status).toBe(409);
    for (const died of ['soon', '1900-01-01', '2999-01-01'])
      expect((await olga.send(path(), path('death'), { died })).status).toBe(409);
    expect((await olga.send(path(), path('death'), { died: '' })).status).toBe(303);
    expect(await valueOf('select date_of_death as value from patient where uid = ?', uid)).toBeNull();
  });
});

describe('The link from a workflow to the desk [DESK-43]', () => {
  const lead = async (workflowId: string): Promise<readonly [number, string]> => {
    const { status, location } = await olga.get(`/desk/workflows/${workflowId}`);
    return [status, location];
  };

  test('leads to the page of its subject', async () => {
    const patient = await awaitReview(world, acme, 'led-to', daysAgo(1));
    const request = await awaitResolution(world, acme, 'led-to-request');
    const endpoint = await failedEndpoint(world, acme, daysAgo(1));
    const site = await siteOf(world, request);
    const [document, supporting, delivery, notice, replay, research] = Array.from({ length: 6 }, () =>
      uuidv7(new Date()),
    );
    await world.db.raw(
      `with d as (insert into authorization_document (uid, company_uid, owner_kind, patient_uid, storage_key,
        created_at)
           values (:document, :company, 'patient', :patient, :document, now())
           on conflict (patient_uid) do update set uid = excluded.uid),
         s as (insert into supporting_document (uid, company_uid, patient_uid, number, etag, uploaded_at, run,
           status, created_at)
           values (:supporting, :company, :patient, 1, 'e', now(), 1, 'pending', now())),
         w as (insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
           record_uid, status,
             is_released, attempts, created_at, updated_at)
           values (:delivery, :endpoint, 1, :delivery, 'patient.created', :company, :patient, 'failed', true,
             1, now(), now())),
         n as (insert into webhook_notice (uid, endpoint_uid, delivery_uid, kind, failures, created_at)
           values (:notice, :endpoint, :delivery, 'disabled', 1, now())),
         p as (insert into webhook_replay (uid, company_uid, endpoint_uid, created_at) values (:replay,
           :company, :endpoint, now()))
       insert into site_research (uid, company_uid, environment, site_uid, started_by_uid, started_at)
       select :research, :company, 'production', :site, user_uid, now() from membership
         where company_uid = :company limit 1`,
      {
        document,
        supporting,
        delivery,
        notice,
        replay,
        research,
        company: acme.uid,
        patient,
        endpoint,
        site,
      },
    );
    const { location } = await olga.send('/desk', '/desk/bulk', { action: 'take', item: `site:${site}` });
    const bulk = location.replace(/^.*\//, '');
    const led = async (...ids: readonly string[]): Promise<ReadonlyArray<readonly [number, string]>> =>
      Promise.all(ids.map(lead));
    expect(await led(`patient-search/${patient}`, `record-request/${request}`)).toEqual([
      [303, `/desk/patients/${patient}`],
      [303, `/desk/requests/${request}`],
    ]);
    expect(await led(`auth-check/${document}/1`, `supporting-document/${supporting}/1`)).toEqual([
      [303, `/desk/authorizations/${patient}`],
      [303, `/desk/authorizations/${patient}`],
    ]);
    expect(
      await led(`webhook-delivery/${delivery}`, `webhook-notice/${notice}`, `webhook-replay/${replay}`),
    ).toEqual(Array.from({ length: 3 }, () => [303, `/desk/endpoints/${endpoint}`]));
    expect(await led(`site-research/${research}`, 'roster-exchange/claimsnet', `desk-bulk/${bulk}`)).toEqual([
      [303, `/desk/sites/${site}`],
      [303, '/desk?kind=exchange'],
      [303, `/desk/bulk/${bulk}`],
    ]);
  });

  test('leads to the patient for a document in a sandbox, because it has no review', async () => {
    await putPatient(world, acme, 'sandbox', 'led-to-sandbox', jane);
    const { uid: patient } = await storedPatient(world, acme, 'sandbox', 'led-to-sandbox');
    const document = uuidv7(new Date());
    await world.db.raw(
      `insert into authorization_document (uid, company_uid, owner_kind, patient_uid, storage_key, created_at)
       values (:document, :company, 'patient', :patient, :document, now())
       on conflict (patient_uid) do update set uid = excluded.uid`,
      { document, company: acme.uid, patient },
    );
    expect(await lead(`auth-check/${document}/1`)).toEqual([303, `/desk/patients/${patient}`]);
    expect((await olga.get(`/desk/patients/${patient}`)).status).toBe(200);
  });

  test.each([
    ['of an unknown kind', 'nonsense/0198a000-0000-7000-8000-000000000001'],
    ['about an unknown document', 'auth-check/0198a000-0000-7000-8000-000000000001/1'],
    ['about an unknown patient', 'patient-search/0198a000-0000-7000-8000-000000000001'],
    ['without a uid', 'patient-search/Jane'],
    ['of a bulk import', 'bulk-import/0198a000-0000-7000-8000-000000000001'],
  ])('returns 404 for a workflow %s', async (_, workflowId) => {
    expect((await lead(workflowId))[0]).toBe(404);
  });
});
