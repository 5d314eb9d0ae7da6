import type { Knex } from 'knex';

/** Creates the indexes of a company's list of patients: by name, and by what ends an authorization. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index patient_project_name_idx on patient (project_uid, (last_names[1]), first_name, uid);
    create index patient_project_expires_on_idx on patient (project_uid, authorization_expires_on)
      where authorization_status = 'Approved' and authorization_expires_on is not null;
    create index patient_project_revoked_idx on patient (project_uid)
      where authorization_revoked_on is not null;
  `);
}

/** Drops the indexes. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index patient_project_revoked_idx;
    drop index patient_project_expires_on_idx;
    drop index patient_project_name_idx;
  `);
}
