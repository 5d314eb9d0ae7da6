/** Files that facilities return are compared with the patient before the customer sees them. */
import { Readable } from 'node:stream';
import { createMetrics } from '../../src/platform/metrics';
import { attachFile } from '../../src/usecases/files/operator-files';
import { findRecordRequestByUid } from '../../src/store/record-requests/record-requests';
import { changeRecordRequestStatus } from '../../src/usecases/record-requests/operator-requests';
import { watchReturned } from '../../src/usecases/files/returned-charts';
import { answerRecordRequest } from '../../src/usecases/record-requests/work';
import type { TestCompany } from '../support/api-world';
import { linesPdf } from '../support/authorization-documents';
import type { Visitor } from '../support/console-visitor';
import { operatorAtDesk } from '../support/desk-work';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { readEvents, readRows } from '../support/records';
import { openTestFiles } from '../support/files';
import { until } from '../support/until';

const files = openTestFiles();
let world: FlowWorld;
let company: TestCompany;
let olga: Visitor;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['documents'] });
  company = await world.company('acme');
  await putPatient(world, company, 'live', 'jane', jane);
  olga = await operatorAtDesk(world, 'Olga');
});
afterAll(async () => {
  files.close();
  await world.close();
});

const born = jane.dateOfBirth;
const own = [
  'Mercy Clinic',
  `Patient Name: ${jane.firstName} ${jane.lastNames[0]}   DOB: ${born}`,
  'Visit of May 2',
];
const strangers = ['Mercy Clinic', 'Patient Name: Robert Smith   DOB: 03/04/1975', 'Visit of May 3'];

/** Requests records of the patient, with the actions of operators. */
async function ask(patientId = 'jane') {
  const requests = `${patientsPath(company, 'live', patientId)}/record-requests`;
  const key = company.productionKey;
  const made = await world.call('POST', requests, { key, body: { ...mercyClinic, medicalRecord: true } });
  const [first] = made.json['requests'] as Array<{ request: { id: string } }>;
  const uid = first?.request.id ?? '';
  const ref = { companyId: 'acme', recordRequestUid: uid };
  const areas = async (): Promise<Record<string, string>> => {
    const rows = await readRows<{ fileName: string; area: string }>(
      world.db,
      'select file_name as "fileName", area from stored_file where record_request_uid = ?',
      [uid],
    );
    return Object.fromEntries(rows.map(({ fileName, area }) => [fileName, area]));
  };
  const read = async (): Promise<{ status: unknown; files: unknown[]; json: unknown }> => {
    const { json } = await world.call('GET', `${requests}/${uid}`, { key });
    const { status } = json['request'] as { status: string };
    return { status, files: json['deliverables'] as unknown[], json };
  };
  return {
    uid,
    areas,
    read,
    call: (method: string, rest: string) => world.call(method, `${requests}/${uid}${rest}`, { key }),
    attach: (fileName: string, bytes: Uint8Array) =>
      attachFile({ ...world.services, files }, { kind: 'operator', name: 'olga' }, ref, {
        as: 'deliverable',
        fileName,
        sizeBytes: bytes.length,
        isPartOfPlan: false,
        isNewReturn: false,
        bring: (storageKey, contentType) =>
          files.write(storageKey, Readable.from([Buffer.from(bytes)]), contentType),
      }),
    move: (status: 'Completed') =>
      world.change(change => changeRecordRequestStatus(change, { ...ref, status, tell: 'All of it.' })),
    settled: () =>
      until('the files to be read', areas, found => Object.values(found).every(area => area !== 'arrivals'), {
        withinMs: 60_000,
      }),
    fileUid: async (fileName: string): Promise<string> => {
      const [row] = await readRows<{ uid: string }>(
        world.db,
        'select uid from stored_file where record_request_uid = ? and file_name = ?',
        [uid, fileName],
      );
      return row?.uid ?? '';
    },
  };
}

/** Returns the events of a request. */
async function eventsOf(uid: string): Promise<string[]> {
  return (await readEvents(world.db, uid)).map(({ eventType }) => eventType);
}

