import { createDocumentReaders } from '../../src/reading/document-readers';
import { createDocumentSlots } from '../../src/documents/document-slots';
import { findPatientAuthCheck } from '../../src/store/auth-checks/auth-checks';
import { judgeAuthorization, readAuthorizationDocument } from '../../src/usecases/auth-checks/runs';
import type { ApiWorld, TestCompany } from './api-world';
import { patientsPath, putPatient, storedPatient } from './patients';

/** How long reading the document may take on a machine that is busy with other tests. */
const readingMaxMs = 40_000;

/**
 * Registers a patient, uploads an authorization, and has it analyzed. @returns the patient as the API shows
 * it then, and its uid
 */
export async function uploadAnalyzed(
  { world, company }: { readonly world: ApiWorld; readonly company: TestCompany },
  place: { readonly project: 'sandbox' | 'live'; readonly id: string },
  patient: object,
  document: Uint8Array,
): Promise<{ readonly shown: Record<string, unknown>; readonly uid: string }> {
  const { project, id } = place;
  const { json } = await putPatient(world, company, project, id, patient);
  const { uploadUrl } = json['authorization'] as { uploadUrl: string };
  await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(document) });
  const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
  const { json: shown } = await world.call('GET', patientsPath(company, project, id), { key });
  const { uid } = await storedPatient(world, company, project, id);
  await analyze(world, uid);
  return { shown, uid };
}

/** Reads and judges the authorization of a patient that waits for it. */
export async function analyze(world: ApiWorld, uid: string): Promise<void> {
  const check = await findPatientAuthCheck(world.db, uid);
  if (check === undefined) throw new Error('no run was started');
  const parts = {
    ...world.services,
    documentSlots: createDocumentSlots(),
    documentReaders: createDocumentReaders(0),
  };
  await readAuthorizationDocument(parts, check, AbortSignal.timeout(readingMaxMs));
  await judgeAuthorization(world.services, check);
}
