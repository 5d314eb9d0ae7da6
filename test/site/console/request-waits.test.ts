/** What pages say while a record request waits for its files, and the words of its status. */
import { recordRequestStatuses } from '../../../src/domain/record-requests/record-request';
import { recordRequestStatusLabels } from '../../../src/domain/status-labels';
import { storeAnswered } from '../../support/answered-requests';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from '../../support/patients';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let place: string;
let firms = 0;
let now = new Date();

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => now } });
});
beforeEach(async () => {
  now = new Date('2026-11-03T15:00:00Z');
  company = await world.company(`firm-${(firms += 1)}`);
  place = `/console/companies/${company.id}/production`;
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

async function ask(terms: object = {}): Promise<{ uid: string; page: string; files: string }> {
  await putPatient(world, company, 'live', 'one', jane);
  const { uid: patient } = await storedPatient(world, company, 'live', 'one');
  const { json } = await world.call('POST', `${patientsPath(company, 'live', 'one')}/record-requests`, {
    key: company.productionKey,
    body: { ...mercyClinic, billing: true, ...terms },
  });
  const [made] = json['requests'] as ReadonlyArray<{ request: { id: string } }>;
  const uid = made?.request.id ?? '';
  const path = `${place}/patients/${patient}`;
  return { uid, page: `${path}/record-requests/${uid}`, files: `${path}/files` };
}

/** Has it sent as a packet two days after it was requested. */
async function send(uid: string): Promise<void> {
  await world.db.raw(
    `with sent as (
       update record_request set status = 'Processing', channel = 'outreach', sequence = 1 where uid = :uid
       returning uid, company_uid
     ), step as (
       insert into record_request_step (uid, record_request_uid, sequence, status, actor, created_at)
       select uuidv7(), uid, 1, 'Processing', '{"kind": "service", "name": "recordwell"}',
         '2026-11-05T15:00:00Z' from sent
     )
     insert into request_packet (record_request_uid, sequence, company_uid, content_hash, packet_file_uid,
       prepared_on, send_by, answer_by, prepared_at, sent_at, sent_way)
     select uid, 0, company_uid, '', uuidv7(), '2026-11-04', '2026-11-06', '2026-12-03',
       '2026-11-04T15:00:00Z', '2026-11-05T15:00:00Z', 'fax' from sent`,
    { uid },
  );
}

async function at(day: string): Promise<void> {
  now = new Date(`${day}T15:00:00Z`);
  admin = await signedIn(world, company.email);
}

/** Returns the text of a page between two texts. */
async function textBetween(path: string, start: string, end: string): Promise<string> {
  const { html } = await admin.get(path);
  const from = html.indexOf(start);
  return html.slice(from, html.indexOf(end, from)).replaceAll(/<[^>]+>/g, '');
}
const headOf = async (page: string): Promise<string> => textBetween(page, '<h1>', 'for <a');
const filesOf = async (page: string): Promise<string> =>
  textBetween(page, '<h2 id="received">', '<h2 id="documents">');

test('The head says in words whether it is rushed, the days out, and the due date [CONSOLE-128]', async () => {
  const { uid, page } = await ask({ rush: true, dueDate: '2027-01-05' });
  expect(await headOf(page)).toBe('Mercy ClinicSubmittedRush, requested today, due 01/05/2027');
  await send(uid);
  await at('2026-11-22');
  expect(await headOf(page)).toBe('Mercy ClinicProcessingRush, 19 days out, due 01/05/2027');
  expect((await admin.get(`${place}/record-requests`)).html).toMatch(/data-label="Days out"[^>]*><span>19</);
  await at('2027-01-06');
  expect(await headOf(page)).toContain('64 days out, was due 01/05/2027');
  await world
    .db('record_request')
    .where({ uid })
    .update({ status: 'Partial', completion_date: '2026-11-15' });
  expect(await headOf(page)).toBe('Mercy ClinicPartially completedRush, answered after 12 days');
});

test('Without files, the pages say when the facility was asked, and who is waited for [CONSOLE-128]', async () => {
  const { uid, page, files } = await ask();
  const held = 'Requested on 11/03/2026, not sent yet. Waiting on: You.';
  expect(await filesOf(page)).toBe(`Files receivedNo files yet. ${held}`);
  const tab = async (): Promise<string> => textBetween(files, '<p>No files yet.', '</main>');
  expect(await tab()).toContain('The record request below is waiting for them.');
  expect(await tab()).toContain(`Mercy Clinic: Billing${held}`);
  await send(uid);
  await at('2026-12-03');
  const sent = 'Asked on 11/05/2026. Answer expected by 12/03/2026. Waiting on: The facility.';
  expect([await filesOf(page), await tab()]).toEqual([
    `Files receivedNo files yet. ${sent}`,
    expect.stringContaining(sent),
  ]);
  await at('2026-12-04');
  expect(await filesOf(page)).toContain('An answer was expected by 12/03/2026. Waiting on: Support.');
  await world.db('record_request').where({ uid }).update({ status: 'NoRecordFound' });
  expect(await filesOf(page)).toBe('Files receivedNo files. The request ended with: No records found.');
  expect(await tab()).toBe(
    'No files yet. Files appear here once a record request is completed or partially completed.',
  );
});

test('The list and its exported file have the same words for each status [CONSOLE-129]', async () => {
  const { uid: like } = await ask();
  const sentAt = '2026-10-01T15:00:00Z';
  for (const [minute, status] of recordRequestStatuses.entries())
    await storeAnswered(world, {
      like,
      status,
      sentAt,
      answeredAt: `2026-10-20T15:${String(minute + 10)}:00Z`,
    });
  const query = 'view=all&sort=requested';
  const { html } = await admin.get(`${place}/record-requests?${query}`);
  const pills = [...html.matchAll(/<span class="pill \w+">([^<]+)<\/span>/g)].map(([, label = '']) => label);
  const { text } = await admin
    .get(`${place}/record-requests/export?${query}`)
    .then(({ html: csv }) => ({ text: csv }));
  const [names = '', ...lines] = text.trim().split(/\r?\n/);
  const at = names.split(',').indexOf('Status');
  const cells = lines.map(line => line.split(',')[at] ?? '');
  const labels = recordRequestStatuses.map(status => recordRequestStatusLabels[status]);
  expect(cells.toSorted()).toEqual(['Submitted', ...labels].toSorted());
  expect(pills.filter(label => labels.includes(label)).toSorted()).toEqual(cells.toSorted());
});
