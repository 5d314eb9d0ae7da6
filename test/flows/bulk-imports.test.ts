import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { bulkLimits } from '../../src/domain/bulk-imports/bulk-import';
import { bulkImportKey } from '../../src/files/key-layout';
import { sweepUploads } from '../../src/usecases/uploads';
import { surveyFile } from '../../src/usecases/bulk-imports/survey';
import { importRows } from '../../src/usecases/bulk-imports/import-rows';
import {
  findBulkImport,
  insertBulkImportRow,
  listBulkImportRows,
  lockBulkImport,
  patchBulkImport,
} from '../../src/store/bulk-imports/bulk-imports';
import { revokeMemberKeys } from '../../src/usecases/tenants/keys';
import { addMember } from '../../src/usecases/tenants/members';
import { notificationSecret, type TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { patientsPath, review, storedPatient } from '../support/patients';
import { until } from '../support/until';
import { workbookOf } from '../support/workbooks';
import { countLockWaiters, readRows } from '../support/records';
import { withoutUuids } from '../support/without-uuids';

const eventsPath = `/internal/object-events?secret=${encodeURIComponent(notificationSecret)}`;

let world: FlowWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['bulk'] });
  company = await world.company('acme');
});
afterAll(() => world.close());

interface Job {
  readonly bulkImport: {
    readonly id: string;
    readonly status: string;
    readonly failure: {
      readonly reason: string;
      readonly fields: readonly string[];
      readonly row: number | null;
    } | null;
    readonly columns: ReadonlyArray<{ readonly header: string; readonly field: string | null }>;
    readonly rows: Readonly<Record<string, number | null>>;
  };
  readonly upload: { readonly uploadUrl: string } | null;
  readonly result: { readonly downloadUrl: string } | null;
}

type ProjectId = 'sandbox' | 'live';
const keyOf = (project: ProjectId): string =>
  project === 'sandbox' ? company.sandboxKey : company.productionKey;

async function create(project: ProjectId, form: object = {}): Promise<Job> {
  const answer = await world.call('POST', `${patientsPath(company, project)}/bulk`, {
    key: keyOf(project),
    body: form,
  });
  expect(answer.status).toBe(201);
  return answer.json as unknown as Job;
}

async function upload({ upload: offer }: Job, content: string | Buffer): Promise<void> {
  const body = new Uint8Array(Buffer.from(content));
  const response = await fetch(offer?.uploadUrl ?? '', { method: 'PUT', body });
  expect(response.status).toBe(200);
}

async function read(project: ProjectId, { bulkImport: { id } }: Job): Promise<Job> {
  const path = `/v0/companies/acme/projects/${project}/bulk-imports/${id}`;
  const answer = await world.call('GET', path, { key: keyOf(project) });
  expect(answer.status).toBe(200);
  return answer.json as unknown as Job;
}

/** Imports a file and waits for the end. */
async function run(project: ProjectId, content: string | Buffer, form?: object): Promise<Job> {
  const job = await create(project, form);
  await upload(job, content);
  await read(project, job);
  await world.sent();
  await world.result(`bulk-import/${job.bulkImport.id}`);
  return read(project, job);
}

async function resultOf({ result }: Job): Promise<Array<Record<string, string>>> {
  const text = await (await fetch(result?.downloadUrl ?? '')).text();
  return parse(text, { columns: true, bom: true });
}

/** Returns a file with these lines below the usual header. */
function file(...lines: readonly string[]): string {
  return `${['id,First name,Last name,DOB,Site Sonar', ...lines].join('\r\n')}\r\n`;
}

/** Waits until a statement waits for a lock. */
async function waitingForALock(): Promise<void> {
  await until('a statement to wait for a lock', () => countLockWaiters(world.db));
}

async function traces(ids: readonly string[]): Promise<object> {
  const [counts] = await readRows<{ events: number; audits: number; versions: number }>(
    world.db,
    `select (select count(*)::int from outbox_event e join patient p on p.uid = e.patient_uid
      where p.id = any(?)) as events,
      (select count(*)::int from audit_event a join patient p on p.uid = a.resource_uid where p.id = any(?))
        as audits,
      (select sum(version)::int from patient where id = any(?)) as versions`,
    [[...ids], [...ids], [...ids]],
  );
  return counts ?? {};
}

