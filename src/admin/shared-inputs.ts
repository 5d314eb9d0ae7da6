import { environments } from '../domain/projects/project';
import type { ProjectRef } from '../usecases/operators';
import { argument, oneOf, required, text } from './inputs';

/** The company that a command works in. */
export const company = required('ID', 'the company', text(64));

/** Reads the name of a project, with its environment before it where both have one of this id. */
export const projectName = text(75);

const named = 'the project; `sandbox/ID` or `production/ID` where both environments have one of this id';

/** The project that a command works in. */
export const project = required('ID', named, projectName);

/** The same, as what a command is about. */
export const projectArgument = argument('ID', named, projectName);

/** A project as it was named: no id holds a slash. */
export function projectNamed(name: string): Omit<ProjectRef, 'companyId'> {
  const environment = environments.find(candidate => name.startsWith(`${candidate}/`));
  if (environment === undefined) return { projectId: name };
  return { projectId: name.slice(environment.length + 1), environment };
}

/** The world of a key. */
export const environment = required('ENV', 'the environment of the key', oneOf(environments));

/** Reads an e-mail address; whether it is one is the use case's to say. */
export const email = text(254);
