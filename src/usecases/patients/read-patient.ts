import type { ObjectStore } from '../../files/object-store';
import type { Log } from '../../platform/log';
import { findPatientAuthCheck } from '../../store/auth-checks';
import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import type { ChangeParts } from '../change';
import { getPatient } from './get-patient';
import { compareAuthorization } from './notice-authorization';

type ReadParts = ChangeParts & { readonly files: ObjectStore; readonly log: Log };

/**
 * A patient for a caller. While no document is on file, the read looks for one in the object store: an upload whose
 * notification was lost shows with the next read. For a patient with a document that costs a round trip for the rare
 * replacement; the sweep and `GET …/authorization` find those.
 * @throws Problem 404
 */
export async function readPatient(parts: ReadParts, project: Project, id: string): Promise<Patient> {
  const patient = await getPatient(parts.db, project, id);
  if (patient.authorizationEtag !== null) return patient;
  // A store that is away takes nothing from the patient's own data; the sweep finds the upload later.
  const isNoticed = await compareAuthorization(parts, patient).catch((error: unknown) => {
    parts.log.warn('An upload could not be looked for; the sweep will.', { error });
    return false;
  });
  return isNoticed ? getPatient(parts.db, project, id) : patient;
}

/**
 * A patient whose authorization a caller asks for, always compared with what lies in the object store, and the
 * analysis of the document on file.
 * @throws Problem 404
 */
export async function readAuthorization(
  parts: ReadParts,
  project: Project,
  id: string,
): Promise<{ readonly patient: Patient; readonly analysis: AuthCheck | undefined }> {
  const before = await getPatient(parts.db, project, id);
  const isNoticed = await compareAuthorization(parts, before);
  const patient = isNoticed ? await getPatient(parts.db, project, id) : before;
  return { patient, analysis: await findPatientAuthCheck(parts.db, patient.uid) };
}
