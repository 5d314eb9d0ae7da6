import { findPatient, lockPatient } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import { findCompanyProject } from '../../store/projects';
import type { Project } from '../../domain/projects/project';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../tenants/find-company';

/** A patient as an operator names one. */
export interface PatientRef {
  readonly companyId: string;
  readonly projectId: string;
  readonly patientId: string;
}

/** A patient with its project, as the delivery team works on one. */
export interface ReviewedPatient {
  readonly project: Project;
  readonly patient: Patient;
}

const noPatient = 'The project has no patient with this id; `patient list` shows them.';

/** @throws OperatorError when there is no such company or project */
export async function findReviewedProject(
  change: Change,
  { companyId, projectId }: Pick<PatientRef, 'companyId' | 'projectId'>,
): Promise<Project> {
  const company = await getCompany(change.tx, companyId);
  const project = await findCompanyProject(change.tx, company.uid, projectId);
  if (project === undefined)
    throw new OperatorError('The company has no project with this id; `project list` shows them.');
  return project;
}

/** @throws OperatorError when there is no such company, project or patient */
export async function findReviewed(change: Change, ref: PatientRef): Promise<ReviewedPatient> {
  const project = await findReviewedProject(change, ref);
  const patient = await findPatient(change.tx, project.uid, ref.patientId);
  if (patient === undefined) throw new OperatorError(noPatient);
  return { project, patient };
}

/**
 * As `findReviewed`, locked, and still the version that the operator looked at: what they decided is about what they
 * saw, and an edit or another document that came between is not waved through.
 * @throws OperatorError as above, and when the patient has changed since, or the project is closed
 */
export async function lockReviewed(
  change: Change,
  ref: PatientRef,
  version: number,
): Promise<ReviewedPatient> {
  const project = await findReviewedProject(change, ref);
  if (project.status === 'Closed')
    throw new OperatorError('The project is closed and read only; `project set-status` opens it again.');
  const patient = await lockPatient(change.tx, project.uid, ref.patientId);
  if (patient === undefined) throw new OperatorError(noPatient);
  if (patient.version !== version) {
    throw new OperatorError(
      `The patient has changed since version ${version}: look again by \`patient show\`, then decide on what is there now.`,
    );
  }
  return { project, patient };
}
