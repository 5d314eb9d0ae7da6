/** An oversized document is removed; an approved one, or one uploaded in the meantime, is kept. */
import { authorizationKey } from '../../src/files/key-layout';
import type { Patient } from '../../src/domain/patients/patient';
import { compareAuthorization, removeAuthorization } from '../../src/usecases/patients/authorization-uploads';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, putPatient, storedPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const keyOf = (patient: Patient): string => authorizationKey({ ...patient, patientUid: patient.uid });

async function put(patient: Patient, content: string): Promise<string> {
  return (await world.services.files.put(keyOf(patient), Buffer.from(content), 'application/pdf')).etag;
}

/** Creates a patient with a document on file. */
async function withDocument(
  project: 'sandbox' | 'live',
  id: string,
): Promise<{ patient: Patient; etag: string }> {
  await putPatient(world, company, project, id, jane);
  const etag = await put(await storedPatient(world, company, project, id), 'a document');
  await compareAuthorization(world.services, await storedPatient(world, company, project, id));
  return { patient: await storedPatient(world, company, project, id), etag };
}

async function removed(project: 'sandbox' | 'live', { patient, etag }: { patient: Patient; etag: string }) {
  await removeAuthorization(world.services, patient, etag);
  const after = await storedPatient(world, company, project, patient.id);
  return {
    isThere: (await world.services.files.head(keyOf(patient))) !== undefined,
    isOnFile: after.authorizationEtag !== null,
    audits: (await world.audits({ event: 'authorization.remove', resourceUid: patient.uid })).length,
  };
}

test.each(['sandbox', 'live'] as const)(
  'A document is removed from a %s project once, with an audit row [DECISION-52]',
  async project => {
    const document = await withDocument(project, `goes-${project}`);
    const gone = { isThere: false, isOnFile: false, audits: 1 };
    expect(await removed(project, document)).toEqual(gone);
    expect(await removed(project, document)).toEqual(gone);
  },
);

test('A removal interrupted after the bytes were deleted is finished by a repeat', async () => {
  const document = await withDocument('live', 'cut-off');
  await world.services.files.remove(keyOf(document.patient));
  expect(await removed('live', document)).toEqual({ isThere: false, isOnFile: false, audits: 1 });
});

test('A document that an operator has approved is kept, because searches are based on it', async () => {
  const { patient, etag } = await withDocument('live', 'approved');
  await world.db('patient').where({ uid: patient.uid }).update({ authorization_status: 'Approved' });
  const approved = await storedPatient(world, company, 'live', patient.id);
  expect(await removed('live', { patient: approved, etag })).toEqual({
    isThere: true,
    isOnFile: true,
    audits: 0,
  });
});

test('A removal keeps other bytes uploaded in the meantime', async () => {
  const document = await withDocument('live', 'replaced');
  const etag = await put(document.patient, 'a smaller document');
  await world.services.files.remove(keyOf(document.patient), document.etag);
  expect((await world.services.files.head(keyOf(document.patient)))?.etag).toBe(etag);
});
