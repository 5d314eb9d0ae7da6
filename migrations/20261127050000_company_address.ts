import type { Knex } from 'knex';

/** Keeps the postal address of a company, which authorization forms state for the recipient. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table company add column address_lines text[] not null default '{}';
    comment on column company.address_lines is
      'postal address, line by line, for the recipient of authorization forms; empty if it is not known';
  `);
}

/** Reverts it; addresses are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table company drop column address_lines');
}