test("completes a request once its files are read, and each says that it is the patient's [REQUEST-34] [REQUEST-36] [FILE-47]", async () => {
  const request = await ask();
  await request.attach('Visits.pdf', await linesPdf(own));
  await request.attach('Scan.bin', new Uint8Array(100));
  expect(await request.areas()).toEqual({ 'Visits.pdf': 'arrivals', 'Scan.bin': 'deliverables' });
  expect((await request.move('Completed')).status).toBe('Submitted');
  await until('the request to be completed', request.read, ({ status }) => status === 'Completed', {
    withinMs: 60_000,
  });
  const { files: shown } = await request.read();
  expect(shown).toMatchObject([
    { fileName: 'Scan.bin', pages: null, patientCheck: { result: 'notReadable' } },
    { fileName: 'Visits.pdf', pages: 1, patientCheck: { result: 'matched' } },
  ]);
  const { json } = await request.call('GET', '/timeline');
  expect(JSON.stringify(json)).toContain('All of it.');
});

test('An answer that is recorded again, since its worker stopped, changes nothing [REQUEST-36]', async () => {
  const request = await ask();
  const before = await findRecordRequestByUid(world.db, request.uid);
  const bytes = await linesPdf(own);
  const storageKey = `companies/${before?.companyUid}/record-requests/${request.uid}/deliverables/1/1`;
  const object = await files.put(storageKey, bytes, 'application/pdf');
  const answer = {
    status: 'Completed',
    files: [
      {
        ...object,
        storageKey,
        fileName: 'Visits.pdf',
        contentType: 'application/pdf',
        sizeBytes: bytes.length,
        isReadable: true,
      },
    ],
  } as const;
  for (const time of ['first', 'repeated']) {
    const status = await world.change(change =>
      answerRecordRequest(change, request.uid, before?.sequence ?? 0, answer),
    );
    expect([time, status]).toEqual([time, 'Submitted']);
  }
  expect(Object.keys(await request.areas())).toEqual(['Visits.pdf']);
  await watchReturned({ ...world.services, metrics: createMetrics('test') });
  await until('the request to be completed', request.read, ({ status }) => status === 'Completed', {
    withinMs: 60_000,
  });
});

