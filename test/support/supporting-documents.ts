/** Supporting documents of patients, as customers upload them. */
import { supportingKey } from '../../src/files/key-layout';
import { uuidv7 } from '../../src/platform/ids';
import { findPatientByUid } from '../../src/store/patients/patients';
import { lookForSupporting } from '../../src/usecases/patients/supporting-uploads';
import type { ApiWorld } from './api-world';
import { formPdf } from './authorization-documents';

/** Uploads a supporting document of a patient. */
export async function addSupporting(world: ApiWorld, patientUid: string): Promise<void> {
  const patient = await findPatientByUid(world.db, patientUid);
  if (patient === undefined) throw new Error('there is no such patient');
  const place = { patientUid, uid: uuidv7(new Date()) };
  const key = supportingKey({ ...patient, patientUid }, place.uid);
  await world.services.files.put(key, await formPdf(), 'application/pdf');
  await lookForSupporting(world.services, place);
}
