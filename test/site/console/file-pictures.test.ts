/** The pictures of pages of a record request's files: drawn once, kept beside the file, removed with it. */
import { pagePictureKey } from '../../../src/files/key-layout';
import { noticeDocument } from '../../../src/usecases/files/document-uploads';
import { removeDueObjects } from '../../../src/usecases/files/file-records';
import { findFileByUid, type FileArea, type StoredFile } from '../../../src/store/files/stored-files';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formPdf } from '../../support/authorization-documents';
import { addMember } from '../../../src/usecases/tenants/members';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { holdFile, operatorAtDesk } from '../../support/desk-work';
import { storedPatient } from '../../support/patients';
import { makeRequest, putRequestFile } from '../../support/request-files';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

interface Shown {
  readonly file: StoredFile;
  /** The page of the file, and the picture of its first page. */
  readonly page: string;
  readonly picture: string;
  readonly pictureKey: string;
}

const keyOf = ({ storageKey, etag }: StoredFile, page = 1): string => pagePictureKey(storageKey, etag, page);

async function withFile(id: string, area: FileArea = 'deliverables'): Promise<Shown> {
  const request = await makeRequest(world, company, id);
  await world.db('record_request').where({ uid: request.id }).update({ status: 'Completed' });
  const file = await putRequestFile(world, company, request.id, 'Chart.pdf', { area }, await formPdf());
  const { uid } = await storedPatient(world, company, 'sandbox', id);
  const patient = `/console/companies/acme/sandbox/patients/${uid}`;
  const page = `${patient}/record-requests/${request.id}/files/${file.uid}`;
  return { file, page, picture: `${page}/pages/1/picture`, pictureKey: keyOf(file) };
}

const isStored = async (key: string): Promise<boolean> =>
  (await world.services.files.head(key)) !== undefined;

test('A page of a file is drawn when it is first viewed, and then sent from the store [DESK-55]', async () => {
  const { picture, pictureKey } = await withFile('drawn-once');
  expect(await isStored(pictureKey)).toBe(false);
  expect((await admin.get(picture)).status).toBe(200);
  expect(await isStored(pictureKey)).toBe(true);
  // Other bytes in its place show where the second answer comes from.
  await world.services.files.put(pictureKey, Buffer.from('kept'), 'image/png');
  expect(await admin.get(picture)).toMatchObject({ status: 200, html: 'kept' });
}, 60_000);

test('A kept picture is audited like a drawn one, and needs the permission and the status [DESK-55]', async () => {
  const { file, picture } = await withFile('checked');
  const { recordRequestUid: uid } = file;
  const views = async (): Promise<number> =>
    (await world.audits({ event: 'document.read', resourceUid: uid, outcome: 'success' })).length;
  const before = await views();
  await admin.get(picture);
  await admin.get(picture);
  expect((await views()) - before).toBe(2);
  const rival = await signedIn(world, (await world.company('rival')).email);
  expect((await rival.get(picture)).status).toBe(404);
  const stranger = await fetch(world.url + picture, { redirect: 'manual' });
  expect(stranger.status).not.toBe(200);
  const email = 'outside@acme.example';
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name: 'outside', role: 'Viewer', seesAllProjects: false }),
  );
  const outside = await signedIn(world, email);
  expect((await outside.get(picture)).status).toBe(404);
  await world.db('record_request').where({ uid }).update({ status: 'Processing' });
  expect((await admin.get(picture)).status).toBe(404);
}, 60_000);

