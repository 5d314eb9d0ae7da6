import { assertPermission } from '../../access/authorize';
import {
  authorizationMethods,
  projectPurposes,
  type AuthorizationMethod,
  type ProjectPurpose,
} from '../../domain/projects/project';
import { isUuid } from '../../domain/text';
import { projectId } from '../../forms/ids';
import { text } from '../../forms/text';
import { OperatorError } from '../../usecases/operator-error';
import {
  createOwnProject,
  editOwnProject,
  inspectMethods,
  inspectOwnProject,
  inspectOwnProjects,
} from '../../usecases/projects';
import type { Said } from '../components/said';
import {
  renderNewProjectPage,
  renderProjectPage,
  renderProjectsPage,
  type ProjectValues,
} from './pages/project-pages';
import { pathIn, withQuery } from './paths';
import { act, look, type Route } from './routes';
import { page, queried, redirect, type MemberVisit, type Reply } from './visit';
import { uidIn } from '../uid-in';

/** How many projects a page has. */
const pageSize = 100;

const projectName = text({ max: 200 });

/** What stands in the fields; what is longer than a field may be is cut, and then refused by its rule. */
function valuesIn(form: URLSearchParams): ProjectValues {
  const said = (name: string): string => (form.get(name) ?? '').trim().slice(0, 300);
  return { id: said('id'), name: said('name'), purpose: said('purpose'), method: said('method') };
}

interface Terms {
  readonly purpose: ProjectPurpose;
  readonly authorizationMethod: AuthorizationMethod;
}

/** @throws OperatorError for what the fields do not offer */
function termsOf({ purpose: saidPurpose, method }: ProjectValues): Terms {
  const purpose = projectPurposes.find(known => known === saidPurpose);
  const authorizationMethod = authorizationMethods.find(known => known === method);
  if (purpose === undefined) throw new OperatorError('Choose a purpose.');
  if (authorizationMethod === undefined) throw new OperatorError('Choose an authorization method.');
  return { purpose, authorizationMethod };
}

/** @throws OperatorError */
function nameOf({ name }: ProjectValues): string {
  const checked = projectName.safeParse(name);
  if (!checked.success) throw new OperatorError('A name has 1 to 200 characters.');
  return checked.data;
}

/** The id that was typed; `undefined`: we make one. @throws OperatorError */
function idOf({ id }: ProjectValues): string | undefined {
  if (id === '') return undefined;
  const checked = projectId.safeParse(id);
  if (!checked.success) throw new OperatorError('An id is 1 to 64 of A-Z a-z 0-9 . _ ~ -');
  return checked.data;
}

async function showProjects(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const after = queried(visit, 'after');
  const afterUid = isUuid(after) ? after.toLowerCase() : undefined;
  const found = await inspectOwnProjects(parts.db, principal, { afterUid, limit: pageSize + 1 });
  const projects = found.slice(0, pageSize);
  const last = found.length > pageSize ? projects.at(-1) : undefined;
  return page(
    renderProjectsPage(viewer, place, { projects, ...(last === undefined ? {} : { moreAfter: last.uid }) }),
  );
}

const emptyValues: ProjectValues = { id: '', name: '', purpose: '', method: 'authorizationPdf' };

async function newProjectPage(visit: MemberVisit, values: ProjectValues, fault?: string): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  assertPermission(principal, 'ManageProjects');
  const methods = await inspectMethods(parts.db, principal);
  const shown = { values, methods, ...(fault === undefined ? {} : { fault }) };
  return page(renderNewProjectPage(viewer, place, shown), fault === undefined ? 200 : 422);
}

async function createProject(visit: MemberVisit): Promise<Reply> {
  const values = valuesIn(visit.form);
  const made = await visit.attempt(async () => {
    const form = { id: idOf(values), name: nameOf(values), ...termsOf(values) };
    return visit.change(inner => createOwnProject(inner, form));
  });
  if (!made.isDone) return newProjectPage(visit, values, made.sentence);
  return redirect(withQuery(pathIn(visit.place, 'projects', made.value.uid), { done: 'made' }));
}

const projectIn = (visit: MemberVisit): string => uidIn(visit, 'project');

async function projectPage(
  visit: MemberVisit,
  { said, typed }: { readonly said?: Said | undefined; readonly typed?: ProjectValues },
  status = 200,
): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const project = await inspectOwnProject(parts.db, principal, projectIn(visit));
  const { id, name, purpose, authorizationMethod: method } = project;
  const methods = await inspectMethods(parts.db, principal);
  const values = typed ?? { id, name, purpose, method };
  const shown = { project, values, methods, ...(said === undefined ? {} : { said }) };
  return page(renderProjectPage(viewer, place, shown), status);
}

const doneTexts = {
  made: 'The project is there. Its id is what the API calls it by.',
  saved: 'Saved.',
} as const;

async function showProject(visit: MemberVisit): Promise<Reply> {
  const what = queried(visit, 'done');
  const isDone = what === 'made' || what === 'saved';
  return projectPage(visit, { said: isDone ? { tone: 'passed', text: doneTexts[what] } : undefined });
}

async function editProject(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, form, place } = visit;
  const projectUid = projectIn(visit);
  const typed = valuesIn(form);
  const seen = form.get('version') ?? '';
  const version = /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
  const outcome = await visit.attempt(async () => {
    const { areTermsFixed, purpose, authorizationMethod } = await inspectOwnProject(
      parts.db,
      principal,
      projectUid,
    );
    // What the page does not offer to be changed is not sent: it stays as it is.
    const terms = areTermsFixed ? { purpose, authorizationMethod } : termsOf(typed);
    const wanted = { name: nameOf(typed), ...terms };
    return visit.change(inner => editOwnProject(inner, { projectUid, version }, wanted));
  });
  if (!outcome.isDone)
    return projectPage(visit, { said: { tone: 'failed', text: outcome.sentence }, typed }, 422);
  return redirect(withQuery(pathIn(place, 'projects', projectUid), { done: 'saved' }));
}

const one = '/projects/:project';

/** The pages of projects (CONSOLE-28, CONSOLE-29). */
export const projectRoutes: readonly Route[] = [
  look('/projects', 'showProjects', showProjects),
  look('/projects/new', 'showNewProject', visit => newProjectPage(visit, emptyValues)),
  act('/projects', 'project.create', createProject),
  look(one, 'showProject', showProject),
  act(`${one}/edit`, 'project.upsert', editProject),
];
