import { z } from 'zod';
import { assertPermission } from '../../access/authorize';
import { authorizationMethods, projectPurposes } from '../../domain/projects/project';
import { isUuid } from '../../domain/text';
import { projectId } from '../../forms/ids';
import { text } from '../../forms/text';
import {
  createOwnProject,
  editOwnProject,
  inspectMethods,
  inspectOwnProject,
  inspectOwnProjects,
} from '../../usecases/projects';
import { field, formOf, offeredField, typedIn, version } from '../forms';
import { formKeyIn } from '../form-key';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried, uidIn } from '../visit';
import type { ProjectValues } from './components/project-fields';
import { renderProjectPage } from './pages/project-page';
import { renderNewProjectPage, renderProjectsPage } from './pages/projects-page';
import { pathIn } from './paths';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

/** The number of projects per page. */
const pageSize = 100;

const name = field(text({ max: 200 }), 'Enter a name with 1 to 200 characters.');
const purposes = [z.enum(projectPurposes), 'Choose a purpose.'] as const;
const methods = [z.enum(authorizationMethods), 'Choose an authorization method.'] as const;
/** The ID of a new project; `undefined` to generate one. */
const chosenId = z
  .string()
  .trim()
  .transform(id => (id === '' ? undefined : id))
  .pipe(projectId.optional());

const newForm = z.object({
  id: field(chosenId, 'Enter 1 to 64 letters, digits, or the characters . _ ~ -'),
  name,
  purpose: field(...purposes),
  method: field(...methods),
});

// The form doesn't offer terms that only support can change. Fields that aren't posted stay unchanged.
const editForm = z.object({
  version,
  name,
  purpose: offeredField(...purposes),
  method: offeredField(...methods),
});

const postedIn = ({ form }: MemberVisit): ProjectValues => typedIn(form, ['id', 'name', 'purpose', 'method']);

async function showProjects(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const after = queried(visit, 'after');
  const afterUid = isUuid(after) ? after.toLowerCase() : undefined;
  const found = await inspectOwnProjects(parts.db, principal, { afterUid, limit: pageSize + 1 });
  const projects = found.slice(0, pageSize);
  const last = found.length > pageSize ? projects.at(-1) : undefined;
  return page(
    renderProjectsPage(viewer, place, {
      projects,
      methods: await inspectMethods(parts.db, principal),
      ...(last === undefined ? {} : { moreAfter: last.uid }),
    }),
  );
}

async function newProjectPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  assertPermission(principal, 'ManageProjects');
  const methods = await inspectMethods(parts.db, principal);
  const shown = {
    values:
      refusal === undefined ? { id: '', name: '', purpose: '', method: methods[0] ?? '' } : postedIn(visit),
    methods,
    formKey: formKeyIn(visit),
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  return page(renderNewProjectPage(viewer, place, shown), refusal?.status);
}

async function createProject(visit: MemberVisit): Promise<Reply> {
  const { method: authorizationMethod, ...form } = formOf(newForm, visit.form);
  const made = await visit.change(change =>
    createOwnProject(change, { ...form, authorizationMethod }, formKeyIn(visit)),
  );
  return redirectDone(pathIn(visit.place, 'projects', made), 'made');
}

const doneTexts = { made: 'Project created. Use its ID in API requests.', saved: 'Saved.' } as const;

async function projectPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const project = await inspectOwnProject(parts.db, principal, uidIn(visit, 'project'));
  const { id, name: storedName, purpose, authorizationMethod: method } = project;
  const shown = {
    project,
    values: refusal === undefined ? { id, name: storedName, purpose, method } : postedIn(visit),
    methods: await inspectMethods(parts.db, principal),
    message: messageFor(visit, doneTexts, refusal),
    problems: refusal?.fields,
  };
  return page(renderProjectPage(viewer, place, shown), refusal?.status);
}

async function editProject(visit: MemberVisit): Promise<Reply> {
  const projectUid = uidIn(visit, 'project');
  const { version: seenVersion, method, ...form } = formOf(editForm, visit.form);
  const wanted = { ...form, authorizationMethod: method };
  await visit.change(change => editOwnProject(change, { projectUid, version: seenVersion }, wanted));
  return redirectDone(pathIn(visit.place, 'projects', projectUid), 'saved');
}

const one = '/projects/:project';

/** The pages of projects (CONSOLE-28, CONSOLE-29). */
export const projectRoutes: readonly MemberRoute[] = [
  look('/projects', 'showProjects', showProjects),
  look('/projects/new', 'showNewProject', newProjectPage),
  act('/projects', 'project.create', createProject, { refused: newProjectPage }),
  look(one, 'showProject', projectPage),
  act(`${one}/edit`, 'project.upsert', editProject, { refused: projectPage }),
];