describe('Bulk import file', () => {
  test('registers each row on behalf of the customer, starts its searches, and has a result per row [BULK-1]', async () => {
    const ids = ['b1', 'b2', 'b3', 'b4'];
    const job = await run(
      'sandbox',
      file(
        'b1,Jane,Doe; Smith,1984-02-29,yes',
        'b2,Zoë,"Doe, Jr.",2/3/1990,',
        '',
        ',,,,',
        'b3,Jo,,1984-02-30,',
        'b4,Al,Ace,1970-01-01,no',
      ),
    );
    expect(job).toMatchObject({
      bulkImport: {
        status: 'Completed',
        failure: null,
        rows: { total: 4, done: 4, created: 3, updated: 0, unchanged: 0, failed: 1, withWarnings: 2 },
      },
      upload: null,
    });
    expect(job.bulkImport.columns).toContainEqual({ header: 'DOB', field: 'dateOfBirth' });
    expect(await resultOf(job)).toEqual([
      {
        row: '2',
        id: 'b1',
        outcome: 'created',
        errors: '',
        warnings: 'lastNames: 2 last names, and each is searched and billed separately',
      },
      { row: '3', id: 'b2', outcome: 'created', errors: '', warnings: 'dateOfBirth: read as month/day/year' },
      {
        row: '6',
        id: 'b3',
        outcome: 'failed',
        errors: 'lastNames: must have at least one entry; dateOfBirth: must be a real date (YYYY-MM-DD)',
        warnings: '',
      },
      { row: '7', id: 'b4', outcome: 'created', errors: '', warnings: '' },
    ]);
    const b1 = await storedPatient(world, company, 'sandbox', 'b1');
    expect(b1).toMatchObject({ lastNames: ['Doe', 'Smith'], createdByUserUid: expect.any(String) as string });
    expect((await world.audits({ resourceUid: b1.uid }))[0]).toMatchObject({
      event: 'patient.import',
      actorKind: 'key',
      requestId: `bulk-import/${job.bulkImport.id}`,
    });
    await world.sent();
    await world.result(`patient-search/${b1.uid}`);
    expect((await storedPatient(world, company, 'sandbox', 'b1')).searchStatus).toBe('Completed');
    expect(await traces(ids)).toMatchObject({ events: expect.any(Number) as number });
  });

  test('changes nothing, sends no event, and writes no audit row when it is imported again', async () => {
    const content = file('r1,Jane,Doe,1984-02-29,', 'r2,Jo,Ace,1970-01-01,');
    await run('sandbox', content);
    const before = await traces(['r1', 'r2']);
    const again = await run('sandbox', content);
    expect(again.bulkImport.rows).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 0 });
    expect(await traces(['r1', 'r2'])).toEqual(before);
  });

  test('keeps fields without a column, and clears fields with an empty cell', async () => {
    const key = company.sandboxKey;
    const form = {
      firstName: 'Jane',
      lastNames: ['Doe'],
      dateOfBirth: '1984-02-29',
      city: 'Salem',
      state: 'MA',
    };
    await world.call('PUT', patientsPath(company, 'sandbox', 'kept'), { key, body: form });
    await run('sandbox', 'id,first name,last name,dob,city\nkept,Joan,Doe,1984-02-29,\n');
    expect(await storedPatient(world, company, 'sandbox', 'kept')).toMatchObject({
      firstName: 'Joan',
      city: null,
      state: 'MA',
    });
  });

  test('edits existing patients, so an approved authorization goes back to review [BULK-2]', async () => {
    await run('live', file('e1,Jane,Doe,1984-02-29,', 'e2,Jane,Doe,1984-02-29,'));
    for (const id of ['e1', 'e2'])
      await review(world, await storedPatient(world, company, 'live', id), {
        authorizationStatus: 'Approved',
      });
    const job = await run('live', file('e1,Joan,Doe,1984-02-29,', 'e2,Jane,Doe,1984-02-29,'));
    expect(job.bulkImport.rows).toMatchObject({ updated: 1, unchanged: 1 });
    const status = async (id: string): Promise<string> =>
      (await storedPatient(world, company, 'live', id)).authorizationStatus;
    expect([await status('e1'), await status('e2')]).toEqual(['NeedsApproval', 'Approved']);
  });

  test('warns about a patient in two rows, and applies the later row', async () => {
    const job = await run(
      'sandbox',
      file('t1,Jane,Doe,1984-02-29,', 't2,Al,Ace,1970-01-01,', 't1,Joan,Doe,1984-02-29,'),
    );
    expect(await resultOf(job)).toContainEqual({
      row: '4',
      id: 't1',
      outcome: 'updated',
      errors: '',
      warnings: 'id: row 2 has the same patient; the later row applies',
    });
    expect((await storedPatient(world, company, 'sandbox', 't1')).firstName).toBe('Joan');
  });

  test.each([
    ['in an import', {}],
    ['in a dry run', { dryRun: true }],
  ])('ignores failed rows in its warnings about repeated patients %s', async (_, form) => {
    const id = randomUUID();
    const job = await run(
      'sandbox',
      file(
        `${id},Jane,,1984-02-29,`,
        `${id},Jane,Doe,1984-02-29,`,
        `${id},Jane,Doe,1984-02-30,`,
        `${id},Joan,Doe,1984-02-29,`,
        `${id},Joan,Doe,1984-02-29,ja`,
      ),
      form,
    );
    const remark = 'id: row 3 has the same patient; the later row applies';
    expect((await resultOf(job)).map(({ row, outcome, warnings }) => [row, outcome, warnings])).toEqual([
      ['2', 'failed', ''],
      ['3', 'created', ''],
      ['4', 'failed', ''],
      ['5', 'dryRun' in form ? 'created' : 'updated', remark],
      ['6', 'failed', ''],
    ]);
  });

  test("warns that a search on a live project waits for a ZIP code, and doesn't fail the row", async () => {
    const job = await run('live', 'id,first name,last name,dob,ehr search\nw1,Jane,Doe,1984-02-29,yes\n');
    expect(await resultOf(job)).toMatchObject([
      { outcome: 'created', warnings: 'zipCodes: a requested search waits for a ZIP code' },
    ]);
  });

  test('in a dry run reports the outcome of each row, and changes nothing', async () => {
    await run('sandbox', file('d1,Jane,Doe,1984-02-29,'));
    const before = await traces(['d1', 'd2', 'd3']);
    const content = file('d1,Joan,Doe,1984-02-29,', 'd2,Al,Ace,1970-01-01,yes', 'd3,,,,');
    const job = await run('sandbox', content, { dryRun: true });
    expect(job.bulkImport.rows).toMatchObject({ total: 3, created: 1, updated: 1, failed: 1 });
    expect(await traces(['d1', 'd2', 'd3'])).toEqual(before);
    expect((await run('sandbox', content)).bulkImport.rows).toMatchObject({
      created: 1,
      updated: 1,
      failed: 1,
    });
  });

  test("is processed to the end with any character in a cell, and fails rows that can't be stored", async () => {
    const headers = [
      'id',
      'first name',
      'last name',
      'dob',
      'sex',
      'zip',
      'city',
      'state',
      'phone',
      'email',
      'sonar',
    ];
    const cells = [
      'z1',
      'Jane',
      'Doe',
      '1984-02-29',
      'f',
      '02139',
      'Salem',
      'MA',
      '6175550123',
      'j@x.example',
      'yes',
    ];
    const lines = ['\0', '\u0007'].flatMap(character =>
      headers.map((_header, at) =>
        cells.map((cell, index) => (index === at ? cell + character : cell)).join(','),
      ),
    );
    const content = [[...headers, 'no\u0007te'].join(','), ...lines, [...cells, '\0'].join(',')].join('\n');
    const job = await run('sandbox', content);
    expect(job.bulkImport).toMatchObject({
      status: 'Completed',
      rows: { total: lines.length + 1, created: 1, failed: lines.length },
    });
    expect(job.bulkImport.columns.at(-1)).toEqual({ header: 'no te', field: null });
  });

  test.each([
    [
      'a stray quote',
      'f2,Ana "Annie",Nunez,1961-02-28,',
      'row: has a quotation mark that is misplaced or never closed',
    ],
    [
      'a quote that is never closed',
      'f2,"Ana,Nunez,1961-02-28,',
      'row: has a quotation mark that is misplaced or never closed',
    ],
    [
      'a letter of Windows-1252',
      'f2,Ana,Nu\xf1ez,1961-02-28,',
      'row: has a character that isn\'t UTF-8; save the file as .xlsx or "CSV UTF-8"',
    ],
  ])('is imported except for the row with %s [BULK-5]', async (_, line, errors) => {
    const [one, three] = [randomUUID(), randomUUID()];
    const text = file(`${one},Jane,Doe,1984-02-29,`, line, `${three},Al,Ace,1970-01-01,`);
    const job = await run('sandbox', Buffer.from(text, 'latin1'));
    expect(job.bulkImport).toMatchObject({ status: 'Completed', rows: { total: 3, created: 2, failed: 1 } });
    expect(
      (await resultOf(job)).map(({ row, id, outcome, errors: found }) => [row, id, outcome, found]),
    ).toEqual([
      ['2', one, 'created', ''],
      ['3', '', 'failed', errors],
      ['4', three, 'created', ''],
    ]);
  });

  test('can be an Excel workbook, whatever its URL is called [BULK-6]', async () => {
    const content = workbookOf([
      ['Client list'],
      ['MRN', 'Patient First Name', 'Family', 'Date of Birth (MM/DD/YYYY)', 'ZIP'],
      ['x1', 'Ana', 'Nunez', { date: 22_340 }, 2139],
      ['x2', 'Bea', 'Moss', '2/28/61', null],
    ]);
    const job = await run('sandbox', content);
    expect((await resultOf(job)).map(({ row, id, outcome }) => [row, id, outcome])).toEqual([
      ['3', 'x1', 'created'],
      ['4', 'x2', 'failed'],
    ]);
    expect(await storedPatient(world, company, 'sandbox', 'x1')).toMatchObject({
      dateOfBirth: '1961-02-28',
      zipCodes: ['02139'],
    });
  });

  test('that was surveyed by an earlier release is imported from its file', async () => {
    const job = await create('sandbox');
    const content = file('old1,Jane,Doe,1984-02-29,', 'old2,Al,Ace,1970-01-01,');
    await upload(job, content);
    const importUid = job.bulkImport.id;
    const found = await world.db.transaction(async tx => {
      const locked = await lockBulkImport(tx, importUid);
      if (locked === undefined) throw new Error('the import is gone');
      return patchBulkImport(tx, locked, { status: 'Processing' }, new Date());
    });
    const { files } = world.services;
    await surveyFile(world.services, { importUid });
    await files.remove(bulkImportKey(found, 'rows'));
    const byte = content.indexOf('old2');
    const parts = { ...world.services, nudgeOutbox: () => undefined };
    expect(await importRows(parts, { importUid, from: { row: 3, byte } })).toMatchObject({ rowCount: 1 });
    expect((await listBulkImportRows(world.db, importUid, 0, 10)).map(row => row.patientId)).toEqual([
      'old2',
    ]);
  });

  test("can't put a formula into a cell of the result", async () => {
    const job = await run('sandbox', file('-1,Jane,Doe,1984-02-29,', '=1+1,Jane,Doe,1984-02-29,'));
    const text = await (await fetch(job.result?.downloadUrl ?? '')).text();
    expect(text).toContain("2,'-1,created");
    expect(text).not.toContain('=1+1');
    expect(text.split(/[\r\n,]+/).filter(cell => /^["']?[=+@-]/.test(cell) && !cell.startsWith("'"))).toEqual(
      [],
    );
  });

  test('is deleted once it is processed, and the workflow details say that all rows were processed', async () => {
    const job = await run('sandbox', file('gone,Jane,Doe,1984-02-29,'));
    const stored = await findBulkImport(world.db, job.bulkImport.id);
    if (stored === undefined) throw new Error('the import is gone');
    for (const name of ['upload', 'source', 'rows'] as const)
      expect(await world.services.files.head(bulkImportKey(stored, name))).toBeUndefined();
    const handle = world.workflow(`bulk-import/${job.bulkImport.id}`);
    expect(await world.details(`bulk-import/${job.bulkImport.id}`)).toBe('Done: all rows were processed.');
    const { searchAttributes } = await handle.describe();
    expect(JSON.stringify(searchAttributes)).toContain('Completed');
  });
});

