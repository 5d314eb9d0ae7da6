import type { Knex } from 'knex';

/** Keeps when the follow-up date of a record request was last changed, so that it is credited to who set it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table record_request add column follow_up_set_at timestamptz;
    comment on column record_request.follow_up_set_at is
      'when its follow-up date was last changed; null if it never was, or before this was kept';
  `);
}

/** Drops it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table record_request drop column follow_up_set_at');
}
