import type { Knex } from 'knex';

/** Adds the earlier record request that a later one likely duplicates. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table record_request add column likely_duplicate_of_uid uuid
      constraint record_request_likely_duplicate_of_fk references record_request (uid);
    comment on column record_request.likely_duplicate_of_uid is 'an earlier one of the same patient, site and kind whose dates overlap; for the delivery team to look at';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table record_request drop column likely_duplicate_of_uid');
}