describe('Unusable bulk import file', () => {
  test.each<[string, string | Buffer, string, number | null]>([
    [
      'has a NUL in its header',
      'id,first name,last name,dob,no\0te\nn1,Jane,Doe,1984-02-29,\n',
      'notUtf8',
      1,
    ],
    ['is empty', '', 'empty', null],
    ['has no header', 'p1,Jane,Doe,1984-02-29\n', 'columnMissing', 1],
  ])('that %s fails as a whole, and none of its rows is imported', async (_, content, reason, row) => {
    const job = await run('sandbox', content);
    expect(job.bulkImport).toMatchObject({
      status: 'Failed',
      failure: { reason, ...(row === null ? {} : { row }) },
      rows: { done: 0 },
    });
    expect(job.result).toBeNull();
  });

  test('gets an error that names each duplicate field, and the columns show their fields', async () => {
    const job = await run('sandbox', 'id,first name,last name,dob,mobile,Phone,Adjuster\n');
    expect(job.bulkImport).toMatchObject({
      failure: { reason: 'columnTwice', fields: ['mobile'], row: 1 },
      rows: { total: null },
    });
    expect(job.bulkImport.columns.map(({ header, field }) => [header, field])).toEqual([
      ['id', 'id'],
      ['first name', 'firstName'],
      ['last name', 'lastNames'],
      ['dob', 'dateOfBirth'],
      ['mobile', 'mobile'],
      ['Phone', 'mobile'],
      ['Adjuster', null],
    ]);
  });

  test('gets an error that names the missing fields, without the patient data in its first row', async () => {
    const job = await run('sandbox', 'p1,Jane,Doe,1984-02-29\n');
    expect(job.bulkImport).toMatchObject({
      failure: { reason: 'columnMissing', fields: ['id', 'firstName', 'lastNames', 'dateOfBirth'], row: 1 },
      columns: [],
    });
    expect(withoutUuids(JSON.stringify(job))).not.toMatch(/Jane|Doe|1984/);
  });
});

