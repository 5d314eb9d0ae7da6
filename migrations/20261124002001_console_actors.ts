import type { Knex } from 'knex';

/** Validates that every audit row has a valid actor, in a separate step, since rows are written meanwhile. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table audit_event validate constraint audit_event_actor_kind_check');
}

/** Reverts it: the constraint isn't validated. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_event drop constraint audit_event_actor_kind_check;
    alter table audit_event add constraint audit_event_actor_kind_check
      check (actor_kind in ('key', 'operator', 'service', 'embed', 'console')) not valid;
  `);
}
