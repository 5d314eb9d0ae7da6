import { authorizationMethods, projectPurposes, projectStatuses } from '../domain/projects/project';
import { changeProjectStatus, changeProjectTerms } from '../usecases/projects';
import { inspectProjects } from '../usecases/tenants/companies';
import { command, type CommandGroup } from './command';
import { UsageError } from './failures';
import { argument, oneOf, optional } from './inputs';
import { company, companyOfId, projectArgument, projectNamed } from './shared-inputs';

/** `project …` */
export const projectCommands: CommandGroup = {
  name: 'project',
  summary: 'List projects, and change their status and terms',
  commands: [
    command({
      name: 'list',
      summary: 'List the projects of a company',
      inputs: { company },
      examples: ['project list --company acme'],
      run: async ({ db }, { company }) => ({
        kind: 'list',
        headings: {
          id: 'ID',
          name: 'Name',
          status: 'Status',
          purpose: 'Purpose',
          authorizationMethod: 'Authorization',
          createdAt: 'Created',
        },
        rows: (await inspectProjects(db, company)).map(
          ({ id, uid, name, status, purpose, authorizationMethod, createdAt }) => ({
            id,
            uid,
            name,
            status,
            purpose,
            authorizationMethod,
            createdAt,
          }),
        ),
        ifEmpty: 'No projects yet. Members create them in the console or with the API.',
      }),
    }),
    command({
      name: 'set-status',
      summary: "Change the status of a project; you can't change it to or from Sandbox",
      inputs: {
        project: projectArgument,
        status: argument('STATUS', 'its new status', oneOf(projectStatuses)),
        company: companyOfId,
      },
      examples: ['project set-status intake-2026 Closed --company acme'],
      loses: async (_context, { project, status }) =>
        status === 'Closed'
          ? {
              id: project,
              consequence: `Project ${project} becomes read-only for its members, and its searches stop.`,
              wayBack: 'You can reopen it by setting the status to Live.',
            }
          : undefined,
      run: async ({ change }, { project, status, company }) => {
        const changed = await change('project.changeStatus', operatorChange =>
          changeProjectStatus(operatorChange, { ...projectNamed(project), companyId: company, status }),
        );
        return {
          kind: 'done',
          sentence: `Changed project ${changed.id} to ${changed.status}.`,
          facts: { company: changed.companyId, project: changed.id, status: changed.status },
        };
      },
    }),
    command({
      name: 'set-terms',
      summary: 'Change the purpose or authorization method of a project, even if it has patients',
      inputs: {
        project: projectArgument,
        company: companyOfId,
        purpose: optional('PURPOSE', 'its new purpose', oneOf(projectPurposes)),
        authorizationMethod: optional('METHOD', 'its new method', oneOf(authorizationMethods)),
      },
      examples: ['project set-terms intake-2026 --company acme --purpose CoveredTreatment'],
      run: async ({ change }, { project, company, purpose, authorizationMethod }) => {
        if (purpose === undefined && authorizationMethod === undefined)
          throw new UsageError('Pass --purpose PURPOSE, --authorization-method METHOD, or both.');
        const changed = await change('project.changeTerms', operatorChange =>
          changeProjectTerms(operatorChange, {
            ...projectNamed(project),
            companyId: company,
            purpose,
            authorizationMethod,
          }),
        );
        const facts = {
          company: changed.companyId,
          project: changed.id,
          purpose: changed.purpose,
          authorizationMethod: changed.authorizationMethod,
        };
        return {
          kind: 'done',
          sentence:
            `Changed the terms of project ${changed.id}: ${changed.purpose}, ` +
            `${changed.authorizationMethod}.`,
          facts,
        };
      },
    }),
  ],
};
