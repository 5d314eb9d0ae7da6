import {
  addMember,
  assignRole,
  deleteUser,
  grantProjectAccess,
  inspectMembers,
  unbindSignOn,
} from '../usecases/tenants/members';
import { command, type CommandGroup } from './command';
import { UsageError } from './failures';
import { argument, optional, required, text, toggle } from './inputs';
import { company, email, projectName, projectNamed } from './shared-inputs';

const person = argument('EMAIL', "the member's e-mail address", email);

/** `user …` */
export const userCommands: CommandGroup = {
  name: 'user',
  summary: 'Manage the members of a company',
  commands: [
    command({
      name: 'add',
      summary: 'Add a member to a company',
      inputs: {
        email: person,
        company,
        name: required('NAME', "the member's name", text(200)),
        role: optional('ROLE', 'the role; without one, the API rejects every request', text(100)),
        allProjects: toggle('give access to all projects, including future ones'),
      },
      examples: ['user add ana@acme.example --company acme --name "Ana Diaz" --role Member --all-projects'],
      run: async ({ change }, { email, company, name, role, allProjects }) => {
        const user = await change('member.add', operatorChange =>
          addMember(operatorChange, { companyId: company, email, name, role, seesAllProjects: allProjects }),
        );
        return {
          kind: 'done',
          sentence:
            `Added ${user.email} to ${company}. They can sign in at /console with this address. To ` +
            'give them an API key, run `key issue`.',
          facts: {
            company,
            email: user.email,
            name: user.name,
            role: role ?? null,
            seesAllProjects: allProjects,
          },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List the members of a company',
      inputs: { company },
      examples: ['user list --company acme'],
      run: async ({ db }, { company }) => ({
        kind: 'list',
        headings: {
          email: 'E-mail',
          name: 'Name',
          role: 'Role',
          seesAllProjects: 'All projects',
          projectIds: 'Granted projects',
        },
        rows: (await inspectMembers(db, company)).map(
          ({ email, name, role, seesAllProjects, projectIds }) => ({
            email,
            name,
            role,
            seesAllProjects,
            projectIds,
          }),
        ),
        ifEmpty: 'No members yet. Run `user add` to add one.',
      }),
    }),
    command({
      name: 'delete',
      summary: "Delete a person's account; all their API keys stop working immediately, in every company",
      inputs: { email: person, company },
      examples: ['user delete ana@acme.example --company acme'],
      loses: async (_context, { email }) => ({
        id: email,
        consequence: `This deletes the account of ${email} and all its API keys, in every company.`,
      }),
      run: async ({ change }, { email, company }) => {
        await change('user.delete', operatorChange =>
          deleteUser(operatorChange, { companyId: company, email }),
        );
        return { kind: 'done', sentence: `Deleted ${email}.`, facts: { company, email } };
      },
    }),
    command({
      name: 'unbind-sign-on',
      summary: 'Let a member sign in with another account at the identity provider',
      inputs: { email: person, company },
      examples: ['user unbind-sign-on ana@acme.example --company acme'],
      run: async ({ change }, { email, company }) => {
        await change('user.unbindSignOn', operatorChange =>
          unbindSignOn(operatorChange, { companyId: company, email }),
        );
        return {
          kind: 'done',
          sentence: `${email} is bound to the account that they sign in with next.`,
          facts: { company, email },
        };
      },
    }),
    command({
      name: 'assign-role',
      summary: 'Assign a role to a member, or remove it',
      inputs: {
        email: person,
        company,
        role: optional('ROLE', 'the role', text(100)),
        none: toggle('remove the role; the API then rejects every request'),
      },
      examples: [
        'user assign-role ana@acme.example --company acme --role Viewer',
        'user assign-role ana@acme.example --company acme --none',
      ],
      run: async ({ change }, { email, company, role, none }) => {
        if ((role === undefined) !== none) throw new UsageError('Pass either --role ROLE or --none.');
        await change('member.assignRole', operatorChange =>
          assignRole(operatorChange, { companyId: company, email, role }),
        );
        return {
          kind: 'done',
          sentence:
            role === undefined
              ? `Removed the role of ${email}.`
              : `Assigned the role ${role} to ${email} in ${company}.`,
          facts: { company, email, role: role ?? null },
        };
      },
    }),
    command({
      name: 'grant-project',
      summary: 'Give a member access to one project, or to all',
      inputs: {
        email: person,
        company,
        project: optional(
          'ID',
          'the project; a member with access to all projects then has access to granted ones only',
          projectName,
        ),
        all: toggle('all projects, including future ones'),
      },
      examples: [
        'user grant-project ana@acme.example --company acme --project intake-2026',
        'user grant-project ana@acme.example --company acme --all',
      ],
      run: async ({ change }, { email, company, project, all }) => {
        if ((project === undefined) !== all) throw new UsageError('Pass either --project ID or --all.');
        await change('member.grantProject', operatorChange =>
          grantProjectAccess(operatorChange, {
            companyId: company,
            email,
            ...(project === undefined ? { projectId: null } : projectNamed(project)),
          }),
        );
        return {
          kind: 'done',
          sentence:
            project === undefined
              ? `Gave ${email} access to all projects.`
              : `Gave ${email} access to project ${project}.`,
          facts: { company, email, project: project ?? null, seesAllProjects: all },
        };
      },
    }),
  ],
};
