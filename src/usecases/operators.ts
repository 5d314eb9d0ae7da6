import type { Patient } from '../domain/patients/patient';
import type { RecordRequest } from '../domain/record-requests/record-request';
import { environmentOf, isClosed, type Environment, type Project } from '../domain/projects/project';
import { isUuid } from '../domain/text';
import { workflows } from '../domain/workflows';
import type { Executor, Transaction } from '../store/database';
import { findPatient, findPatientByUid, lockPatientByUid } from '../store/patients/patients';
import {
  findProjectByUid,
  getProjectByUid,
  listProjectsWithId,
  lockProject,
} from '../store/tenants/projects';
import { findRecordRequestByUid, lockRecordRequestByUid } from '../store/record-requests/record-requests';
import { findCompany, listMembers, type Company, type Member } from '../store/tenants/tenants';
import { resource, type AuditedResource } from './change';
import { OperatorError } from './operator-error';

/** A project as an operator names it. */
export interface ProjectRef {
  /** Required with a customer's id. With a uid, which is unique, it must match the project's. */
  readonly companyId?: string | undefined;
  /** The customer's id of the project, or its uid. */
  readonly projectId: string;
  /** Required if the company has a project with this id in both environments. */
  readonly environment?: Environment | undefined;
}

/** A patient as an operator names it. */
export interface PatientRef extends Omit<ProjectRef, 'projectId'> {
  /** Required with a customer's id, as is the company. With a uid both must match the patient's. */
  readonly projectId?: string | undefined;
  /** The customer's id of the patient, its uid, or the id of its workflow, `patient-search/<uid>`. */
  readonly patientId: string;
}

/** A record request as an operator names it. */
export interface RecordRequestRef {
  /** If given, it must match the request's. */
  readonly companyId?: string | undefined;
  /** Its uid, or the id of its workflow, `record-request/<uid>`. */
  readonly recordRequestUid: string;
}

/** A patient with its project, for operators. */
export interface OperatorsPatient {
  readonly project: Project;
  readonly patient: Patient;
}

/** @throws OperatorError if there is no such company */
export async function getCompany(executor: Executor, id: string): Promise<Company> {
  const company = await findCompany(executor, id);
  if (company === undefined)
    throw new OperatorError('No company has this ID.', { hint: 'Run `company list` to see all companies.' });
  return company;
}

/** @throws OperatorError if the company has no such member */
export async function getMember(executor: Executor, company: Company, email: string): Promise<Member> {
  const members = await listMembers(executor, company.uid);
  const member = members.find(
    candidate => !candidate.isServiceAccount && candidate.email.toLowerCase() === email.toLowerCase(),
  );
  if (member === undefined)
    throw new OperatorError(
      'The company has no member with this e-mail address. Run `user list` to see its members.',
    );
  return member;
}

/** Returns the company of a list for its audit row; `undefined` if it covers all. @throws OperatorError */
export async function auditedCompany(
  executor: Executor,
  companyId: string | undefined,
): Promise<AuditedResource | undefined> {
  if (companyId === undefined) return undefined;
  const { uid } = await getCompany(executor, companyId);
  return resource('company', { uid, companyUid: uid });
}

function existing<T>(found: T | undefined, sentence: string): T {
  if (found === undefined) throw new OperatorError(sentence);
  return found;
}

const noProject = 'The company has no project with this ID. Run `project list` to see its projects.';
const noPatient = 'The project has no patient with this ID. Run `patient list` to see its patients.';

/**
 * Returns the uid in a pasted text: a uid, or the id of the workflow that ends with it.
 * @param prefix the prefix of those workflow ids
 */
function uidIn(typed: string, prefix: string): string | undefined {
  const uid = typed.startsWith(prefix) ? typed.slice(prefix.length) : typed;
  return isUuid(uid) ? uid.toLowerCase() : undefined;
}

const patientPrefix = workflows.patientSearch.id({ patientUid: '' });
const recordRequestPrefix = workflows.recordRequest.id({ recordRequestUid: '' });

