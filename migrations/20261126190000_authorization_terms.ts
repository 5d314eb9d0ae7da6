import type { Knex } from 'knex';

/**
 * Keeps with a patient until when the authorization on file is valid, who says so, the day of a revocation,
 * and the last notice before it expires. Documents that were read earlier are found by the index, and their
 * terms are stored by the periodic work.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table patient
      add column authorization_expires_on date,
      add column authorization_expiry_by text,
      add column authorization_revoked_on date,
      add column authorization_notice_days integer,
      add constraint patient_authorization_expiry_by_check
        check (authorization_expiry_by in ('document', 'reviewer')),
      add constraint patient_authorization_notice_days_check check (authorization_notice_days in (30, 7));
    comment on column patient.authorization_expires_on is
      'the last day on which the authorization is valid; null where it has no date';
    comment on column patient.authorization_expiry_by is
      'who says when it expires; null until the document on file has been read';
    comment on column patient.authorization_revoked_on is
      'the day on which the patient revoked the document on file';
    comment on column patient.authorization_notice_days is
      'the last notice that it expires, by its days; null where none was sent';
    create index patient_authorization_unread_idx on patient (uid)
      where authorization_etag is not null and authorization_expiry_by is null;
    create index patient_authorization_expiring_idx on patient (authorization_expires_on)
      where authorization_status = 'Approved' and authorization_expires_on is not null;
  `);
}

/** Reverts it; revocations are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index patient_authorization_expiring_idx;
    drop index patient_authorization_unread_idx;
    alter table patient
      drop column authorization_notice_days,
      drop column authorization_revoked_on,
      drop column authorization_expiry_by,
      drop column authorization_expires_on;
  `);
}
