import {
  addMember,
  assignRole,
  deleteUser,
  grantProjectAccess,
  inspectMembers,
} from '../usecases/tenants/members';
import { command, type CommandGroup } from './command';
import { UsageError } from './failures';
import { argument, optional, required, text, toggle } from './inputs';
import { company, email, projectName, projectNamed } from './shared-inputs';

const person = argument('EMAIL', 'the person’s e-mail address', email);

/** `user …` */
export const userCommands: CommandGroup = {
  name: 'user',
  summary: 'The people of a company',
  commands: [
    command({
      name: 'add',
      summary: 'Make a person a member of a company',
      inputs: {
        email: person,
        company,
        name: required('NAME', 'the person’s name', text(200)),
        role: optional('ROLE', 'the role; without one every call of theirs is refused', text(100)),
        allProjects: toggle('let them see every project, later ones included'),
      },
      examples: ['user add ana@acme.example --company acme --name "Ana Diaz" --role Member --all-projects'],
      run: async ({ change }, { email, company, name, role, allProjects }) => {
        const user = await change('member.add', inner =>
          addMember(inner, { companyId: company, email, name, role, seesAllProjects: allProjects }),
        );
        return {
          kind: 'done',
          sentence:
            `${user.email} is a member of ${company}. They sign in at /console with this address. ` +
            '`key issue` gives them an API key.',
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
        ifEmpty: 'The company has no members; `user add` makes one.',
      }),
    }),
    command({
      name: 'delete',
      summary: 'Delete a person’s account; every key of theirs stops working at once, in every company',
      inputs: { email: person, company },
      examples: ['user delete ana@acme.example --company acme'],
      loses: async (_context, { email }) => ({
        id: email,
        consequence: `The account of ${email} and every key of it, in every company, will be gone.`,
      }),
      run: async ({ change }, { email, company }) => {
        await change('user.delete', inner => deleteUser(inner, { companyId: company, email }));
        return { kind: 'done', sentence: `Deleted ${email}.`, facts: { company, email } };
      },
    }),
    command({
      name: 'assign-role',
      summary: 'Give a member a role, or take it away',
      inputs: {
        email: person,
        company,
        role: optional('ROLE', 'the role', text(100)),
        none: toggle('take the role away: every call of theirs is refused'),
      },
      examples: [
        'user assign-role ana@acme.example --company acme --role Viewer',
        'user assign-role ana@acme.example --company acme --none',
      ],
      run: async ({ change }, { email, company, role, none }) => {
        if ((role === undefined) !== none) throw new UsageError('Give either --role ROLE or --none.');
        await change('member.assignRole', inner => assignRole(inner, { companyId: company, email, role }));
        return {
          kind: 'done',
          sentence: role === undefined ? `${email} has no role.` : `${email} is ${role} of ${company}.`,
          facts: { company, email, role: role ?? null },
        };
      },
    }),
    command({
      name: 'grant-project',
      summary: 'Let a member see a project, or every project',
      inputs: {
        email: person,
        company,
        project: optional(
          'ID',
          'the project; a member who saw all of them sees granted ones only',
          projectName,
        ),
        all: toggle('every project, later ones included'),
      },
      examples: [
        'user grant-project ana@acme.example --company acme --project intake-2026',
        'user grant-project ana@acme.example --company acme --all',
      ],
      run: async ({ change }, { email, company, project, all }) => {
        if ((project === undefined) !== all) throw new UsageError('Give either --project ID or --all.');
        await change('member.grantProject', inner =>
          grantProjectAccess(inner, {
            companyId: company,
            email,
            ...(project === undefined ? { projectId: null } : projectNamed(project)),
          }),
        );
        return {
          kind: 'done',
          sentence: `${email} sees ${project === undefined ? 'every project' : `the project ${project}`}.`,
          facts: { company, email, project: project ?? null, seesAllProjects: all },
        };
      },
    }),
  ],
};
