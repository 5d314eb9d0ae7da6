import { projectStatuses } from '../domain/projects/project';
import { changeProjectStatus } from '../usecases/projects';
import { inspectProjects } from '../usecases/tenants/inspect-tenants';
import { command, type CommandGroup } from './command';
import { argument, oneOf, text } from './inputs';
import { company } from './shared-inputs';

/** `project …` */
export const projectCommands: CommandGroup = {
  name: 'project',
  summary: 'Projects, and their status, which only the provider changes',
  commands: [
    command({
      name: 'list',
      summary: 'List the projects of a company',
      inputs: { company },
      examples: ['project list --company acme'],
      run: async ({ db }, { company }) => ({
        kind: 'list',
        headings: {
          id: 'Id',
          name: 'Name',
          status: 'Status',
          purpose: 'Purpose',
          authorizationMethod: 'Authorization',
          createdAt: 'Created',
        },
        rows: (await inspectProjects(db, company)).map(
          ({ id, name, status, purpose, authorizationMethod, createdAt }) => ({
            id,
            name,
            status,
            purpose,
            authorizationMethod,
            createdAt,
          }),
        ),
        ifEmpty: 'The company has no projects; its people make them through the API.',
      }),
    }),
    command({
      name: 'set-status',
      summary: 'Change the status of a project; none becomes or stops being Sandbox',
      inputs: {
        project: argument('ID', 'the project', text(64)),
        status: argument('STATUS', 'its new status', oneOf(projectStatuses)),
        company,
      },
      examples: ['project set-status intake-2026 Closed --company acme'],
      loses: async (_context, { project, status }) =>
        status === 'Closed'
          ? {
              id: project,
              consequence: `The project ${project} becomes read only for all of its people, and its searches stand still.`,
              wayBack: '`project set-status` with Live opens it again',
            }
          : undefined,
      run: async ({ change }, { project, status, company }) => {
        const changed = await change('project.changeStatus', inner =>
          changeProjectStatus(inner, { companyId: company, projectId: project, status }),
        );
        return {
          kind: 'done',
          sentence: `The project ${changed.id} is ${changed.status}.`,
          facts: { company, project: changed.id, status: changed.status },
        };
      },
    }),
  ],
};
