import type { Patient } from '../domain/patients/patient';
import { environmentOf, isClosed, type Environment, type Project } from '../domain/projects/project';
import type { Executor, Transaction } from '../store/database';
import { findPatient, lockPatient } from '../store/patients';
import { listProjectsWithId, lockProject } from '../store/projects';
import { findCompany, listMembers, type Company, type Member } from '../store/tenants';
import { OperatorError } from './operator-error';

/** A project as an operator names one. */
export interface ProjectRef {
  readonly companyId: string;
  readonly projectId: string;
  /** Needed where both environments of the company have a project of this id. */
  readonly environment?: Environment | undefined;
}

/** A patient as an operator names one. */
export interface PatientRef extends ProjectRef {
  readonly patientId: string;
}

/** A patient with its project, as the delivery team works on one. */
export interface OperatorsPatient {
  readonly project: Project;
  readonly patient: Patient;
}

/** @throws OperatorError when there is no such company */
export async function getCompany(executor: Executor, id: string): Promise<Company> {
  const company = await findCompany(executor, id);
  if (company === undefined)
    throw new OperatorError('There is no company with this id; `company list` shows them.');
  return company;
}

/** @throws OperatorError when the company has no such member */
export async function getMember(executor: Executor, company: Company, email: string): Promise<Member> {
  const members = await listMembers(executor, company.uid);
  const member = members.find(candidate => candidate.email.toLowerCase() === email.toLowerCase());
  if (member === undefined)
    throw new OperatorError('The company has no member with this e-mail address; `user list` shows them.');
  return member;
}

function existing<T>(found: T | undefined, sentence: string): T {
  if (found === undefined) throw new OperatorError(sentence);
  return found;
}

const noProject = 'The company has no project with this id; `project list` shows them.';
const noPatient = 'The project has no patient with this id; `patient list` shows them.';

/** @throws OperatorError when there is no such company or project, or one of this id in each environment */
export async function getProject(executor: Executor, ref: ProjectRef): Promise<Project> {
  const { uid } = await getCompany(executor, ref.companyId);
  const projects = (await listProjectsWithId(executor, uid, ref.projectId)).filter(
    ({ status }) => ref.environment === undefined || environmentOf(status) === ref.environment,
  );
  if (projects.length > 1)
    throw new OperatorError(
      `Both environments have a project of this id: say production/${ref.projectId} or sandbox/${ref.projectId}.`,
    );
  return existing(projects[0], noProject);
}

/** As `getProject`, locked until the transaction ends. */
export async function lockOperatorsProject(tx: Transaction, ref: ProjectRef): Promise<Project> {
  const { companyUid, id: projectId, status } = await getProject(tx, ref);
  const place = { companyUid, environment: environmentOf(status), projectId };
  return existing(await lockProject(tx, place), noProject);
}

/** @throws OperatorError when there is no such company, project or patient */
export async function getOperatorsPatient(executor: Executor, ref: PatientRef): Promise<OperatorsPatient> {
  const project = await getProject(executor, ref);
  return { project, patient: existing(await findPatient(executor, project.uid, ref.patientId), noPatient) };
}

async function lockIn(tx: Transaction, project: Project, patientId: string): Promise<Patient> {
  return existing(await lockPatient(tx, project.uid, patientId), noPatient);
}

/** As `getOperatorsPatient`, the patient locked until the transaction ends: for a change. */
export async function lockOperatorsPatient(tx: Transaction, ref: PatientRef): Promise<OperatorsPatient> {
  const project = await getProject(tx, ref);
  return { project, patient: await lockIn(tx, project, ref.patientId) };
}

/**
 * As `lockOperatorsPatient`, and still the version that the operator looked at: they decided about what they
 * saw, not about an edit or a document that came later.
 * @throws OperatorError as above, and when the patient has changed since, or the project is closed
 */
export async function lockReviewedPatient(
  tx: Transaction,
  ref: PatientRef,
  version: number,
): Promise<OperatorsPatient> {
  const project = await getProject(tx, ref);
  if (isClosed(project))
    throw new OperatorError('The project is closed and read only; `project set-status` opens it again.');
  const patient = await lockIn(tx, project, ref.patientId);
  if (patient.version !== version) {
    throw new OperatorError(
      `The patient has changed since version ${version}: look again by \`patient show\`, then decide on what is there now.`,
    );
  }
  return { project, patient };
}