function isInEnvironment({ status }: Project, environment: Environment | undefined): boolean {
  return environment === undefined || environmentOf(status) === environment;
}

/** @throws OperatorError if no project has this uid, or it isn't in the named company */
async function getProjectOfUid(executor: Executor, uid: string, ref: ProjectRef): Promise<Project> {
  const project = existing(await findProjectByUid(executor, uid), 'No project has this UID.');
  if (ref.companyId !== undefined && project.companyId !== ref.companyId)
    throw new OperatorError('The project with this UID belongs to another company.');
  if (!isInEnvironment(project, ref.environment))
    throw new OperatorError('The project with this UID is in the other environment.');
  return project;
}

/**
 * Finds a project. @throws OperatorError if there is no such company or project, or one with this id in each
 * environment
 */
export async function getProject(executor: Executor, ref: ProjectRef): Promise<Project> {
  const { companyId, projectId, environment } = ref;
  const uid = uidIn(projectId, '');
  if (companyId === undefined) {
    if (uid === undefined)
      throw new OperatorError("To find a project by its ID, add --company. A UID doesn't need it.");
    return getProjectOfUid(executor, uid, ref);
  }
  const company = await getCompany(executor, companyId);
  const projects = (await listProjectsWithId(executor, company.uid, projectId)).filter(project =>
    isInEnvironment(project, environment),
  );
  if (projects.length > 1)
    throw new OperatorError(
      `Both environments have a project with this ID. Use production/${projectId} or sandbox/${projectId}.`,
    );
  if (projects[0] === undefined && uid !== undefined) return getProjectOfUid(executor, uid, ref);
  return existing(projects[0], noProject);
}

/** As `getProject`, locked until the transaction ends. */
export async function lockOperatorsProject(tx: Transaction, ref: ProjectRef): Promise<Project> {
  const { companyUid, id: projectId, status } = await getProject(tx, ref);
  const place = { companyUid, environment: environmentOf(status), projectId };
  return existing(await lockProject(tx, place), noProject);
}

/** Returns the patient with a uid, and its project; both must match what was named. */
async function getPatientOfUid(executor: Executor, uid: string, ref: PatientRef): Promise<OperatorsPatient> {
  const patient = existing(
    await findPatientByUid(executor, uid),
    "No patient has this UID. To find a patient by the customer's ID, add --company and --project.",
  );
  const project = await getProjectByUid(executor, patient.projectUid);
  if (ref.companyId !== undefined && project.companyId !== ref.companyId)
    throw new OperatorError('The patient with this UID belongs to another company.');
  const { projectId = project.id } = ref;
  const isNamed = projectId === project.id || uidIn(projectId, '') === project.uid;
  if (!isNamed || !isInEnvironment(project, ref.environment))
    throw new OperatorError('The patient with this UID is in another project.');
  return { project, patient };
}

/** Returns the patient with a customer's id in a named project. */
async function findPatientOfId(executor: Executor, ref: PatientRef): Promise<OperatorsPatient | undefined> {
  const { companyId, projectId } = ref;
  if (companyId === undefined || projectId === undefined) return undefined;
  const project = await getProject(executor, { ...ref, projectId });
  const patient = await findPatient(executor, project.uid, ref.patientId);
  return patient === undefined ? undefined : { project, patient };
}

/**
 * Finds the patient that an operator names: the only place that interprets a customer's id, a uid, and a
 * workflow's id.
 * @throws OperatorError if there is no such company, project, or patient, if a customer's id comes without
 * its company and project, and if an id means one patient as a customer's and another as a uid
 */