describe("A file of someone else's [REQUEST-35]", () => {
  let request: Awaited<ReturnType<typeof ask>>;
  let held: string;
  beforeAll(async () => {
    request = await ask();
    await request.attach('Visits.pdf', await linesPdf(own));
    await request.attach('Labs.pdf', await linesPdf(strangers));
    await request.move('Completed');
    await request.settled();
    held = await request.fileUid('Labs.pdf');
  });

  test("doesn't exist for the customer, and the request isn't completed [REQUEST-35] [REQUEST-36]", async () => {
    expect(await request.areas()).toEqual({ 'Visits.pdf': 'deliverables', 'Labs.pdf': 'held' });
    const { status, files: shown, json } = await request.read();
    expect(status).toBe('NeedToReviewResults');
    expect(shown).toMatchObject([{ fileName: 'Visits.pdf' }]);
    expect(JSON.stringify(json)).not.toContain('Labs');
    expect((await request.call('GET', '/deliverables')).json).toMatchObject({
      files: [{ fileName: 'Visits.pdf' }],
    });
    for (const method of ['GET', 'HEAD', 'DELETE'])
      expect((await request.call(method, '/deliverables/Labs.pdf')).status).toBe(404);
    expect(await eventsOf(request.uid)).not.toContain('recordRequest.completed');
    await expect(request.move('Completed')).rejects.toThrow('held');
  });

  test('waits in the work queue and is counted for the alarm [DESK-47]', async () => {
    expect((await olga.get('/desk?kind=chart')).html).toContain('Returned chart names another person');
    const metrics = createMetrics('test');
    await watchReturned({ ...world.services, metrics });
    const { values } = await metrics.returnedFilesWaiting.get();
    expect(values).toMatchObject([
      { labels: { waits: 'reading' }, value: 0 },
      { labels: { waits: 'operator' }, value: 1 },
    ]);
  });

  test('is shown with grades first; names and pages are an audited look each [DESK-47]', async () => {
    const { html } = await olga.get(`/desk/charts/${request.uid}`);
    expect(html).toContain('Name different, date of birth different');
    expect(html).not.toContain('Robert');
    const path = `/desk/charts/${request.uid}/files/${held}`;
    const compared = await olga.get(path);
    expect(compared.html).toContain('Robert Smith');
    expect(compared.html).toContain(`${path}/pages/1`);
    const audits = await world.audits({ event: 'recordRequest.readHeldFile', resourceUid: request.uid });
    expect(audits).toMatchObject([{ actorName: 'olga@recordwell.example', outcome: 'success' }]);
    const elsewhere = await ask();
    expect((await olga.get(`/desk/charts/${elsewhere.uid}/files/${held}`)).status).toBe(404);
  });

  test('is released with a reason, and the request completes [DESK-48] [REQUEST-36]', async () => {
    const path = `/desk/charts/${request.uid}/files/${held}`;
    expect((await olga.send(path, `${path}/release`, { reason: '' })).status).toBe(409);
    expect(await request.areas()).toMatchObject({ 'Labs.pdf': 'held' });
    expect(await olga.send(path, `${path}/release`, { reason: 'A misprint.' })).toMatchObject({
      status: 303,
    });
    const { status, files: shown } = await request.read();
    expect(status).toBe('Completed');
    expect(shown).toMatchObject([
      { fileName: 'Labs.pdf', patientCheck: { result: 'released' } },
      { fileName: 'Visits.pdf', patientCheck: { result: 'matched' } },
    ]);
    expect(await eventsOf(request.uid)).toContain('recordRequest.completed');
    const audits = await world.audits({ event: 'recordRequest.releaseHeld', resourceUid: request.uid });
    expect(audits.at(-1)).toMatchObject({
      actorName: 'olga@recordwell.example',
      reason: 'A misprint.',
      outcome: 'success',
    });
    const [check] = await readRows<{ others: unknown }>(
      world.db,
      'select others from chart_check where file_uid = ?',
      [held],
    );
    expect(JSON.stringify(check?.others)).not.toContain('Robert');
  });
});

test('A rejected file is deleted, and operators go on with the facility [DESK-48]', async () => {
  const request = await ask();
  await request.attach('Labs.pdf', await linesPdf(strangers));
  await request.move('Completed');
  await request.settled();
  const path = `/desk/charts/${request.uid}/files/${await request.fileUid('Labs.pdf')}`;
  expect(await olga.send(path, `${path}/reject`, { reason: "Another person's." })).toMatchObject({
    status: 303,
  });
  expect(await request.areas()).toEqual({});
  expect((await request.read()).status).toBe('NeedToReviewResults');
  expect((await olga.get('/desk?kind=recordRequest')).html).toContain(request.uid);
  expect((await olga.get(`/desk/charts/${request.uid}`)).html).toContain('No returned file');
  expect((await olga.get(path)).status).toBe(404);
});

test("A held file is compared again when the patient's date of birth is corrected, and released if it agrees [REQUEST-35]", async () => {
  await putPatient(world, company, 'live', 'mistaken', { ...jane, dateOfBirth: '1984-03-29' });
  const request = await ask('mistaken');
  await request.attach('Visits.pdf', await linesPdf(own));
  await request.attach('Labs.pdf', await linesPdf(strangers));
  await request.move('Completed');
  await request.settled();
  expect(await request.areas()).toEqual({ 'Visits.pdf': 'held', 'Labs.pdf': 'held' });
  const corrected = await putPatient(world, company, 'live', 'mistaken', jane);
  expect(corrected.status).toBeLessThan(300);
  await until(
    'the files to be compared again',
    request.areas,
    areas => areas['Visits.pdf'] === 'deliverables' && areas['Labs.pdf'] === 'held',
    { withinMs: 60_000 },
  );
  expect((await request.read()).status).toBe('NeedToReviewResults');
  const path = `/desk/charts/${request.uid}/files/${await request.fileUid('Labs.pdf')}`;
  await olga.send(path, `${path}/release`, { reason: 'A misprint.' });
  expect((await request.read()).status).toBe('Completed');
}, 120_000);
