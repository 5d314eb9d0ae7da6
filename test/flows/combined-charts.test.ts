/**
 * The combined chart of a record request, from the return of its files to its download:
 * docs/guides/records.md.
 */
import { Readable } from 'node:stream';
import { createDocumentSlots } from '../../src/documents/document-slots';
import { combinedChartName } from '../../src/domain/record-requests/combined-chart';
import { systemClock } from '../../src/platform/clock';
import { removeDueObjects } from '../../src/usecases/files/file-records';
import { makeCombinedChart } from '../../src/usecases/files/combined-charts';
import { attachFile, detachFile } from '../../src/usecases/files/operator-files';
import { changeRecordRequestStatus } from '../../src/usecases/record-requests/operator-requests';
import { withoutNumbers } from '../support/chart-sources';
import { admin } from '../support/admin-shell';
import type { Answer, TestCompany } from '../support/api-world';
import { encryptedPdf, longPdf } from '../support/authorization-documents';
import { openTestFiles } from '../support/files';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { readPdf, type PdfContent } from '../support/read-pdf';
import { until } from '../support/until';

interface Entry {
  readonly url: string;
  readonly fileName: string;
  readonly key: string;
  readonly size: number;
}

const files = openTestFiles();
let world: FlowWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['documents'] });
  company = await world.company('acme');
  for (const project of ['sandbox', 'live'] as const) await putPatient(world, company, project, 'jane', jane);
  await world.ended();
});
afterAll(async () => {
  files.close();
  await world.close();
});

/** Creates a record request with the actions of its customer and of operators. */
async function ask(project: 'sandbox' | 'live', kind: 'medicalRecord' | 'imaging' = 'medicalRecord') {
  const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
  const requests = `${patientsPath(company, project, 'jane')}/record-requests`;
  const made = await world.call('POST', requests, { key, body: { ...mercyClinic, [kind]: true } });
  const [first] = made.json['requests'] as Array<{ request: { id: string } }>;
  const id = first?.request.id ?? '';
  const ref = { companyId: 'acme', recordRequestUid: id };
  const call = (method: string, rest = '', body?: object): Promise<Answer> =>
    world.call(method, `${requests}/${id}${rest}`, { key, ...(body === undefined ? {} : { body }) });
  const chart = async (): Promise<Entry | undefined> =>
    (await call('GET')).json['deliverable'] as Entry | undefined;
  return {
    id,
    ref,
    call,
    chart,
    key: () => key,
    /**
     * Returns the chart once all work is done, or once it differs from a given one, as parsed by a reader
     * that is independent of its writer.
     */
    read: async (chartBefore?: string): Promise<PdfContent & Entry> => {
      if (chartBefore === undefined) await world.ended();
      else
        await until('another chart', chart, found => found !== undefined && found.key !== chartBefore, {
          withinMs: 20_000,
        });
      const entry = await chart();
      if (entry === undefined) throw new Error('the request has no chart');
      const download = await fetch(entry.url);
      expect(download.headers.get('content-disposition')).toContain(`filename="${combinedChartName}"`);
      const bytes = new Uint8Array(await download.arrayBuffer());
      expect(bytes).toHaveLength(entry.size);
      return { ...entry, ...(await readPdf(bytes)) };
    },
    attach: (fileName: string, bytes: Uint8Array) =>
      attachFile({ ...world.services, files }, { kind: 'operator', name: 'olga' }, ref, {
        as: 'deliverable',
        fileName,
        sizeBytes: bytes.length,
        isPartOfPlan: false,
        isNewReturn: false,
        bring: (key, contentType) => files.write(key, Readable.from([Buffer.from(bytes)]), contentType),
      }),
    move: (status: 'Completed' | 'AuthDenied' | 'NeedToReviewResults' | 'FacilityRefusal') =>
      world.change(change => changeRecordRequestStatus(change, { ...ref, status })),
  };
}

/** Returns the titles of the bookmarks after the index. */
function titles({ outline }: PdfContent): string[] {
  return outline.slice(1).map(({ title }) => title);
}

