import type { Knex } from 'knex';

/** Looks whether every audit row has an actor that there is: by itself, since rows are written meanwhile. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table audit_event validate constraint audit_event_actor_kind_check');
}

/** Takes it back: it is not looked at. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_event drop constraint audit_event_actor_kind_check;
    alter table audit_event add constraint audit_event_actor_kind_check
      check (actor_kind in ('key', 'operator', 'service', 'embed', 'console')) not valid;
  `);
}
