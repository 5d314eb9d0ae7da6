/** Patients as registered and reviewed by the tests over whole flows. */
import type { AuthorizationStatus } from '../../src/domain/authorizations/authorization-status';
import { findPatient } from '../../src/store/patients/patients';
import type { Patient } from '../../src/domain/patients/patient';
import type { SearchKind } from '../../src/domain/searches/search';
import { getProjectByUid } from '../../src/store/tenants/projects';
import type { OperatorChange } from '../../src/usecases/change';
import { getOperatorsPatient, type PatientRef } from '../../src/usecases/operators';
import {
  approvalQuestion,
  decideAuthorization,
  sightOfCommand,
  type AuthorizationDecision,
} from '../../src/usecases/patients/authorization-decisions';
import { isApproval } from '../../src/domain/authorizations/approval';
import { establishDeath } from '../../src/usecases/patients/operator-patients';
import type { Answer, ApiWorld, TestCompany } from './api-world';
import { readRows } from './records';

/** A patient form with nobody's data. */
export const jane = {
  firstName: 'Jane',
  lastNames: ['Doe', 'Smith'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
} as const;

/** A facility as a record request names it. */
export const mercyClinic = {
  siteName: 'Mercy Clinic',
  siteAddressLine1: '1 Main St',
  siteCity: 'Boston',
  siteState: 'MA',
  siteZip: '02139',
} as const;

/** All three searches switched on. */
export const allSearches = { siteSonar: true, patientHistories: true, ehrSearch: true } as const;

/** Returns the path of a project's patients, or of one of them. */
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

/** Returns the stored patient. */
export async function storedPatient(
  world: ApiWorld,
  company: TestCompany,
  project: string,
  patientId: string,
): Promise<Patient> {
  const [found] = await readRows<{ uid: string }>(
    world.db,
    'select uid from project where company_uid = ? and id = ?',
    [company.uid, project],
  );
  if (found === undefined) throw new Error('no such project');
  const patient = await findPatient(world.db, found.uid, patientId);
  if (patient === undefined) throw new Error('no such patient');
  return patient;
}

/** Decides like an operator who saw the document on paper, whatever speaks against an approval. */
export async function decideOnPaper(
  change: OperatorChange,
  ref: PatientRef,
  decision: Pick<AuthorizationDecision, 'status' | 'version' | 'expiresOn'>,
): Promise<void> {
  const found = await getOperatorsPatient(change.tx, ref);
  const sightOf = sightOfCommand(change);
  const { concerns } = await approvalQuestion(change, found, sightOf);
  const isQuestioned = isApproval(found.patient, decision) && concerns.length > 0;
  const override = isQuestioned ? { reason: 'seenElsewhere' as const } : undefined;
  await decideAuthorization(change, ref, { ...decision, override }, sightOf);
}

/**
 * Decides on a live project's patient as an operator would, for its current version. On a sandbox project the
 * customer sets the status: `decideOnSandbox`.
 */
export async function review(
  world: ApiWorld,
  patient: Patient,
  facts: { readonly authorizationStatus?: AuthorizationStatus; readonly dateOfDeath?: string },
): Promise<void> {
  const { authorizationStatus: status, dateOfDeath } = facts;
  const project = await getProjectByUid(world.db, patient.projectUid);
  const ref = { companyId: project.companyId, projectId: project.id, patientId: patient.id };
  const version = async (): Promise<number> => {
    const found = await findPatient(world.db, patient.projectUid, patient.id);
    if (found === undefined) throw new Error('the patient is gone');
    return found.version;
  };
  if (dateOfDeath !== undefined) {
    const shownVersion = await version();
    await world.change(change => establishDeath(change, ref, { dateOfDeath, version: shownVersion }));
  }
  if (status === undefined) return;
  const shownVersion = await version();
  await world.change(change => decideOnPaper(change, ref, { status, version: shownVersion }));
}

/**
 * Sets the status of a sandbox patient's authorization as the customer does. @throws Error if it is refused
 */
export async function decideOnSandbox(
  world: ApiWorld,
  company: TestCompany,
  patientId: string,
  authorizationStatus: AuthorizationStatus,
): Promise<void> {
  const { status } = await world.call('PATCH', patientsPath(company, 'sandbox', patientId), {
    key: company.sandboxKey,
    body: { authorizationStatus },
  });
  if (status !== 200) throw new Error(`the status was not set: HTTP ${status}`);
}

/** Returns the search of each held person of a patient's answers, a row each. */
export async function withheldKinds(world: ApiWorld, patientUid: string): Promise<SearchKind[]> {
  const rows = await readRows<{ kind: SearchKind }>(
    world.db,
    "select kind from run_candidate where patient_uid = ? and standing = 'held' order by kind",
    [patientUid],
  );
  return rows.map(({ kind }) => kind);
}

/** Returns how many rows of each kind each search returned for a patient, `siteSonar visit` and so on. */
export async function clinicalCounts(world: ApiWorld, patientUid: string): Promise<Record<string, number>> {
  const rows = await readRows<{ name: string; count: number }>(
    world.db,
    `select source || ' ' || row_kind as name, count(distinct row_uid)::int as count from clinical_source
     where patient_uid = ? group by 1 order by 1`,
    [patientUid],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
