/** Imports that don't complete: too many, never uploaded, or ended by the provider. */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import {
  type BulkImport,
  openImportsMax,
  uploadWithinHours,
} from '../../src/domain/bulk-imports/bulk-import';
import { bulkImportKey } from '../../src/files/key-layout';
import { findBulkImport } from '../../src/store/bulk-imports/bulk-imports';
import { endOverdueImports } from '../../src/usecases/bulk-imports/results';
import { noticeBulkUpload } from '../../src/usecases/bulk-imports/bulk-imports';
import type { SweepPosition } from '../../src/usecases/every-item';
import { sweepUploads } from '../../src/usecases/uploads';
import { admin } from '../support/admin-shell';
import type { TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { patientsPath } from '../support/patients';
import { until } from '../support/until';
import { readRows } from '../support/records';

const hourMs = 60 * 60 * 1000;

let world: FlowWorld;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['bulk'] });
});
afterAll(() => world.close());

async function newCompany(): Promise<TestCompany> {
  return world.company(`co-${randomUUID().slice(0, 8)}`);
}

interface Job {
  readonly uid: string;
  readonly uploadUrl: string;
}

async function create(company: TestCompany): Promise<Job> {
  const path = `${patientsPath(company, 'sandbox')}/bulk`;
  const { status, json } = await world.call('POST', path, { key: company.sandboxKey, body: {} });
  expect(status).toBe(201);
  const { bulkImport, upload } = json as unknown as {
    bulkImport: { id: string };
    upload: { uploadUrl: string };
  };
  return { uid: bulkImport.id, uploadUrl: upload.uploadUrl };
}

async function upload({ uploadUrl }: Job, content: string): Promise<void> {
  expect((await fetch(uploadUrl, { method: 'PUT', body: content })).status).toBe(200);
}

const parts = () => ({ ...world.services, nudgeOutbox: () => undefined });

async function stored({ uid }: Job): Promise<BulkImport> {
  const found = await findBulkImport(world.db, uid);
  if (found === undefined) throw new Error('the import is gone');
  return found;
}

/** Runs the worker's housekeeping for an import that has waited for this many hours. */
async function keepHouseAfter(hours: number, { uid }: Job): Promise<void> {
  const createdAt = new Date(Date.now() - hours * hourMs);
  await world.db.raw('update bulk_import set created_at = ? where uid = ?', [createdAt, uid]);
  await endOverdueImports(parts());
}

async function end(company: TestCompany, { uid }: Job) {
  return admin(world, ['bulk-import', 'end', uid, '--company', company.id, '--yes', '--json']);
}

const csv = (prefix: string, count: number): string =>
  'id,first name,last ' +
  'name,dob\n' +
  Array.from({ length: count }, (_row, index) => `${prefix}-${index},Jane,Doe,1984-02-29\n`).join('');

describe('Open imports of a project', () => {
  test('are limited to twenty, even for simultaneous requests, until one has ended', async () => {
    const company = await newCompany();
    const path = `${patientsPath(company, 'sandbox')}/bulk`;
    const ask = () => world.call('POST', path, { key: company.sandboxKey, body: {} });
    const answers = await Promise.all(Array.from({ length: openImportsMax + 5 }, ask));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(openImportsMax);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    const made = answers.find(({ status }) => status === 201)?.json as unknown as {
      bulkImport: { id: string };
    };
    await end(company, { uid: made.bulkImport.id, uploadUrl: '' });
    expect((await ask()).status).toBe(201);
  });
});

describe('Import without an uploaded file', () => {
  test('ends after 24 hours and not before, and a later upload is removed unread', async () => {
    const company = await newCompany();
    const job = await create(company);
    await keepHouseAfter(uploadWithinHours - 0.1, job);
    expect((await stored(job)).status).toBe('AwaitingUpload');
    await keepHouseAfter(uploadWithinHours + 0.1, job);
    expect(await stored(job)).toMatchObject({ status: 'Failed', failure: 'neverUploaded', hasResult: false });
    await upload(job, csv('late', 1));
    await expect(noticeBulkUpload(parts(), job.uid)).resolves.toBe(false);

    let position: SweepPosition;
    do position = await sweepUploads(parts(), position);
    while (position !== undefined);
    const key = bulkImportKey(await stored(job), 'upload');
    await expect(world.services.files.head(key)).resolves.toBeUndefined();
  });

  test('is processed when the last check finds a file without a notification', async () => {
    const company = await newCompany();
    const job = await create(company);
    await upload(job, csv(randomUUID(), 1));
    await keepHouseAfter(uploadWithinHours + 0.1, job);
    await world.sent();
    await world.result(`bulk-import/${job.uid}`);
    expect(await stored(job)).toMatchObject({ status: 'Completed', createdCount: 1 });
  });
});

describe('Import ended by the provider', () => {
  test('processes no further row, and its result has the rows that were done', async () => {
    const company = await newCompany();
    const prefix = randomUUID().slice(0, 8);
    const job = await create(company);
    await upload(job, csv(prefix, 3_000));
    await noticeBulkUpload(parts(), job.uid);
    const patients = async (): Promise<number> => {
      const [counted] = await readRows<{ count: number }>(
        world.db,
        'select count(*)::int as count from patient where id like ?',
        [`${prefix}-%`],
      );
      return counted?.count ?? 0;
    };
    await world.sent();
    await until('the first rows to be done', patients);

    expect((await end(company, job)).json()).toEqual({ company: company.id, import: job.uid });
    const done = await patients();
    expect(done).toBeLessThan(3_000);
    await world.result(`bulk-import/${job.uid}`, 110_000);
    expect(await patients()).toBe(done);
    expect(await world.details(`bulk-import/${job.uid}`)).toBe(
      'Done: the import was ended before its last row.',
    );

    const ended = await stored(job);
    expect(ended).toMatchObject({
      status: 'Failed',
      failure: 'endedByProvider',
      createdCount: done,
      hasResult: true,
    });
    const path = `/v0/companies/${company.id}/projects/sandbox/bulk-imports/${job.uid}`;
    const { json } = await world.call('GET', path, { key: company.sandboxKey });
    const { downloadUrl } = (json as unknown as { result: { downloadUrl: string } }).result;
    const result = await (await fetch(downloadUrl)).text();
    expect(parse(result, { columns: true, bom: true })).toHaveLength(done);
    for (const file of ['upload', 'source'] as const)
      await expect(world.services.files.head(bulkImportKey(ended, file))).resolves.toBeUndefined();
  }, 120_000);

  test('can be ended again, but not for another company, and not if it had already failed', async () => {
    const company = await newCompany();
    const stranger = await newCompany();
    const job = await create(company);
    expect((await end(stranger, job)).stderr).toContain('no bulk import with this ID');
    await end(company, job);
    expect((await end(company, job)).exitCode).toBe(0);
    const failed = await create(company);
    await keepHouseAfter(uploadWithinHours + 1, failed);
    expect((await end(company, failed)).stderr).toContain('already ended');
  });
});
