import type { Knex } from 'knex';

/** Gives each bulk import the member who started it, so that it goes on when their key is replaced. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bulk_import
      alter column key_uid drop not null,
      add column membership_uid uuid constraint bulk_import_membership_fk references membership (uid);
    update bulk_import i set membership_uid = k.membership_uid from api_key k where k.uid = i.key_uid;
    alter table bulk_import
      add constraint bulk_import_starter_check check (membership_uid is not null or key_uid is not null);
    comment on column bulk_import.membership_uid is 'the member for whom the rows are imported; null if the previous release created it during a deployment';
    comment on column bulk_import.key_uid is 'the key that created it; null if a member did in the console';
  `);
}

/** Drops the column. Imports from the console get the member's latest key; those of members without one go. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update bulk_import i set key_uid = (
      select k.uid from api_key k where k.membership_uid = i.membership_uid order by k.created_at desc limit 1
    ) where i.key_uid is null;
    delete from bulk_import_row r using bulk_import i where i.uid = r.import_uid and i.key_uid is null;
    delete from bulk_import where key_uid is null;
    alter table bulk_import
      drop constraint bulk_import_starter_check,
      drop column membership_uid,
      alter column key_uid set not null;
    comment on column bulk_import.key_uid is 'in whose name the rows are imported';
  `);
}