test('The imports of a project are listed in pages, oldest first, each once [DECISION-36]', async () => {
  const listing = await world.company('listing');
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const answer = await world.call('POST', `${patientsPath(listing, 'sandbox')}/bulk`, {
      key: listing.sandboxKey,
      body: {},
    });
    made.push((answer.json as unknown as Job).bulkImport.id);
  }
  const path = '/v0/companies/listing/projects/sandbox/bulk-imports?limit=2';
  const sizes: number[] = [];
  const listed: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await world.call('GET', path + at, { key: listing.sandboxKey });
    const { bulkImports, nextCursor } = page.json as {
      bulkImports: Array<{ id: string }>;
      nextCursor: string | null;
    };
    sizes.push(bulkImports.length);
    listed.push(...bulkImports.map(({ id }) => id));
    cursor = nextCursor;
  }
  expect(listed).toEqual(made);
  expect(sizes).toEqual([2, 2, 1]);
});

describe('Bulk import upload', () => {
  test('of more than 64 MiB is refused without being read, and removed', async () => {
    const job = await create('sandbox');
    await upload(job, Buffer.alloc(bulkLimits.fileBytes + 1, 'x'));
    expect((await read('sandbox', job)).bulkImport).toMatchObject({
      status: 'Failed',
      failure: { reason: 'tooLarge', row: null },
    });
    const stored = await findBulkImport(world.db, job.bulkImport.id);
    if (stored === undefined) throw new Error('the import is gone');
    expect(await world.services.files.head(bulkImportKey(stored, 'upload'))).toBeUndefined();
    expect(await world.commands(`bulk-import/${stored.uid}`)).toEqual([]);
  });

  test('is found only in its own project', async () => {
    const job = await create('sandbox');
    const path = `/v0/companies/acme/projects/live/bulk-imports/${job.bulkImport.id}`;
    expect((await world.call('GET', path, { key: company.productionKey })).status).toBe(404);
  });

  test('is noticed once by any number of notifications from the object store', async () => {
    const job = await create('sandbox');
    await upload(job, file('n1,Jane,Doe,1984-02-29,'));
    const stored = await findBulkImport(world.db, job.bulkImport.id);
    if (stored === undefined) throw new Error('the import is gone');
    const body = { Records: [{ s3: { object: { key: bulkImportKey(stored, 'upload') } } }] };
    await Promise.all([1, 2, 3].map(() => world.call('POST', eventsPath, { body })));
    expect(await world.commands(`bulk-import/${stored.uid}`)).toHaveLength(1);
    await world.sent();
    await world.result(`bulk-import/${stored.uid}`);
    expect((await read('sandbox', job)).bulkImport.status).toBe('Completed');
  });

  test('without a notification is noticed by the sweep', async () => {
    const job = await create('sandbox');
    await upload(job, file('s1,Jane,Doe,1984-02-29,'));
    const parts = { ...world.services, nudgeOutbox: () => undefined };
    let position: string | undefined;
    do position = await sweepUploads(parts, position);
    while (position !== undefined);
    expect((await findBulkImport(world.db, job.bulkImport.id))?.status).toBe('Processing');
    await world.sent();
    await world.result(`bulk-import/${job.bulkImport.id}`);
  });

  test("can't be replaced while it is processed, because the first copy is read", async () => {
    const job = await create('sandbox');
    await upload(job, file('c1,Jane,Doe,1984-02-29,'));
    await read('sandbox', job);
    await world.sent();
    await world.result(`bulk-import/${job.bulkImport.id}`);
    await upload(job, file('c2,Jane,Doe,1984-02-29,'));
    expect((await read('sandbox', job)).bulkImport.rows).toMatchObject({ total: 1, created: 1 });
    await expect(storedPatient(world, company, 'sandbox', 'c2')).rejects.toThrow('no such patient');
  });
});

