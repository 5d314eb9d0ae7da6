import { permissions } from '../domain/access/permissions';
import { defineRole, inspectRoles } from '../usecases/tenants/companies';
import { command, type CommandGroup } from './command';
import { argument, oneOf, repeated, text } from './inputs';
import { company } from './shared-inputs';

/** `role …` */
export const roleCommands: CommandGroup = {
  name: 'role',
  summary: 'Roles and what they permit',
  commands: [
    command({
      name: 'define',
      summary:
        'Make a company’s own role, or replace what it permits; members of the role are judged by it at once',
      inputs: {
        name: argument('NAME', 'the name of the role', text(100)),
        company,
        permission: repeated('PERMISSION', 'what it permits', oneOf(permissions)),
      },
      examples: ['role define Clerk --company acme --permission ViewPatients --permission ViewProjects'],
      run: async ({ change }, { name, company, permission }) => {
        const form = { companyId: company, name, permissions: [...new Set(permission)] };
        await change('role.define', inner => defineRole(inner, form));
        return {
          kind: 'done',
          sentence: `The role ${name} of ${company} permits ${form.permissions.join(', ') || 'nothing'}.`,
          facts: { company, name, permissions: form.permissions },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List the roles that a company can give',
      inputs: { company },
      examples: ['role list --company acme'],
      run: async ({ db }, { company }) => ({
        kind: 'list',
        headings: { name: 'Role', isBuiltIn: 'Built in', permissions: 'Permits' },
        rows: (await inspectRoles(db, company)).map(({ name, isBuiltIn, permissions }) => ({
          name,
          isBuiltIn,
          permissions,
        })),
        ifEmpty: '',
      }),
    }),
  ],
};
