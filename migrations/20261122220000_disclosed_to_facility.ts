import type { Knex } from 'knex';

/** Adds the facility to which a patient's details were disclosed, with its name and address at the time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table disclosure add column facility text;
    comment on column disclosure.facility is 'name and address of the site that was asked, as they were then (45 CFR 164.528(b)(2)(ii)); null of searches, whose recipient is their partner';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table disclosure drop column facility`);
}
