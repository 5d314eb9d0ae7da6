/** Bulk import of record requests: a row requests as a caller would, and a file sent twice requests once. */
import { parse } from 'csv-parse/sync';
import { recordRequestKinds } from '../../../src/domain/record-requests/record-request';
import { addMember } from '../../../src/usecases/tenants/members';
import { finishImport } from '../../../src/usecases/bulk-imports/results';
import { importRows } from '../../../src/usecases/bulk-imports/import-rows';
import { noticeBulkUpload } from '../../../src/usecases/bulk-imports/bulk-imports';
import { surveyFile } from '../../../src/usecases/bulk-imports/survey';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../../support/patients';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  for (const id of ['p-1', 'p-2']) await putPatient(world, company, 'sandbox', id, jane);
});
afterAll(() => world.close());

const project = '/v0/companies/acme/projects/sandbox';

async function call(method: string, path: string, key = company.sandboxKey) {
  return world.call(method, `${project}${path}`, { key, ...(method === 'POST' ? { body: {} } : {}) });
}

/** Imports a file completely. @returns the rows of its result, and the counts */
async function run(lines: readonly string[], isDryRun = false) {
  const body = { dryRun: isDryRun };
  const created = await world.call('POST', `${project}/record-requests/bulk`, {
    key: company.sandboxKey,
    body,
  });
  const { bulkImport, upload } = created.json as {
    bulkImport: { id: string; kind: string };
    upload: { uploadUrl: string };
  };
  await fetch(upload.uploadUrl, { method: 'PUT', body: lines.join('\r\n') });
  const parts = { ...world.services, nudgeOutbox: () => undefined };
  const step = { importUid: bulkImport.id };
  await noticeBulkUpload(parts, bulkImport.id);
  const survey = await surveyFile(parts, step);
  if (survey.kind === 'readable') await importRows(parts, { ...step, from: survey.begin });
  const fault = survey.kind === 'failed' ? { failure: survey.failure, row: survey.row } : null;
  await finishImport(parts, { ...step, fault });
  const { json } = await call('GET', `/bulk-imports/${bulkImport.id}`);
  const read = json as {
    bulkImport: { kind: string; rows: object; failure: { message: string } | null };
    result: { downloadUrl: string } | null;
  };
  const text = read.result === null ? '' : await (await fetch(read.result.downloadUrl)).text();
  const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
  return { ...read.bulkImport, id: bulkImport.id, results: rows };
}

function orderOf(kind: unknown): number {
  return recordRequestKinds.findIndex(other => other === kind);
}

async function requestsOf(patient: string): Promise<ReadonlyArray<Record<string, unknown>>> {
  const { json } = await world.call('GET', `${patientsPath(company, 'sandbox', patient)}/record-requests`, {
    key: company.sandboxKey,
  });
  const requests = json['requests'] as Array<Record<string, unknown>>;
  // The requests of one row are created in this order, at the same instant.
  return requests.toSorted((a, b) => orderOf(a['requestType']) - orderOf(b['requestType']));
}

const header = 'Patient ID,Facility,Address,Address 2,City,State,ZIP,Records,Billing,Date from,Date to';

test('Each imported row requests records from one site, as a caller would, and lists its record requests [BULK-1] [DECISION-63]', async () => {
  const { kind, rows, results } = await run([
    header,
    'p-1,Mercy Clinic,1 Main St,,Boston,MA,2139,yes,x,1/31/2024,2024-06-30',
    'p-2,"Clinic, St. Mary",2 Elm St,Suite 4,Salem,ma,01970,yes,no,,',
  ]);
  expect([kind, rows]).toMatchObject(['recordRequests', { created: 2, failed: 0, total: 2 }]);
  const [first, second] = [await requestsOf('p-1'), await requestsOf('p-2')];
  expect(first).toMatchObject(
    ['medicalRecord', 'billing'].map(requestType => ({
      requestType,
      submittedSiteName: 'Mercy Clinic',
      status: 'Submitted',
      startDateOfService: '2024-01-31',
      endDateOfService: '2024-06-30',
    })),
  );
  expect(second).toMatchObject([{ submittedSiteName: 'Clinic, St. Mary', startDateOfService: null }]);
  const idsOf = (requests: typeof first): string => requests.map(({ id }) => id).join('; ');
  expect(results).toEqual([
    {
      row: '2',
      patientId: 'p-1',
      outcome: 'created',
      errors: '',
      recordRequests: idsOf(first),
      warnings: 'siteZip: a leading zero was restored; startDateOfService: read as month/day/year',
    },
    {
      row: '3',
      patientId: 'p-2',
      outcome: 'created',
      errors: '',
      warnings: '',
      recordRequests: idsOf(second),
    },
  ]);
});

