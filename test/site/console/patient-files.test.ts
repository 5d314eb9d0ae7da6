/** The files and the notes of all record requests of a patient: list, review, ZIP, notes. */
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from '../../support/patients';
import { putRequestFile } from '../../support/request-files';

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

interface Case {
  /** The path of the patient's page. */
  readonly path: string;
  readonly patientUid: string;
  readonly requestUid: string;
}

/** Registers a patient with a completed record request. */
async function patientWithRequest(id: string): Promise<Case> {
  await putPatient(world, company, 'sandbox', id, jane);
  const path = `${patientsPath(company, 'sandbox', id)}/record-requests`;
  const body = { ...mercyClinic, imaging: true, billing: true };
  const { json } = await world.call('POST', path, { key: company.sandboxKey, body });
  const [first] = json['requests'] as Array<{ request: { id: string } }>;
  const requestUid = first?.request.id ?? '';
  await world.db('record_request').where({ uid: requestUid }).update({ status: 'Completed' });
  const { uid } = await storedPatient(world, company, 'sandbox', id);
  return { path: `/console/companies/acme/sandbox/patients/${uid}`, patientUid: uid, requestUid };
}

function mainOf({ html }: ShownPage): string {
  return /<main id="content">.*<\/main>/s.exec(html)?.[0] ?? '';
}

async function zipOf(path: string): Promise<Readonly<Record<string, Uint8Array>>> {
  const answer = await fetch(`${world.url}${path}/files/zip`, { headers: { Cookie: admin.cookie() } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="record-files.zip"');
  return unzipSync(new Uint8Array(await answer.arrayBuffer()));
}

test('The Files tab lists the files of all requests, and who is waited for [FILE-43]', async () => {
  const { path, requestUid } = await patientWithRequest('listed');
  const empty = mainOf(await admin.get(`${path}/files`));
  expect(empty).toContain('No files yet.');
  expect(empty).toContain(`${mercyClinic.siteName}: `);
  expect(empty).not.toContain('Download all as ZIP');
  await putRequestFile(world, company, requestUid, 'chart.pdf');
  await putRequestFile(world, company, requestUid, 'letter.pdf', { area: 'documents' });
  await putRequestFile(world, company, requestUid, 'held.pdf', { area: 'held' });
  const shown = mainOf(await admin.get(`${path}/files`));
  expect(shown).toContain('chart.pdf');
  expect(shown).toContain('letter.pdf');
  expect(shown).not.toContain('held.pdf');
  await world.db('record_request').where({ uid: requestUid }).update({ status: 'Processing' });
  const pending = mainOf(await admin.get(`${path}/files`));
  expect(pending).not.toContain('chart.pdf');
  expect(pending).toContain('letter.pdf');
});

test('A letter that there are no records is with its request whatever the status, and in the tab [FILE-59]', async () => {
  const { path, requestUid } = await patientWithRequest('attached');
  const { uid } = await putRequestFile(world, company, requestUid, 'no-records.pdf', { area: 'attachments' });
  await world.db('record_request').where({ uid: requestUid }).update({ status: 'NoRecordFound' });
  const request = `${path}/record-requests/${requestUid}`;
  const shown = mainOf(await admin.get(request));
  expect(shown).toMatch(/<h2 id="attachments">Attachments<.*no-records\.pdf/s);
  expect(mainOf(await admin.get(`${path}/files`))).toMatch(/no-records\.pdf.*Attachment/s);
  expect(Object.keys(await zipOf(path)).some(name => name.endsWith('/no-records.pdf'))).toBe(true);
  const download = await admin.get(`${request}/attachments/${uid}`);
  expect([download.status, download.location.includes('no-records.pdf')]).toEqual([303, true]);
  const rows = await world.audits({ event: 'attachment.read', resourceUid: requestUid });
  expect(rows).toMatchObject([{ outcome: 'success', actorKind: 'console' }]);

  const file = `${request}/files/${uid}`;
  const { html } = await admin.get(file);
  expect([html.includes(`${file}/rename`), html.includes(`${file}/delete`)]).toEqual([false, true]);
  expect((await admin.send(file, `${file}/delete`)).location).toBe(`${request}?done=deleted`);
  expect((await world.audits({ event: 'attachment.delete', resourceUid: requestUid })).length).toBe(1);
  expect(mainOf(await admin.get(request))).not.toContain('no-records.pdf');
});

test('A member marks a file as reviewed, and a replaced file counts as not reviewed [FILE-44]', async () => {
  const { path, requestUid } = await patientWithRequest('reviewed');
  const { uid } = await putRequestFile(world, company, requestUid, 'chart.pdf');
  const review = `${path}/files/${uid}/review`;
  expect((await admin.send(`${path}/files`, review)).location).toBe(`${path}/files?done=marked`);
  expect(mainOf(await admin.get(`${path}/files`))).toContain('Remove mark');
  const rows = await world.audits({ event: 'recordRequest.reviewFile', resourceUid: requestUid });
  expect(rows).toMatchObject([{ outcome: 'success', actorKind: 'console' }]);
  await world.db('stored_file').where({ uid }).update({ etag: '"another"' });
  expect(mainOf(await admin.get(`${path}/files`))).toContain('Mark as reviewed');
  const late = await admin.send(`${path}/files`, review, { file: 'earlier' });
  expect(late.status).toBe(409);
  expect((await admin.send(`${path}/files`, review)).status).toBe(303);
  expect((await admin.send(`${path}/files`, review)).location).toBe(`${path}/files?done=unmarked`);

  const email = 'viewer@acme.example';
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name: 'Vi', role: 'Viewer', seesAllProjects: true }),
  );
  const viewer = await signedIn(world, email);
  const seen = await viewer.get(`${path}/files`);
  expect([seen.status, seen.html.includes('Mark as reviewed')]).toEqual([200, false]);
});