test('A sandbox request has a combined chart next to its deliverables once they are complete [REQUEST-9] [FILE-53]', async () => {
  const request = await ask('sandbox');
  const chart = await request.read();
  expect(chart).toMatchObject({
    fileName: combinedChartName,
    key: expect.stringMatching(`/record-requests/${request.id}/combined/[0-9a-f-]{36}$`) as string,
    uploadedBy: { kind: 'service' },
    title: combinedChartName,
  });
  expect(chart).not.toHaveProperty('folder');
  const { json } = await request.call('GET', '/deliverables');
  const [file, ...others] = json['files'] as Entry[];
  expect(others).toEqual([]);
  const source = await readPdf(new Uint8Array(await (await fetch(file?.url ?? '')).arrayBuffer()));
  expect(chart.pages).toHaveLength(1 + source.pages.length);
  const [index = '', ...pages] = withoutNumbers(chart.pages);
  expect(pages).toEqual(source.pages);
  for (const fact of [
    'Patient Jane Doe',
    'Date of birth 02/29/1984',
    `Facility ${mercyClinic.siteName}`,
    'Dates of service All dates',
    `Record request ${request.id}`,
  ])
    expect(index).toContain(fact);
  expect(chart.outline).toEqual([
    { title: 'Index', page: 1 },
    { title: 'Medical Record.pdf', page: 2 },
  ]);
  const audits = await world.audits({ event: 'recordRequest.combine', resourceUid: request.id });
  expect(audits).toMatchObject([{ actorKind: 'service', actorName: 'record request', outcome: 'success' }]);
  expect(await world.details(`record-request/${request.id}`)).toBe('Done: Completed.');
});

test('Two simultaneous combinations of the same files publish one chart [REQUEST-9] [DECISION-65]', async () => {
  const request = await ask('live');
  await request.attach('Visits.pdf', await longPdf(1));
  await request.move('Completed');
  await request.read();
  // Without its workflow, which would also create the chart.
  await world
    .db('stored_file')
    .where({ record_request_uid: request.id, area: 'deliverables' })
    .update({ file_name: 'Labs.pdf' });
  const parts = { ...world.services, files, documentSlots: createDocumentSlots() };
  const make = () => makeCombinedChart(parts, { recordRequestUid: request.id }, new AbortController().signal);
  expect((await Promise.all([make(), make()])).toSorted()).toEqual(['kept', 'made']);
  expect(await make()).toBe('kept');
  const audits = await world.audits({ event: 'recordRequest.combine', resourceUid: request.id });
  expect(audits).toHaveLength(2);
});

test('A return of images in a ZIP file has the text beside them, and names the images [REQUEST-9] [DECISION-64] [FILE-54]', async () => {
  const request = await ask('sandbox', 'imaging');
  const { pages } = await request.read();
  expect((await request.call('GET')).json['request']).toMatchObject({ status: 'Completed' });
  const [index, readme, ...others] = withoutNumbers(pages);
  expect(index).toMatch(/Imaging\.zip ZIP file In the ZIP file: README\.txt 2/);
  expect(index).toContain('In the ZIP file: IMAGES/IM000001.dcm not included');
  expect(readme).toContain('Imaging from Mercy');
  expect(others).toEqual([]);
});

