import { permissions } from '../domain/access/permissions';
import { defineRole, inspectRoles } from '../usecases/tenants/companies';
import { command, type CommandGroup } from './command';
import { argument, oneOf, repeated, text } from './inputs';
import { company } from './shared-inputs';

/** `role …` */
export const roleCommands: CommandGroup = {
  name: 'role',
  summary: 'Manage roles and their permissions',
  commands: [
    command({
      name: 'define',
      summary: "Create a company's own role, or replace its permissions; takes effect immediately",
      inputs: {
        name: argument('NAME', 'the name of the role', text(100)),
        company,
        permission: repeated('PERMISSION', 'a permission of the role', oneOf(permissions)),
      },
      examples: ['role define Clerk --company acme --permission ViewPatients --permission ViewProjects'],
      run: async ({ change }, { name, company, permission }) => {
        const form = { companyId: company, name, permissions: [...new Set(permission)] };
        await change('role.define', operatorChange => defineRole(operatorChange, form));
        return {
          kind: 'done',
          sentence:
            `Saved role ${name} of ${company}. ` + `Permissions: ${form.permissions.join(', ') || 'none'}.`,
          facts: { company, name, permissions: form.permissions },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List the roles of a company',
      inputs: { company },
      examples: ['role list --company acme'],
      run: async ({ db }, { company }) => ({
        kind: 'list',
        headings: { name: 'Role', isBuiltIn: 'Built in', permissions: 'Permissions' },
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
