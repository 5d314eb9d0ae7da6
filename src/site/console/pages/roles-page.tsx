/** `…/members/roles`: the roles of a company, and the forms to create and change one. */
import { permissionWords } from '../../../domain/access/permission-words';
import { permissions as allPermissions, type Permission } from '../../../domain/access/permissions';
import { roleNameMax } from '../../../domain/console/members';
import { Check, Form, TextField, type FieldProblems } from '../../components/form';
import { MessageNotice, Notice, Table, type Links, type Message } from '../../components/display';
import { formKeyName } from '../../form-key';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { pathIn } from '../paths';

/** A role, as the pages show it. */
interface ShownRole {
  readonly uid: string;
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly permissions: readonly Permission[];
  readonly holders: { readonly count: number; readonly names: readonly string[] };
  /** Why it can't be changed; `undefined` if it can. */
  readonly refusal: string | undefined;
  readonly version: string;
}

/** The fields of a role, as typed. */
interface RoleValues {
  readonly name: string;
  readonly permissions: readonly string[];
}

interface FormShown {
  readonly values: RoleValues;
  /** The permissions of the member who looks. */
  readonly own: ReadonlySet<Permission>;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

const holdersText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'member' : 'members'}`;

function PermissionList({ of }: { readonly of: readonly Permission[] }) {
  if (of.length === allPermissions.length) return <>Everything</>;
  if (of.length === 0) return <span class="muted">Nothing</span>;
  return (
    <ul class="plain">
      {allPermissions
        .filter(permission => of.includes(permission))
        .map(permission => (
          <li>{permissionWords[permission]}</li>
        ))}
    </ul>
  );
}

/** Renders the list of roles. */
export function renderRolesPage(
  viewer: Viewer,
  place: ShownPlace,
  { roles, message }: { readonly roles: readonly ShownRole[]; readonly message: Message | undefined },
): string {
  return renderConsolePage({
    title: 'Roles',
    viewer,
    place,
    section: 'members',
    crumbs: [['Members', pathIn(place, 'members')]],
    children: (
      <>
        <div class="head">
          <h1>Roles</h1>
          <p class="aside bar">
            <a class="button main" href={pathIn(place, 'members', 'roles', 'new')}>
              Create role
            </a>
          </p>
        </div>
        <MessageNotice message={message} />
        <p class="muted">
          A role sets what its members can do, in both environments. On each member's page, you choose which
          projects they see.
        </p>
        <Table
          caption="Roles"
          headings={['Role', 'Members', 'Members with this role can']}
          rows={roles.map(({ uid, name, isBuiltIn, holders, permissions }) => [
            isBuiltIn ? (
              <>
                {name} <span class="muted small">built in</span>
              </>
            ) : (
              <a href={pathIn(place, 'members', 'roles', uid)}>{name}</a>
            ),
            holders.count.toLocaleString('en-US'),
            <PermissionList of={permissions} />,
          ])}
        />
      </>
    ),
  });
}

function RoleFields({ values, own }: Pick<FormShown, 'values' | 'own'>) {
  return (
    <>
      <TextField id="name" name="name" label="Name" value={values.name} isRequired={true} max={roleNameMax} />
      <fieldset class="field">
        <legend>Members with this role can</legend>
        {allPermissions.map(permission =>
          own.has(permission) ? (
            <Check name="permission" value={permission} isChecked={values.permissions.includes(permission)}>
              {permissionWords[permission]} <span class="muted small code">{permission}</span>
            </Check>
          ) : null,
        )}
        {own.size < allPermissions.length ? (
          <p class="muted small">Permissions that you don't have aren't listed.</p>
        ) : null}
      </fieldset>
    </>
  );
}

const crumbsTo = (place: ShownPlace): Links => [
  ['Members', pathIn(place, 'members')],
  ['Roles', pathIn(place, 'members', 'roles')],
];

/** Renders the form for a new role. */
export function renderNewRolePage(
  viewer: Viewer,
  place: ShownPlace,
  { formKey, values, own, message, problems }: FormShown & { readonly formKey: string },
): string {
  const roles = pathIn(place, 'members', 'roles');
  return renderConsolePage({
    title: 'Create role',
    viewer,
    place,
    section: 'members',
    crumbs: crumbsTo(place),
    children: (
      <>
        <h1>Create role</h1>
        <MessageNotice message={message} />
        <Form action={roles} label="Create role" problems={problems}>
          <input type="hidden" name={formKeyName} value={formKey} />
          <RoleFields values={values} own={own} />
          <button type="submit" class="main">
            Create role
          </button>
        </Form>
      </>
    ),
  });
}

function Affected({ holders: { count, names } }: Pick<ShownRole, 'holders'>) {
  if (count === 0) return <p>No one has this role.</p>;
  const more = count - names.length;
  return (
    <p>
      A change affects {holdersText(count)} immediately: {names.join(', ')}
      {more > 0 ? `, and ${more.toLocaleString('en-US')} more` : ''}.
    </p>
  );
}

/** Renders a role with the form that changes it. */
export function renderRolePage(
  viewer: Viewer,
  place: ShownPlace,
  { role, values, own, message, problems }: FormShown & { readonly role: ShownRole },
): string {
  const path = pathIn(place, 'members', 'roles', role.uid);
  return renderConsolePage({
    title: 'Role',
    viewer,
    place,
    section: 'members',
    crumbs: crumbsTo(place),
    children: (
      <>
        <h1>{role.name}</h1>
        <MessageNotice message={message} />
        <Affected holders={role.holders} />
        {role.refusal === undefined ? (
          <Form action={path} label="Save role" problems={problems}>
            <input type="hidden" name="version" value={role.version} />
            <RoleFields values={values} own={own} />
            <button type="submit" class="main">
              Save role
            </button>
          </Form>
        ) : (
          <>
            <Notice tone="neutral">{role.refusal}</Notice>
            <PermissionList of={role.permissions} />
          </>
        )}
      </>
    ),
  });
}