test('Importing the same file again requests nothing, but one more day of service does [DECISION-63]', async () => {
  await putPatient(world, company, 'sandbox', 'again', jane);
  const row = 'again,Mercy Clinic,1 Main St,,Boston,MA,02139,yes,,2023-01-01,2023-06-30';
  await run([header, row]);
  expect(await run([header, row])).toMatchObject({
    rows: { created: 0, unchanged: 1, withWarnings: 1 },
    results: [{ outcome: 'unchanged', warnings: "row: was already requested, so it wasn't requested again" }],
  });
  await run([header, row.replace('06-30', '07-01')]);
  const [original, ...more] = await requestsOf('again');
  expect(more).toHaveLength(1);
  await call('POST', `/patients/again/record-requests/${String(original?.['id'])}/cancel`);
  expect(await run([header, row])).toMatchObject({ rows: { created: 1 } });
});

test('A faulty row of an import reports all of its errors without a value, and does not affect other rows', async () => {
  const { rows, results } = await run([
    header,
    'nobody,Mercy Clinic,1 Main St,,Boston,MA,02139,yes,,,',
    'p-1,Secret Clinic,,,Boston,MA,02139,yes,,,',
    'p-1,Secret Clinic,1 Main St,,Boston,Atlantis,0,perhaps,,2024-02-01,2024-01-01',
    'p-1,Secret Clinic,1 Main St,,Boston,MA,02139,no,,,',
    ',Secret Clinic,1 Main St,,Boston,MA,02139,yes,,,',
    'p-2,Mercy Clinic,1 Main St,,Boston,MA,02139,no,yes,,',
  ]);
  expect(rows).toMatchObject({ failed: 5, created: 1 });
  expect(results.map(({ errors }) => errors)).toEqual([
    "patientId: isn't a patient in this project",
    'siteAddressLine1: is required without `siteId`',
    expect.stringMatching(/^medicalRecord: must be one of .*; siteState: .*; siteZip: .*/),
    "row: The record request doesn't include any records.",
    'patientId: is required',
    '',
  ]);
  expect(JSON.stringify(results)).not.toMatch(/Secret|Atlantis|perhaps/);
});

test('A dry run of an import reports what would be requested, and requests nothing', async () => {
  await putPatient(world, company, 'sandbox', 'dry', jane);
  const row = 'dry,Mercy Clinic,1 Main St,,Boston,MA,02139,yes,,,';
  expect(await run([header, row], true)).toMatchObject({
    results: [{ outcome: 'created', recordRequests: '' }],
  });
  expect(await requestsOf('dry')).toEqual([]);
});

test('An import can name a site by its ID, and fails without a patient column', async () => {
  const [request] = await requestsOf('p-1');
  await putPatient(world, company, 'sandbox', 'by-id', jane);
  await run(['Patient,Site ID,Imaging', `by-id,${String(request?.['siteId'])},1`]);
  expect(await requestsOf('by-id')).toMatchObject([
    { siteId: request?.['siteId'], submittedSiteName: mercyClinic.siteName, requestType: 'imaging' },
  ]);
  const { failure, results } = await run(['Facility,Records', 'Mercy Clinic,yes']);
  expect(failure?.message).toContain('A required column is missing. Missing: `patientId` (');
  expect(failure?.message).toContain('Columns found: `Facility`, `Records`.');
  expect(results).toEqual([]);
});

test('An import of record requests requires the permissions to see and to create record requests', async () => {
  const { id } = await run([header, 'p-1,Mercy Clinic,1 Main St,,Boston,MA,02139,yes,x,,']);
  const email = 'patients@acme.example';
  await world
    .db('role')
    .insert({ uid: id, company_uid: company.uid, name: 'Patients', created_at: new Date() });
  const permission = ['ViewPatients', 'ManagePatients', 'ViewProjects'].map(name => ({
    role_uid: id,
    permission: name,
  }));
  await world.db('role_permission').insert(permission);
  const member = { companyId: 'acme', email, name: 'Pat', role: 'Patients', seesAllProjects: true };
  await world.change(change => addMember(change, member));
  const key = await world.keyFor('acme', email, 'sandbox');
  expect((await call('GET', `/bulk-imports/${id}`, key)).status).toBe(403);
  expect((await call('POST', '/record-requests/bulk', key)).status).toBe(403);
  expect((await call('GET', '/bulk-imports', key)).json['bulkImports']).toEqual([]);
});