export async function getOperatorsPatient(executor: Executor, ref: PatientRef): Promise<OperatorsPatient> {
  const uid = uidIn(ref.patientId, patientPrefix);
  // A customer's id has no slash, so this can only be the workflow's.
  if (uid !== undefined && ref.patientId.startsWith(patientPrefix))
    return getPatientOfUid(executor, uid, ref);
  const byId = await findPatientOfId(executor, ref);
  if (uid === undefined) {
    if (ref.companyId === undefined || ref.projectId === undefined)
      throw new OperatorError(
        "To find a patient by the customer's ID, add --company and --project. The UID from " +
          "Temporal or patient-search/<uid> doesn't need them.",
      );
    return existing(byId, noPatient);
  }
  if (byId === undefined) return getPatientOfUid(executor, uid, ref);
  const other = await findPatientByUid(executor, uid);
  if (other !== undefined && other.uid !== byId.patient.uid)
    throw new OperatorError(
      "This is the customer's ID of one patient and the UID of another. Use patient-search/<uid> " +
        'with the UID of the one you mean.',
    );
  return byId;
}

/** Finds the patient with a uid or a workflow's id, in any project; `undefined` if the text is neither. */
export async function findOperatorsPatient(
  executor: Executor,
  typed: string,
): Promise<OperatorsPatient | undefined> {
  const uid = uidIn(typed, patientPrefix);
  const patient = uid === undefined ? undefined : await findPatientByUid(executor, uid);
  if (patient === undefined) return undefined;
  return { project: await getProjectByUid(executor, patient.projectUid), patient };
}

/** Like `getOperatorsPatient`, and locks the patient until the transaction ends. */
export async function lockOperatorsPatient(tx: Transaction, ref: PatientRef): Promise<OperatorsPatient> {
  const { project, patient } = await getOperatorsPatient(tx, ref);
  return { project, patient: existing(await lockPatientByUid(tx, patient.uid), noPatient) };
}

/**
 * Like `lockOperatorsPatient`, and requires the version that the operator saw, so that they don't decide
 * about a later edit or document.
 * @throws OperatorError as above, and if the patient changed since, or the project is closed
 */
export async function lockReviewedPatient(
  tx: Transaction,
  ref: PatientRef,
  version: number,
): Promise<OperatorsPatient> {
  const { project, patient } = await lockOperatorsPatient(tx, ref);
  if (isClosed(project))
    throw new OperatorError('The project is closed and read-only.', {
      hint: 'To reopen it, run `project set-status`.',
    });
  if (patient.version !== version) {
    throw new OperatorError(
      `The patient has changed since version ${version}. Check the patient again, then decide.`,
      { hint: 'Run `patient show` to see the current version.' },
    );
  }
  return { project, patient };
}

/** A record request with its project, for operators. */
export interface OperatorsRecordRequest {
  readonly project: Project;
  readonly request: RecordRequest;
}

async function requestOf(
  executor: Executor,
  ref: RecordRequestRef,
  find: (uid: string) => Promise<RecordRequest | undefined>,
): Promise<OperatorsRecordRequest> {
  const company = ref.companyId === undefined ? undefined : await getCompany(executor, ref.companyId);
  const uid = uidIn(ref.recordRequestUid, recordRequestPrefix);
  if (uid === undefined)
    throw new OperatorError(
      "Use the record request's UID, such as 01a1fa97-cbfd-72da-9b40-09c034bab473, or record-request/<uid>.",
    );
  const request = existing(
    await find(uid),
    'No record request has this UID. Run `record-request list` to see all record requests.',
  );
  if (company !== undefined && request.companyUid !== company.uid)
    throw new OperatorError('The company has no record request with this ID.');
  return { project: await getProjectByUid(executor, request.projectUid), request };
}

/**
 * Finds a record request. @throws OperatorError if there is none, or it belongs to another company than named
 */
export async function getOperatorsRecordRequest(
  executor: Executor,
  ref: RecordRequestRef,
): Promise<OperatorsRecordRequest> {
  return requestOf(executor, ref, uid => findRecordRequestByUid(executor, uid));
}

/** Like `getOperatorsRecordRequest`, and locks it until the transaction ends. */
export async function lockOperatorsRecordRequest(
  tx: Transaction,
  ref: RecordRequestRef,
): Promise<OperatorsRecordRequest> {
  return requestOf(tx, ref, uid => lockRecordRequestByUid(tx, uid));
}
