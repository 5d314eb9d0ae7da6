import { environments } from '../domain/projects/project';
import type { OperatorsPatient, PatientRef, ProjectRef } from '../usecases/operators';
import { argument, oneOf, optional, required, text, uuid, wholeNumber, withDefault } from './inputs';
import type { Row } from './outcome';

/** The company of a command. */
export const company = required('ID', 'the company', text(64));

/** Limits a list to one company. */
export const onlyCompany = optional('ID', 'only this company', text(64));

/** The company of a command's subject. A UID doesn't need it. */
export const companyOfId = optional('ID', 'the company; not needed with a UID', text(64));

/** Reads the ID of a project, prefixed with its environment if both environments have this ID. */
export const projectName = text(75);

const named = 'the project; `sandbox/ID` or `production/ID` if both environments have this ID';

/** The project of a command. */
export const project = required('ID', `${named}; or its UID, without --company`, projectName);

/** The project as the subject of a command. */
export const projectArgument = argument('PROJECT', `${named}; or its UID, without --company`, projectName);

/** Splits `environment/ID`. No project ID contains a slash. */
export function projectNamed(name: string): Omit<ProjectRef, 'companyId'> {
  const environment = environments.find(candidate => name.startsWith(`${candidate}/`));
  if (environment === undefined) return { projectId: name };
  return { projectId: name.slice(environment.length + 1), environment };
}

/** The inputs of every command about one patient. */
export const patientInputs = {
  patient: argument(
    'PATIENT',
    "the patient: the UID, the workflow ID from Temporal (`patient-search/UID`), or the customer's " +
      'ID with --company and --project',
    text(80),
  ),
  company: companyOfId,
  project: optional('ID', `${named}; not needed with a UID`, projectName),
};

/** Returns the reference to a patient from a command's inputs. */
export function patientNamed(typed: {
  readonly patient: string;
  readonly company: string | undefined;
  readonly project: string | undefined;
}): PatientRef {
  const { patient: patientId, company: companyId, project: name } = typed;
  return { ...(name === undefined ? {} : projectNamed(name)), companyId, patientId };
}

/** Returns the fields that identify a patient in JSON output. */
export function patientFacts({ project, patient }: OperatorsPatient): Row {
  return { company: project.companyId, project: project.id, patient: patient.id, uid: patient.uid };
}

/** The record request as the subject of a command. */
export const recordRequest = argument(
  'REQUEST',
  'the record request: its UID, or the workflow ID (`record-request/UID`)',
  text(80),
);

/** How many items a list shows. */
export const limit = withDefault('N', 'the number of items', wholeNumber(1, 1_000), 50);

/** Where a page of a list starts. */
export const after = optional('UID', 'start after this item, the last one of the previous page', uuid);

/** A reason for the audit log. */
export const reason = optional(
  'TEXT',
  "the reason, for the audit log; don't include patient data such as a name or date of birth",
  text(500),
);

/**
 * Returns one page of rows. Read one row more than `limit`, which shows whether there is another page.
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
  return {
    rows,
    more: isMore ? `There are more. To see the next page, add --after ${uidOf(last)}.` : undefined,
  };
}

/** The environment of a command. */
export const environment = required('ENV', 'the environment', oneOf(environments));

/** Reads an e-mail address. The use case validates it. */
export const email = text(254);
