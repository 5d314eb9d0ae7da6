import { environments } from '../domain/projects/project';
import type { OperatorsPatient, PatientRef, ProjectRef } from '../usecases/operators';
import { argument, oneOf, optional, required, text, uuid, wholeNumber, withDefault } from './inputs';
import type { Row } from './outcome';

/** The company that a command works in. */
export const company = required('ID', 'the company', text(64));

/** The company of a command that otherwise covers all of them. */
export const onlyCompany = optional('ID', 'only this company', text(64));

/** The company of a command's subject, which a uid identifies on its own. */
export const companyOfId = optional('ID', 'the company; a uid does without', text(64));

/** Parses the name of a project, with its environment in front if both have one with this id. */
export const projectName = text(75);

const named = 'the project; `sandbox/ID` or `production/ID` where both environments have one of this id';

/** The project that a command works in. */
export const project = required('ID', `${named}; or its uid, without --company`, projectName);

/** The same, as what a command is about. */
export const projectArgument = argument('PROJECT', `${named}; or its uid, without --company`, projectName);

/** Parses the name of a project: no id has a slash. */
export function projectNamed(name: string): Omit<ProjectRef, 'companyId'> {
  const environment = environments.find(candidate => name.startsWith(`${candidate}/`));
  if (environment === undefined) return { projectId: name };
  return { projectId: name.slice(environment.length + 1), environment };
}

/** The inputs of every command about one patient. */
export const patientInputs = {
  patient: argument(
    'PATIENT',
    'the patient: the uid that Temporal shows (`patient-search/UID` may be pasted whole), or the ' +
      'customer’s id with --company and --project',
    text(80),
  ),
  company: companyOfId,
  project: optional('ID', `${named}; a uid does without`, projectName),
};

/** Returns a patient as a command's inputs name it. */
export function patientNamed(typed: {
  readonly patient: string;
  readonly company: string | undefined;
  readonly project: string | undefined;
}): PatientRef {
  const { patient: patientId, company: companyId, project: name } = typed;
  return { ...(name === undefined ? {} : projectNamed(name)), companyId, patientId };
}

/** Returns the patient that a command changed, for machines. */
export function patientFacts({ project, patient }: OperatorsPatient): Row {
  return { company: project.companyId, project: project.id, patient: patient.id, uid: patient.uid };
}

/** The record request that a command is about. */
export const recordRequest = argument(
  'REQUEST',
  'the record request, by its uid; `record-request/UID` may be pasted whole',
  text(80),
);

/** How many items a list shows. */
export const limit = withDefault('N', 'how many', wholeNumber(1, 1_000), 50);

/** Where a page of a list starts. */
export const after = optional('UID', 'go on after this one, the last of the page before', uuid);

/** A reason for the audit log. */
export const reason = optional(
  'TEXT',
  'why; it is kept in the audit trail, so write nothing of a patient: no name, no date of birth',
  text(500),
);

/**
 * Returns a page of rows, read with one extra to see whether the list continues.
 * @param uidOf returns where the next page starts
 */
export function pageOf<T>(
  read: readonly T[],
  limit: number,
  uidOf: (row: T) => string,
): { readonly rows: readonly T[]; readonly more: string | undefined } {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  const isMore = read.length > limit && last !== undefined;
  return { rows, more: isMore ? `There are more: repeat it with --after ${uidOf(last)}.` : undefined };
}

/** The environment of a key. */
export const environment = required('ENV', 'the environment of the key', oneOf(environments));

/** Parses an e-mail address; the use case validates it. */
export const email = text(254);
