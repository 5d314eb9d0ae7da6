/** Patients as the tests of whole flows register and review them. */
import type { AuthorizationStatus } from '../../src/domain/authorizations/authorization-status';
import { findPatient, lockPatientByUid } from '../../src/store/patients';
import type { Patient } from '../../src/domain/patients/patient';
import { getProjectByUid } from '../../src/store/projects';
import { decideAuthorization } from '../../src/usecases/patients/decide-authorization';
import { establishDeath } from '../../src/usecases/patients/establish-death';
import { savePatient, settle } from '../../src/usecases/patients/save-patient';
import type { Answer, ApiWorld, TestCompany } from './api-world';

/** A patient form; nothing of it is anybody's. */
export const jane = {
  firstName: 'Jane',
  lastNames: ['Doe', 'Smith'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
} as const;

/** All three searches switched on. */
export const allSearches = { siteSonar: true, patientHistories: true, ehrSearch: true } as const;

/** The path of a project's patients, or of one of them. */
export function patientsPath(company: TestCompany, project: string, patientId?: string): string {
  const path = `/v0/companies/${company.id}/projects/${project}/patients`;
  return patientId === undefined ? path : `${path}/${patientId}`;
}

/** Upserts a patient of the project. */
export async function putPatient(
  world: ApiWorld,
  company: TestCompany,
  project: 'sandbox' | 'live' | 'closed',
  patientId: string,
  body: object,
): Promise<Answer> {
  const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
  return world.call('PUT', patientsPath(company, project, patientId), { key, body });
}

/** The patient as stored. */
export async function storedPatient(
  world: ApiWorld,
  company: TestCompany,
  project: string,
  patientId: string,
): Promise<Patient> {
  const row: unknown = await world
    .db('project')
    .where({ company_uid: company.uid, id: project })
    .first('uid');
  if (typeof row !== 'object' || row === null || !('uid' in row)) throw new Error('no such project');
  const patient = await findPatient(world.db, String(row.uid), patientId);
  if (patient === undefined) throw new Error('no such patient');
  return patient;
}

/**
 * What the delivery team establishes of a patient, on what is there now. A status on a sandbox project is the customer's
 * to set, so there it is stored as their PATCH would.
 */
export async function review(
  world: ApiWorld,
  patient: Patient,
  facts: { readonly authorizationStatus?: AuthorizationStatus; readonly dateOfDeath?: string },
): Promise<void> {
  const { authorizationStatus: status, dateOfDeath } = facts;
  await world.change(async change => {
    const project = await getProjectByUid(change.tx, patient.projectUid);
    const ref = { companyId: project.companyId, projectId: project.id, patientId: patient.id };
    const current = async (): Promise<Patient> => {
      const found = await lockPatientByUid(change.tx, patient.uid);
      if (found === undefined) throw new Error('the patient is gone');
      return found;
    };
    if (dateOfDeath !== undefined) {
      const { version } = await current();
      await establishDeath(change, ref, { dateOfDeath, version });
    }
    if (status === undefined) return;
    const before = await current();
    if (project.status === 'Sandbox') {
      const after = settle(project, { ...before, authorizationStatus: status });
      await savePatient(change, project, before, after);
    } else await decideAuthorization(change, ref, { status, version: before.version });
  });
}

/** Rows of each kind that each search has brought to a patient, `siteSonar visit` and the like. */
export async function clinicalCounts(world: ApiWorld, patientUid: string): Promise<Record<string, number>> {
  const { rows } = (await world.db.raw(
    `select source || ' ' || row_kind as name, count(*)::int as count from clinical_source
     where patient_uid = ? group by 1 order by 1`,
    [patientUid],
  )) as { rows: Array<{ name: string; count: number }> };
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
