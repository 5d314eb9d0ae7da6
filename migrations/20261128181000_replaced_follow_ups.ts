import type { Knex } from 'knex';

/** Keeps which follow-up date of a record request a contact replaced, so that no date is lost without a word. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table contact add column replaced_on date
      constraint contact_replaced_on_check check (replaced_on is distinct from next_on or replaced_on is null);
    comment on column contact.replaced_on is
      'the follow-up date of the record request that the contact replaced or cleared; null if it replaced none';
  `);
}

/** Drops it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table contact drop column replaced_on');
}
