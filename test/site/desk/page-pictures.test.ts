/** The pictures of a document's pages: drawn once, kept beside it, and removed with it. */
import { documentPagesMax } from '../../../src/domain/auth-checks/limits';
import type { Patient } from '../../../src/domain/patients/patient';
import { authorizationKey, pagePictureKey, supportingKey } from '../../../src/files/key-layout';
import {
  compareAuthorization,
  removeAuthorization,
} from '../../../src/usecases/patients/authorization-uploads';
import { lookForSupporting } from '../../../src/usecases/patients/supporting-uploads';
import { removeDueObjects } from '../../../src/usecases/files/file-records';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formPdf } from '../../support/authorization-documents';
import type { Visitor } from '../../support/console-visitor';
import { operatorAtDesk } from '../../support/desk-work';
import { jane, putPatient, storedPatient } from '../../support/patients';

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  acme = await world.company('acme');
  olga = await operatorAtDesk(world, 'Olga');
});
afterAll(() => world.close());

const pageOf = (uid: string, document: number): string =>
  `/desk/authorizations/${uid}/documents/${document}/pages/1`;

const authorizationOf = ({ companyUid, projectUid, uid: patientUid }: Patient): string =>
  authorizationKey({ companyUid, projectUid, patientUid });

async function putForm(key: string, purpose: string): Promise<string> {
  const { etag } = await world.services.files.put(key, await formPdf({ purpose }), 'application/pdf');
  return etag;
}

/** Registers a patient with an authorization on file. */
async function withAuthorization(id: string): Promise<{ patient: Patient; pictureKey: string }> {
  await putPatient(world, acme, 'live', id, jane);
  const before = await storedPatient(world, acme, 'live', id);
  const etag = await putForm(authorizationOf(before), 'Legal');
  await compareAuthorization(world.services, before);
  const patient = await storedPatient(world, acme, 'live', id);
  return { patient, pictureKey: pagePictureKey(authorizationOf(patient), etag, 1) };
}

const isStored = async (key: string): Promise<boolean> =>
  (await world.services.files.head(key)) !== undefined;

test('A page is drawn when it is first viewed, and then sent from the store [DESK-49]', async () => {
  const { patient, pictureKey } = await withAuthorization('drawn-once');
  const path = pageOf(patient.uid, 0);
  expect(await isStored(pictureKey)).toBe(false);
  const first = await olga.get(path);
  expect([first.status, await isStored(pictureKey)]).toEqual([200, true]);
  // Other bytes in its place show where the second answer comes from.
  await world.services.files.put(pictureKey, Buffer.from('kept'), 'image/png');
  expect(await olga.get(path)).toMatchObject({ status: 200, html: 'kept' });
}, 60_000);

test('A kept picture is audited like a drawn one, and not for people without access to the desk [DESK-49]', async () => {
  const { patient } = await withAuthorization('audited');
  const path = pageOf(patient.uid, 0);
  const views = async (): Promise<number> =>
    (await world.audits({ event: 'authorization.read' })).filter(row => row.resourceUid === patient.uid)
      .length;
  const before = await views();
  await olga.get(path);
  await olga.get(path);
  expect((await views()) - before).toBe(2);
  const stranger = await fetch(world.url + path, { redirect: 'manual' });
  expect(stranger.status).not.toBe(200);
}, 60_000);

describe('The kept pictures of a version are removed [DESK-49]', () => {
  test('once another authorization is uploaded', async () => {
    const { patient, pictureKey } = await withAuthorization('replaced');
    await olga.get(pageOf(patient.uid, 0));
    await putForm(authorizationOf(patient), 'Insurance');
    await compareAuthorization(world.services, patient);
    await removeDueObjects(world.services);
    expect(await isStored(pictureKey)).toBe(false);
    // A drawing that was under way may keep its picture after that.
    await world.services.files.put(pictureKey, Buffer.from('late'), 'image/png');
    skippedMs += 11 * 60 * 1000;
    await removeDueObjects(world.services);
    expect(await isStored(pictureKey)).toBe(false);
  }, 60_000);

  test('once the authorization is removed, on every page', async () => {
    const { patient, pictureKey } = await withAuthorization('removed');
    await olga.get(pageOf(patient.uid, 0));
    const etag = patient.authorizationEtag ?? '';
    const last = pagePictureKey(authorizationOf(patient), etag, documentPagesMax);
    await world.services.files.put(last, Buffer.from('last'), 'image/png');
    await removeAuthorization(world.services, patient, etag);
    await removeDueObjects(world.services);
    expect([await isStored(pictureKey), await isStored(last)]).toEqual([false, false]);
  }, 60_000);

  test('once a supporting document is replaced', async () => {
    const { patient } = await withAuthorization('supported');
    const { companyUid, projectUid, uid: patientUid } = patient;
    const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f99';
    const key = supportingKey({ companyUid, projectUid, patientUid }, uid);
    const pictureKey = pagePictureKey(key, await putForm(key, 'Legal'), 1);
    await lookForSupporting(world.services, { patientUid, uid });
    expect((await olga.get(pageOf(patientUid, 1))).status).toBe(200);
    expect(await isStored(pictureKey)).toBe(true);
    await putForm(key, 'Insurance');
    await lookForSupporting(world.services, { patientUid, uid });
    await removeDueObjects(world.services);
    expect(await isStored(pictureKey)).toBe(false);
  }, 60_000);
});
