import { createProject } from '../../../usecases/projects/create-project';
import { listProjects } from '../../../usecases/projects/list-projects';
import { upsertProject } from '../../../usecases/projects/upsert-project';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { cutPage, parseCursor } from '../../shapes/page';
import {
  createProjectContract,
  getProjectContract,
  listProjectsContract,
  upsertProjectContract,
} from './contract';
import { presentProject } from './present';

/** The operations on projects. */
export const projectOperations = [
  operation(createProjectContract, async (context, { body }) =>
    context.change(
      change => createProject(change, context.principal, body),
      project => reply(201, { body: presentProject(project), version: project.version }),
    ),
  ),

  operation(upsertProjectContract, async (context, { params, body }) =>
    context.change(
      change => upsertProject(change, context.principal, params.projectId, body, context.versionCondition),
      ({ project }) => reply(200, { body: presentProject(project), version: project.version }),
    ),
  ),

  operation(getProjectContract, async ({ project }) =>
    reply(200, { body: presentProject(project), version: project.version }),
  ),

  operation(listProjectsContract, async ({ services, principal }, { query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const { entries, nextCursor } = cutPage(await listProjects(services.db, principal, page), query.limit);
    return reply(200, { body: { projects: entries.map(presentProject), nextCursor } });
  }),
];
