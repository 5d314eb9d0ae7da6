/** Truncated uploads against the complete product: none of them is stored, imported, or analyzed. */
import { randomBytes, randomUUID } from 'node:crypto';
import { authorizationKey, bulkImportKey } from '../../src/files/key-layout';
import type { Patient } from '../../src/domain/patients/patient';
import { sweepUploads } from '../../src/usecases/uploads';
import { notificationSecret, type TestCompany } from '../support/api-world';
import { signedForJane } from '../support/authorization-documents';
import { cutUpload, type CutEnd, type CutLength } from '../support/cut-upload';
import { testBucket } from '../support/files';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { decideOnSandbox, jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import { readRows } from '../support/records';

interface Job {
  readonly bulkImport: { readonly id: string; readonly status: string; readonly rows: object };
  readonly upload: { readonly uploadUrl: string } | null;
}

let world: FlowWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['bulk', 'documents'] });
  company = await world.company('acme');
});
afterAll(() => world.close());

/** Runs everything that notices an upload: the store's webhook and the sweep. */
async function noticeUpload(key: string): Promise<void> {
  const answer = await world.call('POST', '/internal/object-events', {
    headers: { authorization: `Bearer ${notificationSecret}` },
    body: { key: `/buckets/${testBucket}/${key}`, event_type: 'create', message: {} },
  });
  expect(answer.status).toBe(200);
  let position = await sweepUploads(world.services, undefined);
  while (position !== undefined) position = await sweepUploads(world.services, position);
}

/** Sends an upload repeatedly, truncated at a different place each time, in every way. */
async function cutEverywhere(url: string, body: Uint8Array): Promise<void> {
  const places = ['headers', 0, 1, Math.floor(body.length / 2), body.length - 1] as const;
  const lengths: readonly CutLength[] = ['content-length', 'chunked'];
  const ends: readonly CutEnd[] = ['fin', 'reset'];
  for (const length of lengths)
    for (const end of ends)
      for (const sentBytes of places) await cutUpload({ url, body, sentBytes, length, end });
  // A complete upload with its own key: by then the store has processed the truncated ones.
  await world.services.files.put(`cut/${randomUUID()}`, body, 'application/octet-stream');
}

async function uploadWhole(url: string, body: Uint8Array): Promise<void> {
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(body) });
  expect(answer.status).toBe(200);
}

test("A truncated bulk import file isn't imported, but a complete one with the same URL is [BULK-1]", async () => {
  const made = await world.call('POST', `${patientsPath(company, 'sandbox')}/bulk`, {
    key: company.sandboxKey,
    body: {},
  });
  const { bulkImport, upload } = made.json as unknown as Job;
  const rows = Array.from({ length: 40 }, (_, index) => `cut-${index},Jane,Doe,1984-02-29`);
  const csv = Buffer.from(`${['id,First name,Last name,DOB', ...rows].join('\r\n')}\r\n`);
  const key = bulkImportKey(
    { companyUid: company.uid, projectUid: await projectUid(), uid: bulkImport.id },
    'upload',
  );
  const read = async (): Promise<Job['bulkImport']> => {
    const path = `/v0/companies/acme/projects/sandbox/bulk-imports/${bulkImport.id}`;
    return ((await world.call('GET', path, { key: company.sandboxKey })).json as unknown as Job).bulkImport;
  };

  await cutEverywhere(upload?.uploadUrl ?? '', csv);
  await noticeUpload(key);
  expect(await read()).toMatchObject({ status: 'AwaitingUpload', rows: bulkImport.rows });
  expect(await world.services.files.head(key)).toBeUndefined();
  expect(await readRows(world.db, `select id from patient where id like 'cut-%'`)).toEqual([]);

  await uploadWhole(upload?.uploadUrl ?? '', csv);
  await noticeUpload(key);
  await world.sent();
  await world.result(`bulk-import/${bulkImport.id}`);
  expect(await read()).toMatchObject({ status: 'Completed', rows: { total: 40, created: 40 } });
}, 60_000);

async function projectUid(): Promise<string> {
  const [project] = await readRows<{ uid: string }>(
    world.db,
    `select uid from project where company_uid = ? and id = 'sandbox'`,
    [company.uid],
  );
  return project?.uid ?? '';
}

describe('Truncated authorization upload', () => {
  const keyOf = ({ companyUid, projectUid: project, uid: patientUid }: Patient): string =>
    authorizationKey({ companyUid, projectUid: project, patientUid });
  const stored = (id: string): Promise<Patient> => storedPatient(world, company, 'sandbox', id);
  const analyses = (patient: Patient): Promise<unknown[]> =>
    readRows(
      world.db,
      `select c.run from auth_check c join authorization_document d on d.uid = c.document_uid
       where d.patient_uid = ?`,
      [patient.uid],
    );

  async function registered(): Promise<{ id: string; url: string }> {
    const id = randomUUID();
    const answer = await putPatient(world, company, 'sandbox', id, jane);
    await decideOnSandbox(world, company, id, 'Approved');
    return { id, url: (answer.json['authorization'] as { uploadUrl: string }).uploadUrl };
  }

  async function readAgain(id: string): Promise<void> {
    for (const path of ['', '/authorization']) {
      const target = `${patientsPath(company, 'sandbox', id)}${path}`;
      expect((await world.call('GET', target, { key: company.sandboxKey })).status).toBe(200);
    }
  }

  test("isn't on file, isn't analyzed, and sends no patient back to review [AUTH-22]", async () => {
    const { id, url } = await registered();
    const patient = await stored(id);
    await cutEverywhere(url, randomBytes(200_000));
    await noticeUpload(keyOf(patient));
    await readAgain(id);
    await world.sent();
    expect(await stored(id)).toMatchObject({ authorizationStatus: 'Approved', authorizationEtag: null });
    expect(await analyses(patient)).toEqual([]);
  }, 60_000);

  test('leaves the earlier document and its review unchanged [AUTH-3]', async () => {
    const { id, url } = await registered();
    const patient = await stored(id);
    const document = await signedForJane('patient');
    await uploadWhole(url, document);
    await noticeUpload(keyOf(patient));
    await decideOnSandbox(world, company, id, 'Approved');
    const { authorizationEtag } = await stored(id);

    await cutEverywhere(url, randomBytes(200_000));
    await noticeUpload(keyOf(patient));
    await readAgain(id);
    expect(await stored(id)).toMatchObject({ authorizationStatus: 'Approved', authorizationEtag });
    const kept = await world.services.files.get(keyOf(patient), document.length);
    expect(Buffer.from(kept).equals(Buffer.from(document))).toBe(true);
  }, 60_000);
});