test('All files download as one ZIP with a list of them, and one audit row [FILE-45]', async () => {
  const { path, patientUid, requestUid } = await patientWithRequest('zipped');
  await putRequestFile(world, company, requestUid, 'chart.pdf', {}, Buffer.from('first chart'));
  await putRequestFile(
    world,
    company,
    requestUid,
    'letter.pdf',
    { area: 'documents' },
    Buffer.from('letter'),
  );
  const files = await zipOf(path);
  const folder = Object.keys(files).find(name => name.includes('/'));
  expect(Object.keys(files)).toHaveLength(3);
  expect(folder?.startsWith(mercyClinic.siteName)).toBe(true);
  const chart = Object.entries(files).find(([name]) => name.endsWith('/chart.pdf'));
  expect(strFromU8(chart?.[1] ?? new Uint8Array())).toBe('first chart');
  const list: Array<Record<string, string>> = parse(strFromU8(files['files.csv'] ?? new Uint8Array()), {
    columns: true,
    bom: true,
  });
  expect(list.map(row => row['Path'] ?? '').toSorted()).toEqual(
    Object.keys(files)
      .filter(name => name !== 'files.csv')
      .toSorted(),
  );
  expect(list[0]).toMatchObject({ Facility: mercyClinic.siteName, 'Record request ID': requestUid });
  const rows = await world.audits({ event: 'document.export', resourceUid: patientUid });
  expect(rows).toMatchObject([{ outcome: 'success', resourceKind: 'patient' }]);
});

test('Files that are too large for one ZIP are refused with what to do [FILE-45]', async () => {
  const { path, requestUid } = await patientWithRequest('large');
  const { uid } = await putRequestFile(world, company, requestUid, 'chart.pdf');
  await world
    .db('stored_file')
    .where({ uid })
    .update({ size_bytes: 2 * 1024 ** 3 + 1 });
  const page = mainOf(await admin.get(`${path}/files`));
  expect(page).toContain('they have more than 2 GB together. Download them one by one.');
  expect(page).not.toContain('Download all as ZIP');
  const refused = await admin.get(`${path}/files/zip`);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('too large for one ZIP file. Download them one by one.');
});

test('The files of selected record requests download as one ZIP, and none without files [FILE-45]', async () => {
  const first = await patientWithRequest('bulk-1');
  const second = await patientWithRequest('bulk-2');
  const list = '/console/companies/acme/sandbox/record-requests';
  const wanted = { request: [first.requestUid, second.requestUid], as: 'zip' };
  const none = await admin.send(`${list}?view=all`, `${list}/selection`, wanted);
  expect(none.status).toBe(422);
  expect(mainOf(none)).toContain('The selected record requests have no files.');
  for (const { requestUid } of [first, second])
    await putRequestFile(world, company, requestUid, 'chart.pdf', {}, Buffer.from(requestUid));
  const page = await admin.get(`${list}?view=all`);
  const form = new URLSearchParams([
    ['form', formOn(page.html, `${list}/selection`)?.get('form') ?? ''],
    ...wanted.request.map(uid => ['request', uid]),
    ['as', 'zip'],
  ]);
  const answer = await fetch(`${world.url}${list}/selection`, {
    method: 'POST',
    headers: { Cookie: admin.cookie(), Origin: world.url },
    body: form,
  });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const names = Object.keys(files).filter(name => name.endsWith('/chart.pdf'));
  expect(names.map(name => name.slice(0, 6)).toSorted()).toEqual(['bulk-1', 'bulk-2']);
});

test('The Notes tab lists the notes of all requests, newest first, each with its request [FILE-46]', async () => {
  const { path, requestUid } = await patientWithRequest('noted');
  expect(mainOf(await admin.get(`${path}/notes`))).toContain('No notes yet.');
  const notes = `${patientsPath(company, 'sandbox', 'noted')}/record-requests/${requestUid}/notes`;
  for (const content of ['The older note', 'The newer note'])
    await world.call('POST', notes, { key: company.sandboxKey, body: { content } });
  const shown = mainOf(await admin.get(`${path}/notes`));
  expect(shown.indexOf('The newer note')).toBeLessThan(shown.indexOf('The older note'));
  expect(shown.indexOf('The newer note')).toBeGreaterThan(-1);
  expect(shown).toContain(`/record-requests/${requestUid}#notes`);
});

test('The files and the notes of a patient of another company do not exist [FILE-43]', async () => {
  const { path } = await patientWithRequest('foreign');
  const rival = await signedIn(world, 'admin@rival.example');
  for (const rest of ['/files', '/files/zip', '/notes'])
    expect([rest, (await rival.get(path + rest)).status]).toEqual([rest, 404]);
});
