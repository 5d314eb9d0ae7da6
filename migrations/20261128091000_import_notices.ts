import type { Knex } from 'knex';

/** Keeps whether the member who runs an import wants an e-mail when it ends, and when it was sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bulk_import add column emails_member boolean not null default false,
      add column emailed_at timestamptz;
    comment on column bulk_import.emails_member is 'whether the member gets an e-mail when it ends';
  `);
}

/** Drops both. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table bulk_import drop column emails_member, drop column emailed_at');
}
