/** Common steps of tests about members. */
import type { Knex } from 'knex';
import { addMember } from '../../src/usecases/tenants/members';
import type { ApiWorld } from './api-world';
import { linkTo, openVisitor, type ShownPage, type Visitor } from './console-visitor';
import { readRows } from './records';

/** The path of the company `acme`'s members. */
export const membersPath = '/console/companies/acme/sandbox/members';

/** Adds a member to `acme`. @returns their e-mail address */
export async function newAcmeMember(world: ApiWorld, name: string, role = 'Member'): Promise<string> {
  const email = `${name}@acme.example`;
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name, role, seesAllProjects: true }),
  );
  return email;
}

/** Returns the page of a member of `acme`. */
export async function pageOfMember(db: Knex, email: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    db,
    `select m.uid from membership m join app_user u on u.uid = m.user_uid join company c
      on c.uid = m.company_uid
     where u.email = ? and u.deleted_at is null and c.id = 'acme'`,
    [email],
  );
  return `${membersPath}/${row?.uid ?? 'nobody'}`;
}

/** Returns the uid of a role that every company has. */
export async function roleUidOf(db: Knex, name: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    db,
    'select uid from role where name = ? order by company_uid',
    [name],
  );
  return row?.uid ?? '';
}

/** Invites someone with the form. */
export async function invite(
  world: ApiWorld,
  manager: Visitor,
  email: string,
  fields: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<ShownPage> {
  return manager.send(`${membersPath}/new`, `${membersPath}/invitations`, {
    email,
    name: 'Ana Diaz',
    role: await roleUidOf(world.db, 'Viewer'),
    projects: 'all',
    ...fields,
  });
}

/** Opens the link of the last invitation, and becomes a member. */
export async function accept(world: ApiWorld, email: string): Promise<readonly [Visitor, ShownPage]> {
  const visitor = openVisitor(world);
  const link = await linkTo(world, email);
  return [visitor, await visitor.send(link, link)];
}
