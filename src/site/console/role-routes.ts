/** The roles that a company defines for its members. */
import { z } from 'zod';
import { permissions } from '../../domain/access/permissions';
import { roleNameMax } from '../../domain/console/members';
import { singleLine } from '../../forms/text';
import {
  changeCompanyRole,
  createCompanyRole,
  inspectCompanyRole,
  inspectCompanyRoles,
} from '../../usecases/tenants/company-roles';
import { formKeyIn } from '../form-key';
import { field, fingerprint, formOf, list, typedIn } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import { signInAgainAt, type Refusal } from '../route';
import { uidIn } from '../visit';
import { renderNewRolePage, renderRolePage, renderRolesPage } from './pages/roles-page';
import { consolePath, pathIn } from './paths';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

const roleForm = z.object({
  name: field(singleLine({ max: roleNameMax }), `Enter a name with 1 to ${roleNameMax} characters.`),
  permission: list(permissions.length).transform(chosen =>
    permissions.filter(permission => chosen.includes(permission)),
  ),
  version: fingerprint,
});

const rolesPath = ({ place }: MemberVisit): string => pathIn(place, 'members', 'roles');
const newPath = ({ place }: MemberVisit): string => pathIn(place, 'members', 'roles', 'new');
const rolePath = (visit: MemberVisit): string =>
  pathIn(visit.place, 'members', 'roles', uidIn(visit, 'ownRole'));

async function showRoles(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const roles = await inspectCompanyRoles(parts.db, principal);
  const message = messageFor(visit, { role: 'Role saved.' });
  return page(renderRolesPage(viewer, place, { roles, message }));
}

/** Returns the values of a refused form. */
function typedRole({ form }: MemberVisit) {
  return {
    ...typedIn(form, ['name']),
    permissions: formOf(z.object({ permission: list() }), form).permission,
  };
}

async function newRolePage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { principal, viewer, place, isFresh, parts } = visit;
  await inspectCompanyRoles(parts.db, principal);
  if (!isFresh) return signInAgainAt(consolePath(), newPath(visit));
  const shown = {
    values: refusal === undefined ? { name: '', permissions: [] } : typedRole(visit),
    own: principal.permissions,
    formKey: formKeyIn(visit),
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  return page(renderNewRolePage(viewer, place, shown), refusal?.status);
}

async function rolePage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const role = await inspectCompanyRole(parts.db, principal, uidIn(visit, 'ownRole'));
  const shown = {
    role,
    values: refusal === undefined ? role : typedRole(visit),
    own: principal.permissions,
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  return page(renderRolePage(viewer, place, shown), refusal?.status);
}

async function createRole(visit: MemberVisit): Promise<Reply> {
  const { name, permission } = formOf(roleForm, visit.form);
  const formKey = formKeyIn(visit);
  await visit.change(change => createCompanyRole(change, formKey, { name, permissions: permission }));
  return redirectDone(rolesPath(visit), 'role');
}

async function changeRole(visit: MemberVisit): Promise<Reply> {
  const { name, permission, version: seenVersion } = formOf(roleForm, visit.form);
  const ref = { roleUid: uidIn(visit, 'ownRole'), seenVersion };
  await visit.change(change => changeCompanyRole(change, ref, { name, permissions: permission }));
  return redirectDone(rolesPath(visit), 'role');
}

/** The pages of a company's roles (CONSOLE-122). */
export const roleRoutes: readonly MemberRoute[] = [
  look('/members/roles', 'showRoles', showRoles),
  look('/members/roles/new', 'showNewRole', newRolePage),
  act('/members/roles', 'role.define', createRole, { refused: newRolePage, needsFresh: newPath }),
  look('/members/roles/:ownRole', 'showRole', rolePage),
  act('/members/roles/:ownRole', 'role.define', changeRole, { refused: rolePage, needsFresh: rolePath }),
];
