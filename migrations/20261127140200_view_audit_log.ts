import type { Knex } from 'knex';

/** Grants `ViewAuditLog` to the roles that manage members: who may change access may see what it was used for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into role_permission (role_uid, permission)
    select role_uid, 'ViewAuditLog' from role_permission where permission = 'ManageMembers'
    on conflict do nothing;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw("delete from role_permission where permission = 'ViewAuditLog'");
}
