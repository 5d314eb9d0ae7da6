/**
 * Every activity does its work twice, as if each worker had stopped right after the commit: what comes out is
 * what comes out without a fault.
 */
import { projectPurposes } from '../../src/domain/projects/project';
import { createHttpEhrChannel } from '../../src/partners/ehr/http-ehr-channel';
import { createPartners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import type { TestCompany } from '../support/api-world';
import { startEhrSystem, type EhrSystem } from '../support/ehr-system';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { testOutreach } from '../support/outreach';
import { jane, mercyClinic, patientsPath, storedPatient } from '../support/patients';
import { readEvents, readRows } from '../support/records';
import { until } from '../support/until';

let system: EhrSystem;
let world: FlowWorld;
let company: TestCompany;
beforeAll(async () => {
  system = await startEhrSystem();
  const channel = createHttpEhrChannel(
    {
      name: 'ehrnet',
      endpoint: system.endpoint,
      credentialsFile: '',
      daysMax: 365,
      requires: 'nothing',
      servesPurposes: projectPurposes,
    },
    system.token,
  );
  world = await startFlowWorld({
    alsoServes: ['documents'],
    repeatsActivities: true,
    partners: createPartners(undefined, sandbox, {
      outreach: testOutreach,
      channels: [channel],
      routes: [{ channel: 'ehrnet' }],
    }),
  });
  company = await world.company('acme');
  await world.call('PUT', '/v0/companies/acme/projects/covered', {
    key: company.productionKey,
    body: { name: 'Covered', purpose: 'CoveredTreatment' },
  });
}, 60_000);
afterAll(async () => {
  await world.close();
  await system.close();
});

async function call(project: string, method: string, path: string, body?: unknown) {
  const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
  return world.call(method, path, { key, ...(body === undefined ? {} : { body }) });
}

/** Requests records and bills of a new patient. @returns their IDs once all are completed */
async function retrieve(project: string, id: string): Promise<string[]> {
  const patient = patientsPath(company, project, id);
  await call(project, 'PUT', patient, jane);
  const { json } = await call(project, 'POST', `${patient}/record-requests`, {
    ...mercyClinic,
    startDateOfService: '2022-01-01',
    endDateOfService: '2024-06-30',
    medicalRecord: true,
    billing: true,
  });
  const uids = (json['requests'] as Array<{ request: { id: string } }>).map(({ request }) => request.id);
  await world.sent();
  for (const uid of uids) await world.result(`record-request/${uid}`, 60_000);
  return uids;
}

const ofRequest = [
  'recordRequest.created',
  'recordRequest.statusChanged',
  'recordRequest.processing',
  'recordRequest.statusChanged',
  'recordRequest.completed',
];

async function expectOnce(uids: readonly string[], files: number): Promise<void> {
  for (const uid of uids) {
    expect((await readEvents(world.db, uid)).map(({ eventType }) => eventType)).toEqual(ofRequest);
    const [row] = await readRows(
      world.db,
      `select count(*) filter (where area = 'deliverables')::int as deliverables,
         count(*) filter (where area = 'arrivals')::int as arrivals,
         count(*) filter (where area = 'combined')::int as charts
       from stored_file where record_request_uid = ?`,
      [uid],
    );
    expect(row).toEqual({ deliverables: files, arrivals: 0, charts: 1 });
  }
}

test('A sandbox request has each of its files and events once', async () => {
  await expectOnce(await retrieve('sandbox', 'jane'), 1);
}, 90_000);

test('A request in parts to an EHR system has each of its files and events once', async () => {
  await expectOnce(await retrieve('covered', 'jane'), 3);
}, 90_000);

test('Searches run once, and are billed once', async () => {
  const path = patientsPath(company, 'sandbox', 'searched');
  const searches = { siteSonar: true, patientHistories: true, ehrSearch: true };
  await call('sandbox', 'PUT', path, { ...jane, ...searches });
  await world.ended();
  const { uid, searchStatus } = await storedPatient(world, company, 'sandbox', 'searched');
  expect(searchStatus).toBe('Completed');
  const [row] = await readRows(
    world.db,
    `select count(*)::int as runs,
       (select count(*)::int from ledger_entry where search_run_uid = any(array_agg(r.uid))) as entries
     from search_run r where patient_uid = ?`,
    [uid],
  );
  expect(row).toEqual({ runs: 3, entries: 3 });
});

test('A refused search is sent again when its details are corrected before the repeat', async () => {
  const path = patientsPath(company, 'sandbox', 'corrected');
  const form = { ...jane, siteSonar: true, patientHistories: true, ehrSearch: true };
  await call('sandbox', 'PUT', path, { ...form, firstName: 'Rejected' });
  const status = async () => (await call('sandbox', 'GET', path)).json['searchStatus'];
  await until('the refusal', status, seen => seen === 'RequestRejected');
  await call('sandbox', 'PUT', path, { ...form, firstName: 'Accepted' });
  await until('the answer', status, seen => seen === 'Completed');
});
