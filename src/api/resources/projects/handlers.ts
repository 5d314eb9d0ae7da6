import type { Project } from '../../../domain/projects/project';
import { createProject, getOwnProject, listProjects, upsertProject } from '../../../usecases/projects';
import { reply } from '../../pipeline/contract';
import { makingOperation, operation } from '../../pipeline/operation';
import { cutPage, parseCursor } from '../../schemas/page';
import {
  createProjectContract,
  getProjectContract,
  listProjectsContract,
  upsertProjectContract,
} from './contract';
import { presentProject } from './present';

function shown<const Status extends 200 | 201>(status: Status) {
  return (project: Project) => reply(status, { body: presentProject(project), version: project.version });
}

/** The operations on projects. */
export const projectOperations = [
  makingOperation(createProjectContract, {
    make: (change, { body }) => createProject(change, body),
    uidsOf: ({ uid }) => [uid],
    find: (reading, [uid]) => getOwnProject(reading, uid),
    show: () => shown(201),
  }),

  operation(upsertProjectContract, async ({ change }, { params, body }) =>
    change(asked => upsertProject(asked, params.projectId, body), shown(200)),
  ),

  operation(getProjectContract, async ({ project }) => shown(200)(project)),

  operation(listProjectsContract, async ({ reading }, { query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const { entries, nextCursor } = cutPage(await listProjects(reading, page), query.limit);
    return reply(200, { body: { projects: entries.map(presentProject), nextCursor } });
  }),
];
