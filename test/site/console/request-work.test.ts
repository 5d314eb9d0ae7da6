/** Notes, the follow-up date, and files of a record request in the console. */
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formPdf } from '../../support/authorization-documents';
import { newAcmeMember } from '../../support/console-members';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';
import { makeRequest, putRequestFile, type TestRequest } from '../../support/request-files';
import { sendToStore, storeFormOn } from '../../support/store-form';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let kim: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
  kim = await signedIn(world, await newAcmeMember(world, 'kim', 'Administrator'));
  viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
});
afterAll(() => world.close());

interface Asked {
  readonly request: TestRequest;
  /** The page of the record request. */
  readonly page: string;
}

async function ask(id: string): Promise<Asked> {
  const request = await makeRequest(world, company, id);
  const { uid } = await storedPatient(world, company, 'sandbox', id);
  return { request, page: `/console/companies/acme/sandbox/patients/${uid}/record-requests/${request.id}` };
}

interface StoredNote {
  readonly uid: string;
  readonly content: string;
  readonly author: string | null;
}

async function notesOf({ request }: Asked): Promise<StoredNote[]> {
  return readRows<StoredNote>(
    world.db,
    'select uid, content, author_user_uid as author from note where record_request_uid = ? order by uid',
    [request.id],
  );
}

