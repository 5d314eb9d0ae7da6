import type { Knex } from 'knex';

/** Marks the users that are service accounts. Their address is a placeholder that can't receive e-mail. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table app_user add column is_service_account boolean not null default false;
    comment on column app_user.is_service_account is 'owns keys, can''t sign in, and gets no e-mail';
    alter table app_user add constraint app_user_service_account_check
      check (is_service_account = (email like '%@service-accounts.invalid'));
  `);
}

/** Reverts it, and deletes the service accounts, whose keys stop working. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table app_user drop constraint app_user_service_account_check;
    update app_user set deleted_at = coalesce(deleted_at, now()) where is_service_account;
    alter table app_user drop column is_service_account;
  `);
}