describe('Import of several thousand rows', () => {
  const header = 'id,first name,last name,dob\n';

  test.each([0, 1_000, 2_000])('of %i rows completes, also when its last batch is full', async count => {
    const prefix = randomUUID().slice(0, 8);
    const lines = Array.from({ length: count }, (_line, index) => `${prefix}-${index},,,\n`);
    const job = await run('sandbox', header + lines.join(''));
    expect(job.bulkImport).toMatchObject({ status: 'Completed', rows: { total: count, failed: count } });
    expect(await resultOf(job)).toHaveLength(count);
  });

  test('continues after an attempt that died or only seemed to, and imports each row once', async () => {
    const prefix = randomUUID().slice(0, 8);
    const lines = Array.from({ length: 2_300 }, (_line, index) => `${prefix}-${index},Jane,Doe,1984-02-29`);
    const job = await create('sandbox');
    await upload(job, header + lines.join('\n'));
    await read('sandbox', job);
    // The workflow and two simultaneous attempts of its first step.
    const step = { importUid: job.bulkImport.id, from: { row: 2, byte: 0 } };
    const parts = { ...world.services, nudgeOutbox: () => undefined };
    const source = await findBulkImport(world.db, job.bulkImport.id);
    if (source === undefined) throw new Error('the import is gone');
    const workflow = world.sent().then(() => world.result(`bulk-import/${job.bulkImport.id}`, 110_000));
    await until(
      'the survey of the file',
      async () => {
        await world.sent();
        return (await findBulkImport(world.db, job.bulkImport.id))?.rowCount;
      },
      count => count !== null,
    );
    await Promise.all([importRows(parts, step), importRows(parts, step)]);
    await workflow;
    expect((await read('sandbox', job)).bulkImport).toMatchObject({
      status: 'Completed',
      rows: { total: 2_300, done: 2_300, created: 2_300 },
    });
    const rows = await readRows(
      world.db,
      `select count(*)::int as patients, sum(version)::int as versions,
        (select count(*)::int from outbox_event e where e.event_type = 'patient.created' and e.patient_uid in
          (select uid from patient where id like ?)) as created,
        (select count(*)::int from audit_event where event = 'patient.import' and request_id = ?) as audits
       from patient where id like ?`,
      [`${prefix}-%`, `bulk-import/${job.bulkImport.id}`, `${prefix}-%`],
    );
    expect(rows[0]).toEqual({ patients: 2_300, versions: 2_300, created: 2_300, audits: 2_300 });
  }, 120_000);

  test('names the applied row of a patient in an earlier batch', async () => {
    const id = randomUUID();
    const row = (last: string): string => `${id},Jane,${last},1984-02-29`;
    const others = Array.from({ length: 1_200 }, (_line, index) => `${id.slice(0, 8)}-${index},,,`);
    const content = [header.trim(), row(''), row('Doe'), ...others, row(''), row('Ace')].join('\n');
    const result = await resultOf(await run('sandbox', content));
    expect(result.filter(row => row['id'] === id).map(row => [row['row'], row['warnings']])).toEqual([
      ['2', ''],
      ['3', ''],
      ['1204', ''],
      ['1205', 'id: row 3 has the same patient; the later row applies'],
    ]);
  });

  test('names the earlier row of a patient that another attempt is just importing', async () => {
    const id = randomUUID();
    const job = await create('sandbox');
    await upload(job, `${header}${id},Jane,Doe,1984-02-29\n${id},Jane,Ace,1984-02-29\n`);
    const parts = { ...world.services, nudgeOutbox: () => undefined };
    const importUid = job.bulkImport.id;
    // Set here, so that no workflow runs at the same time.
    await world.db.transaction(async tx => {
      const locked = await lockBulkImport(tx, importUid);
      if (locked === undefined) throw new Error('the import is gone');
      await patchBulkImport(tx, locked, { status: 'Processing' }, new Date());
    });
    await surveyFile(parts, { importUid });
    let ours: Promise<unknown> = Promise.resolve();
    await world.db.transaction(async other => {
      const done = {
        rowNumber: 2,
        patientId: id,
        outcome: 'created',
        errors: [],
        warnings: [],
        madeUids: [],
      } as const;
      await insertBulkImportRow(other, importUid, done);
      ours = importRows(parts, { importUid, from: { row: 2, byte: 0 } });
      await waitingForALock();
    });
    await ours;
    const noted = await listBulkImportRows(world.db, importUid, 2, 10);
    expect(noted.map(({ warnings }) => warnings)).toEqual([
      [{ field: 'id', rule: 'row 2 has the same patient; the later row applies' }],
    ]);
  });

  async function startedBy(email: string, id: string): Promise<Job> {
    const key = await world.keyFor('acme', email, 'sandbox');
    const answer = await world.call('POST', `${patientsPath(company, 'sandbox')}/bulk`, { key, body: {} });
    const job = answer.json as unknown as Job;
    await upload(job, file(`${id},Jane,Doe,1984-02-29,`));
    return job;
  }

  test('goes on when its API key is replaced, for the member of the key [BULK-9]', async () => {
    const job = await startedBy(company.email, 'k1');
    await world.change(change =>
      revokeMemberKeys(change, { companyId: 'acme', email: company.email, environment: 'sandbox' }),
    );
    company = { ...company, sandboxKey: await world.keyFor('acme', company.email, 'sandbox') };
    await read('sandbox', job);
    await world.sent();
    await world.result(`bulk-import/${job.bulkImport.id}`);
    expect(await read('sandbox', job)).toMatchObject({
      bulkImport: { status: 'Completed', rows: { created: 1 } },
    });
  });

  test('of an earlier release goes on for the member of its key [BULK-9]', async () => {
    const job = await startedBy(company.email, 'k2');
    company = { ...company, sandboxKey: await world.keyFor('acme', company.email, 'sandbox') };
    await world.db.raw('update bulk_import set membership_uid = null where uid = ?', [job.bulkImport.id]);
    await read('sandbox', job);
    await world.sent();
    await world.result(`bulk-import/${job.bulkImport.id}`);
    expect(await read('sandbox', job)).toMatchObject({ bulkImport: { status: 'Completed' } });
  });

  test('stops with a reason when its member leaves the company [BULK-9]', async () => {
    const member = { companyId: 'acme', email: 'leaves@acme.example', name: 'Leaves', role: 'Administrator' };
    await world.change(change => addMember(change, { ...member, seesAllProjects: true }));
    const job = await startedBy(member.email, 'k3');
    await world.db.raw(
      `update membership m set ended_at = now() from app_user u where u.uid = m.user_uid and u.email = ?`,
      [member.email],
    );
    await read('sandbox', job);
    await world.sent();
    await world.result(`bulk-import/${job.bulkImport.id}`);
    const { bulkImport } = await read('sandbox', job);
    expect(bulkImport).toMatchObject({ status: 'Failed', failure: { reason: 'notPermitted' } });
    await expect(storedPatient(world, company, 'sandbox', 'k3')).rejects.toThrow('no such patient');
  });
});