describe('Combined chart on a live project', () => {
  test("has the files that operators attached, lists those it can't include, and follows changes [REQUEST-9] [DECISION-64] [DECISION-65]", async () => {
    const request = await ask('live');
    await request.attach('Visits.pdf', await longPdf(3, 'Visits'));
    await request.attach('Locked.pdf', await encryptedPdf());
    await request.attach('Cut.pdf', (await longPdf(2)).subarray(0, 900));
    await request.attach(combinedChartName, await longPdf(1, 'The site’s own'));
    await world.sent();
    expect(await request.chart()).toBeUndefined();
    await request.move('Completed');
    const first = await request.read();
    expect(titles(first)).toEqual([combinedChartName, 'Visits.pdf']);
    const [, ...pages] = withoutNumbers(first.pages);
    expect(pages).toEqual(['The site’s own 1', 'Visits 1', 'Visits 2', 'Visits 3']);
    expect(first.pages[0]).toMatch(/Cut\.pdf not included The file is empty or damaged/);
    expect(first.pages[0]).toMatch(/Locked\.pdf not included The file is password-protected/);
    const shown = await admin(world, ['record-request', 'show', request.id]);
    expect(shown.stdout).toContain(`combined: ${combinedChartName}, ${first.size} bytes`);
    // The customer's own file with that name stays unchanged.
    const own = await request.call('GET', `/deliverables/${combinedChartName}`);
    const download = await fetch(String(own.json['downloadUrl']));
    expect((await readPdf(new Uint8Array(await download.arrayBuffer()))).pages).toEqual(['The site’s own 1']);

    await request.attach('Labs.pdf', await longPdf(1, 'Labs'));
    const second = await request.read();
    expect(titles(second)).toEqual([combinedChartName, 'Labs.pdf', 'Visits.pdf']);
    expect(second.key).not.toBe(first.key);
    // Earlier URLs stay valid for as long as they say.
    await removeDueObjects({ ...world.services, files, clock: systemClock });
    expect((await fetch(first.url)).status).toBe(200);
    const later = { now: () => new Date(Date.now() + 3_601_000) };
    await removeDueObjects({ ...world.services, files, clock: later });
    expect((await fetch(first.url)).status).toBe(404);
    expect((await fetch(second.url)).status).toBe(200);
  });

  test('follows renames and deletions, and a deleted file is gone from it at once [REQUEST-9] [FILE-24] [DECISION-65]', async () => {
    const request = await ask('live');
    await request.attach('Another person.pdf', await longPdf(1, 'Not hers'));
    await request.attach('Visits.pdf', await longPdf(2, 'Visits'));
    await request.attach('Labs.pdf', await longPdf(1, 'Labs'));
    await request.move('Completed');
    const whole = await request.read();
    expect(withoutNumbers(whole.pages)).toContain('Not hers 1');

    const deleted = await request.call('DELETE', '/deliverables/Another%20person.pdf');
    expect(deleted.status).toBe(204);
    expect((await request.chart())?.key).not.toBe(whole.key);
    await removeDueObjects({ ...world.services, files, clock: systemClock });
    expect((await fetch(whole.url)).status).toBe(404);
    const without = await request.read();
    expect(withoutNumbers(without.pages).slice(1)).toEqual(['Labs 1', 'Visits 1', 'Visits 2']);

    const { json } = await request.call('GET', '/deliverables');
    const [labs] = json['files'] as Entry[];
    const stored = labs?.key.split('/deliverables/')[1] ?? '';
    await request.call('PATCH', `/deliverables/${stored}`, { newFilename: 'Zinc.pdf' });
    const renamed = await request.read();
    expect(titles(renamed)).toEqual(['Visits.pdf', 'Zinc.pdf']);

    await world.change(change =>
      detachFile(change, request.ref, { as: 'deliverable', fileName: 'Zinc.pdf' }),
    );
    await removeDueObjects({ ...world.services, files, clock: systemClock });
    expect((await fetch(renamed.url)).status).toBe(404);
    expect(titles(await request.read())).toEqual(['Visits.pdf']);
    await world.change(change =>
      detachFile(change, request.ref, { as: 'deliverable', fileName: 'Visits.pdf' }),
    );
    await world.ended();
    expect(await request.chart()).toBeUndefined();
  });

  test('is visible for a part under review, and is replaced when the rest arrives [REQUEST-8] [REQUEST-9] [REQUEST-15]', async () => {
    const request = await ask('live');
    await request.attach('Visits.pdf', await longPdf(2, 'Visits'));
    await request.move('NeedToReviewResults');
    await world.sent();
    const part = await request.read('none');
    expect(titles(part)).toEqual(['Visits.pdf']);
    expect((await request.call('GET')).json['deliverables']).toMatchObject([{ fileName: 'Visits.pdf' }]);
    expect(await world.details(`record-request/${request.id}`)).toContain('Waiting for an operator');

    await request.attach('Labs.pdf', await longPdf(1, 'Labs'));
    await world.sent();
    expect(titles(await request.read(part.key))).toEqual(['Labs.pdf', 'Visits.pdf']);
    await request.move('FacilityRefusal');
    await world.ended();
    const { json } = await request.call('GET');
    expect([json['deliverables'], json['deliverable']]).toEqual([[], undefined]);
  });

  test('is shown while the deliverables are, and is kept while they stay the same [REQUEST-8] [REQUEST-9]', async () => {
    const request = await ask('live');
    await request.attach('Visits.pdf', await longPdf(1));
    await request.move('Completed');
    const { key } = await request.read();
    await request.move('AuthDenied');
    expect(await request.chart()).toBeUndefined();
    await request.move('Completed');
    expect((await request.read()).key).toBe(key);
  });
});