describe('A note in the console [CONSOLE-69]', () => {
  test('has its author, who can edit it, and sends the events of the API', async () => {
    const asked = await ask('noted');
    const { page } = asked;
    const notes = `${page}/notes`;
    const added = await admin.send(page, notes, { content: 'Called the facility.' });
    expect(added.location).toBe(`${page}?done=noted`);
    const [note] = await notesOf(asked);
    expect(note).toMatchObject({ content: 'Called the facility.' });
    expect(note?.author).not.toBeNull();
    const edit = `${notes}/${note?.uid ?? ''}`;
    expect((await kim.get(page)).html).not.toContain(`action="${edit}"`);
    expect((await kim.send(page, edit, { content: 'Mine now', version: '1' })).status).toBe(403);
    const edited = await admin.send(page, edit, { content: 'Called twice.' });
    expect(edited.location).toBe(`${page}?done=noteSaved`);
    expect((await notesOf(asked)).map(({ content }) => content)).toEqual(['Called twice.']);
    const events = await world.events(note?.uid ?? '');
    expect(events.map(({ eventType }) => eventType)).toEqual(['note.created', 'note.updated']);
    expect(events.map(event => event.trackedByUserUid)).toEqual([note?.author, note?.author]);
  });

  test('is added once by a form that is sent twice', async () => {
    const asked = await ask('twice');
    const fields = { content: 'Once.', once: '0b9d8dbb-6f8c-4a36-9d1f-0d4c1a9a7f12' };
    const send = async (): Promise<ShownPage> => admin.send(asked.page, `${asked.page}/notes`, fields);
    const sent = await Promise.all([send(), send()]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(await notesOf(asked)).toHaveLength(1);
  });

  test('keeps the text after a mistake, and when someone else changed it', async () => {
    const asked = await ask('kept');
    const { page } = asked;
    const empty = await admin.send(page, `${page}/notes`, { content: ' ' });
    expect([empty.status, empty.html.includes('Enter a note of at most 10,000 characters.')]).toEqual([
      422,
      true,
    ]);
    const long = 'x'.repeat(10_001);
    const tooLong = await admin.send(page, `${page}/notes`, { content: long });
    expect([tooLong.status, tooLong.html.includes(`${long}</textarea>`)]).toEqual([422, true]);
    await admin.send(page, `${page}/notes`, { content: 'First' });
    const [note] = await notesOf(asked);
    const edit = `${page}/notes/${note?.uid ?? ''}`;
    await admin.send(page, edit, { content: 'Second', version: '1' });
    const stale = await admin.send(page, edit, { content: 'Third', version: '1' });
    expect([stale.status, stale.html.includes('>Third</textarea>')]).toEqual([409, true]);
  });

  test('needs ManageRecordRequests', async () => {
    const { page } = await ask('viewed');
    expect((await viewer.get(page)).html).not.toContain('Add note');
    expect((await viewer.send(page, `${page}/notes`, { content: 'No' })).status).toBe(403);
  });
});

test('The page names the patient, and members set the follow-up date [CONSOLE-70] [CONSOLE-106]', async () => {
  const asked = await ask('followed');
  const { page } = asked;
  const { html } = await admin.get(page);
  expect(html).toMatch(/<a href="[^"]+">Jane Doe<\/a>/);
  expect(html).toContain('<title>Record request · Sandbox · recordwell</title>');
  const set = await admin.send(page, `${page}/follow-up`, { followUpDate: '2027-01-04' });
  expect(set.location).toBe(`${page}?done=followUpSet`);
  expect((await admin.get(page)).html).toMatch(/<dt>Follow-up<\/dt><dd>01\/04\/2027<\/dd>/);
  const again = await admin.send(page, `${page}/follow-up`, { followUpDate: '2027-01-04', seen: '' });
  expect(again.status).toBe(303);
  const stale = await admin.send(page, `${page}/follow-up`, { followUpDate: '2027-02-01', seen: '' });
  expect(stale.status).toBe(409);
  expect(stale.html).toMatch(/Nothing was saved\..*Last changed by [A-Z][^<]+, [A-Z][a-z]{2} \d+, /s);
  const wrong = await admin.send(page, `${page}/follow-up`, { followUpDate: '2027-02-30' });
  expect([wrong.status, wrong.html.includes('value="2027-02-30"')]).toEqual([422, true]);
  await admin.send(page, `${page}/follow-up`, { followUpDate: '' });
  const rows = await readRows(world.db, 'select follow_up_date from record_request where uid = ?', [
    asked.request.id,
  ]);
  expect(rows).toEqual([{ follow_up_date: null }]);
});

test('Members confirm a facility that a correction put in doubt [REQUEST-42]', async () => {
  const asked = await ask('in-doubt');
  const { page } = asked;
  expect((await admin.get(page)).html).not.toContain('Confirm facility');
  await world.db('record_request').where({ uid: asked.request.id }).update({ is_held_by_correction: true });
  const { html } = await admin.get(page);
  expect(html).toContain('only records of the earlier identity named this facility.');
  expect((await viewer.get(page)).html).not.toContain('Confirm facility');
  const confirmed = await admin.send(page, `${page}/confirm-facility`);
  expect(confirmed.location).toBe(`${page}?done=facilityConfirmed`);
  expect((await admin.get(page)).html).not.toContain('Confirm facility');
});

describe('The contact log [CONSOLE-83]', () => {
  const today = new Date().toISOString().slice(0, 10);

  test("takes a member's own contact once, whose next date becomes the follow-up date", async () => {
    const asked = await ask('called');
    const { page, request } = asked;
    const contacts = `${page}/contacts`;
    const fields = {
      ...{ contactedOn: today, way: 'phone', person: 'Records desk', outcome: 'Not received yet' },
      ...{ nextOn: '2027-01-04', once: '0b9d8dbb-6f8c-4a36-9d1f-0d4c1a9a7f13' },
    };
    const sent = await Promise.all([admin.send(page, contacts, fields), admin.send(page, contacts, fields)]);
    expect(sent.map(({ location }) => location)).toEqual(Array(2).fill(`${page}?done=contactAdded`));
    const { html } = await kim.get(page);
    expect(html.match(/Not received yet/g)).toHaveLength(1);
    expect(html).toMatch(/<dt>Follow-up<\/dt><dd>01\/04\/2027<\/dd>/);
    // The date of the last contact is support's.
    expect(html).toMatch(/<dt>Last contact<\/dt><dd><span class="muted">None/);
    const rows = await world.audits({ event: 'recordRequest.addContact', resourceUid: request.id });
    expect(rows).toMatchObject([{ outcome: 'success', actorKind: 'console' }]);
    expect(JSON.stringify(rows)).not.toContain('Records desk');
  });

  test('refuses a contact in the future, an unknown way, and more than 500, and keeps what was typed', async () => {
    const { page, request } = await ask('miscalled');
    const contacts = `${page}/contacts`;
    const send = async (fields: object) =>
      admin.send(page, contacts, { contactedOn: today, way: 'fax', outcome: 'Kept text', ...fields });
    const future = await send({ contactedOn: '2999-01-01' });
    expect([future.status, future.html.includes('value="Kept text"')]).toEqual([422, true]);
    expect((await send({ way: 'pigeon' })).html).toContain('Choose how the facility was contacted.');
    expect((await send({ outcome: 'x'.repeat(1_001) })).status).toBe(422);
    expect((await viewer.get(page)).html).not.toContain('Add contact');
    expect((await viewer.send(page, contacts, { contactedOn: today, way: 'fax' })).status).toBe(403);
    await world.db.raw(
      `insert into contact (uid, company_uid, record_request_uid, contacted_on, way, author, created_at)
       select gen_random_uuid(), company_uid, uid, created_at::date, 'fax',
         '{"kind":"service","id":"x","name":"x"}', created_at
       from record_request, generate_series(1, 500) where uid = ?`,
      [request.id],
    );
    const full = await send({});
    expect([full.status, full.html.includes('maximum number of entries')]).toEqual([400, true]);
  });
});

test('Members change the reference and the due date, and see what the patient has [CONSOLE-82]', async () => {
  const asked = await ask('detailed');
  const { page } = asked;
  const details = `${page}/details`;
  await world.db('patient').where({ id: 'detailed' }).update({ reference: 'Matter 7' });
  expect((await admin.get(page)).html).toContain('Matter 7 <span class="muted">(the patient');
  const wanted = { reference: 'PI-0042', dueDate: '2027-01-05' };
  expect((await admin.send(page, details, wanted)).location).toBe(`${page}?done=detailsSaved`);
  const { html } = await admin.get(page);
  expect(html).toMatch(/<dt>Reference<\/dt><dd>PI-0042<\/dd>.*<dt>Due date<\/dt><dd>01\/05\/2027<\/dd>/s);
  expect(html).not.toMatch(/<title>[^<]*PI-0042/);
  const old = { reference: 'PI-0043', dueDate: '', seenReference: '', seenDueDate: '' };
  const stale = await admin.send(page, details, old);
  expect([stale.status, stale.html.includes('value="PI-0043"')]).toEqual([409, true]);
  const wrong = await admin.send(page, details, { reference: 'R'.repeat(256), dueDate: '2027-02-30' });
  expect([
    wrong.status,
    wrong.html.includes('at most 255 characters'),
    wrong.html.includes('Enter a valid date'),
  ]).toEqual([422, true, true]);
  expect((await viewer.send(page, details, wanted)).status).toBe(403);
  await admin.send(page, details, { reference: '', dueDate: '' });
  const rows = await readRows(world.db, 'select reference, due_date from record_request where uid = ?', [
    asked.request.id,
  ]);
  expect(rows).toEqual([{ reference: null, due_date: null }]);
});

describe('The files of a record request [CONSOLE-71]', () => {
  test('are uploaded by a form without a script', async () => {
    const { page } = await ask('uploaded');
    const wrong = await admin.send(page, `${page}/documents`, { fileName: 'a/b.pdf' });
    expect([wrong.status, wrong.html.includes('value="a/b.pdf"')]).toEqual([422, true]);
    const offered = await admin.send(page, `${page}/documents`, { fileName: 'Subpoena.pdf' });
    expect(offered.location).toMatch(/\/documents\/[0-9a-f-]{36}\/upload$/);
    const { html, headers } = await admin.get(offered.location);
    expect(headers.get('content-security-policy')).toContain(
      new URL(world.services.files.publicOrigin).origin,
    );
    const sent = await sendToStore(storeFormOn(html, 'Upload document'), new Uint8Array(await formPdf()));
    expect(sent.status).toBe(303);
    const after = await admin.get(sent.location.replace('https://recordwell.example', ''));
    expect(after.html).toContain('Document received.');
    expect(after.html).toContain('>Subpoena.pdf</a>');
    expect((await viewer.get(offered.location)).status).toBe(403);
  });

  test('are viewed page by page as pictures, if they are PDFs, JPEGs, or PNGs', async () => {
    const { page, request } = await ask('drawn');
    const pdf = await putRequestFile(
      world,
      company,
      request.id,
      'Letter.pdf',
      { area: 'documents' },
      await formPdf(),
    );
    const text = await putRequestFile(world, company, request.id, 'Letter.txt', {
      area: 'documents',
      contentType: 'text/plain',
    });
    const first = `${page}/files/${pdf.uid}/pages/1`;
    const { html } = await admin.get(first);
    expect(html).toContain(`<img src="${first}/picture" alt="Page 1"`);
    const drawn = await admin.get(`${first}/picture`);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(html).not.toContain('Next page');
    const none = await admin.get(`${page}/files/${text.uid}/pages/1`);
    expect(none.html).toContain("The pages can't be shown.");
    for (const absent of ['pages/0', 'pages/x', 'pages/9', 'pages/9/picture'])
      expect((await admin.get(`${page}/files/${pdf.uid}/${absent}`)).status).toBe(404);
  });

  test("aren't shown before the customer may have them", async () => {
    const { page, request } = await ask('early');
    const { uid } = await putRequestFile(world, company, request.id, 'Chart.pdf');
    expect((await admin.get(`${page}/files/${uid}`)).status).toBe(404);
    await world.db('record_request').where({ uid: request.id }).update({ status: 'Completed' });
    expect((await admin.get(`${page}/files/${uid}`)).status).toBe(200);
  });
});

describe('A file [CONSOLE-72]', () => {
  test.each(['documents', 'deliverables'] as const)('of the %s is renamed and deleted', async area => {
    const { page, request } = await ask(`managed-${area}`);
    await world.db('record_request').where({ uid: request.id }).update({ status: 'Completed' });
    const { uid } = await putRequestFile(world, company, request.id, 'Old.pdf', { area });
    const file = `${page}/files/${uid}`;
    expect((await viewer.get(file)).html).not.toContain('Rename file');
    expect((await viewer.send(file, `${file}/rename`, { name: 'No.pdf' })).status).toBe(403);
    const wrong = await admin.send(file, `${file}/rename`, { name: '.hidden' });
    expect([wrong.status, wrong.html.includes('value=".hidden"')]).toEqual([400, true]);
    const renamed = await admin.send(file, `${file}/rename`, { name: 'New.pdf' });
    expect(renamed.location).toBe(`${file}?done=renamed`);
    expect((await admin.get(page)).html).toContain('>New.pdf</a>');
    expect((await admin.send(file, `${file}/delete`)).location).toBe(`${page}?done=deleted`);
    expect((await admin.get(file)).status).toBe(404);
    const of = area === 'documents' ? 'document' : 'deliverable';
    const trail = await world.audits({ resourceUid: request.id, actorKind: 'console', outcome: 'success' });
    const events = trail.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining([`${of}.rename`, `${of}.delete`]));
  });
});