describe('The kept pictures of a file are removed [DESK-55]', () => {
  test.each(['deliverables', 'documents'] as const)(
    'with a file of the %s, all pages',
    async area => {
      const { file, page, picture, pictureKey } = await withFile(`removed-${area}`, area);
      await admin.get(picture);
      const last = keyOf(file, 5_000);
      await world.services.files.put(last, Buffer.from('last'), 'image/png');
      const other = `${file.storageKey}-pages/another/1.png`;
      await world.services.files.put(other, Buffer.from('other'), 'image/png');
      expect((await admin.send(page, `${page}/delete`)).status).toBe(303);
      await removeDueObjects(world.services);
      expect([await isStored(pictureKey), await isStored(last)]).toEqual([false, false]);
      expect(await isStored(other)).toBe(true);
      // A drawing that was under way may keep its picture after that.
      await world.services.files.put(pictureKey, Buffer.from('late'), 'image/png');
      skippedMs += 11 * 60 * 1000;
      await removeDueObjects(world.services);
      expect(await isStored(pictureKey)).toBe(false);
    },
    60_000,
  );

  test('once a document is replaced', async () => {
    const { file, picture, pictureKey } = await withFile('replaced', 'documents');
    await admin.get(picture);
    const bytes = await formPdf({ purpose: 'Insurance' });
    const { etag } = await world.services.files.put(file.storageKey, bytes, 'application/pdf');
    await noticeDocument(world.services, file.uid);
    await removeDueObjects(world.services);
    expect(await isStored(pictureKey)).toBe(false);
    expect((await admin.get(picture)).status).toBe(200);
    expect(await isStored(pagePictureKey(file.storageKey, etag, 1))).toBe(true);
  }, 60_000);

  test('with the combined chart, once one of its files is deleted', async () => {
    const { file, page } = await withFile('chart');
    const { recordRequestUid } = file;
    const chart = await putRequestFile(
      world,
      company,
      recordRequestUid,
      'Combined chart.pdf',
      { area: 'combined' },
      await formPdf(),
    );
    await admin.get(`${page.slice(0, page.lastIndexOf('/'))}/${chart.uid}/pages/1/picture`);
    expect(await isStored(keyOf(chart))).toBe(true);
    await admin.send(page, `${page}/delete`);
    await removeDueObjects(world.services);
    expect(await isStored(keyOf(chart))).toBe(false);
  }, 60_000);
});

test('A page of a held file is drawn once, is for operators only, and stays once it is released [DESK-55]', async () => {
  const request = await makeRequest(world, company, 'held');
  await world.db('record_request').where({ uid: request.id }).update({ status: 'Completed' });
  const uid = await holdFile(world, company, request.id, 'Other.pdf');
  const olga = await operatorAtDesk(world, 'Olga');
  const atDesk = `/desk/charts/${request.id}/files/${uid}/pages/1`;
  expect((await olga.get(atDesk)).status).toBe(200);
  const file = await findFileByUid(world.db, uid);
  const key = pagePictureKey(file?.storageKey ?? '', file?.etag ?? '', 1);
  expect(await isStored(key)).toBe(true);
  await world.services.files.put(key, Buffer.from('kept'), 'image/png');
  expect(await olga.get(atDesk)).toMatchObject({ status: 200, html: 'kept' });
  const { uid: patientUid } = await storedPatient(world, company, 'sandbox', 'held');
  const inConsole =
    `/console/companies/acme/sandbox/patients/${patientUid}/record-requests/${request.id}/files/${uid}` +
    '/pages/1/picture';
  expect((await admin.get(inConsole)).status).toBe(404);
  const page = `/desk/charts/${request.id}/files/${uid}`;
  expect((await olga.send(page, `${page}/release`, { reason: 'Maiden name' })).status).toBe(303);
  expect(await admin.get(inConsole)).toMatchObject({ status: 200, html: 'kept' });
  expect((await olga.get(atDesk)).status).toBe(404);
}, 60_000);

test('A picture of a file that was deleted while it was drawn is not kept [DESK-55]', async () => {
  const { file, picture, pictureKey } = await withFile('late');
  // The bytes are still there, as they are until the next run removes them.
  const gone = world.db('stored_file').where({ uid: file.uid }).delete();
  const { files } = world.services;
  const { get } = files;
  const spy = jest.spyOn(files, 'get').mockImplementation(async (...wanted) => {
    await gone;
    return get(...wanted);
  });
  await admin.get(picture);
  spy.mockRestore();
  expect(await isStored(pictureKey)).toBe(false);
}, 60_000);
