/** Patients as the tests of whole flows register and review them. */
import type { AuthorizationStatus } from '../../src/domain/authorizations/authorization-status';
import { findPatient, lockPatientByUid } from '../../src/store/patients';
import { type Patient, review as withStatus } from '../../src/domain/patients/patient';
import { getProjectByUid } from '../../src/store/projects';
import { decideAuthorization, establishDeath } from '../../src/usecases/patients/review-patients';
import { commitPatient } from '../../src/usecases/patients/commit-patient';
import type { Transaction } from '../../src/store/database';
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
  const project = await getProjectByUid(world.db, patient.projectUid);
  const ref = { companyId: project.companyId, projectId: project.id, patientId: patient.id };
  const current = async (tx: Transaction): Promise<Patient> => {
    const found = await lockPatientByUid(tx, patient.uid);
    if (found === undefined) throw new Error('the patient is gone');
    return found;
  };
  if (dateOfDeath !== undefined)
    await world.change(async change => {
      const { version } = await current(change.tx);
      return establishDeath(change, ref, { dateOfDeath, version });
    });
  if (status === undefined) return;
  await world.change(async change => {
    const before = await current(change.tx);
    if (project.status !== 'Sandbox')
      return decideAuthorization(change, ref, { status, version: before.version });
    change.unaudited('a decision of the tests’ own');
    return commitPatient(change, project, withStatus(before, status, project));
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
