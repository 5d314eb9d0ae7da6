import type { Knex } from 'knex';

/** Creates what operators list across all companies, and their reasons for doing what is usually refused. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_event add column reason text;
    comment on column audit_event.reason is 'why an operator did what is usually refused, in their words; never of a patient';

    create index patient_authorization_uploaded_at_idx on patient (authorization_uploaded_at, uid)
      where authorization_status = 'NeedsApproval' and authorization_etag is not null;
    create index patient_date_of_birth_idx on patient (date_of_birth, created_at, uid);
    create index record_request_created_at_idx on record_request (created_at, uid)
      where status in ('Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied');
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index patient_authorization_uploaded_at_idx;
    drop index patient_date_of_birth_idx;
    drop index record_request_created_at_idx;
    alter table audit_event drop column reason;
  `);
}
