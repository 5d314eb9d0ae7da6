import type { Knex } from 'knex';

/** Adds the history of the authorizations that were uploaded for each patient. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table authorization_step (
      patient_uid uuid not null constraint authorization_step_patient_fk references patient (uid),
      upload integer not null constraint authorization_step_upload_check check (upload >= 1),
      step integer not null constraint authorization_step_step_check check (step >= 1),
      kind text not null constraint authorization_step_kind_check
        check (kind in ('uploaded', 'checked', 'decided', 'dated', 'revoked', 'removed')),
      at timestamptz not null,
      etag text,
      actor jsonb,
      status text,
      reason text,
      failed jsonb,
      day date,
      constraint authorization_step_pkey primary key (patient_uid, upload, step),
      constraint authorization_step_etag_check check ((kind = 'uploaded') = (etag is not null))
    );
    comment on table authorization_step is
      'what happened to each upload of an authorization, in order; rows are only added';
    comment on column authorization_step.upload is 'the number of the upload among those of the patient';
    comment on column authorization_step.etag is 'the object store''s name for the uploaded bytes';
    comment on column authorization_step.actor is 'who did it, as shown to customers; null if unknown';
    comment on column authorization_step.status is 'suggested by the check, or decided';
    comment on column authorization_step.failed is 'the names of the checks that failed';
    comment on column authorization_step.day is
      'the last day on which the authorization is valid, or the day on which the patient revoked it';
    grant select, insert on authorization_step to recordwell_app;
    insert into authorization_step (patient_uid, upload, step, kind, at, etag)
      select uid, 1, 1, 'uploaded', authorization_uploaded_at, authorization_etag from patient
      where authorization_etag is not null and authorization_uploaded_at is not null;
  `);
}

/** Drops them. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table authorization_step');
}
