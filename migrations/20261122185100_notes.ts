import type { Knex } from 'knex';

/** Creates notes on record requests. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table note (
      uid uuid not null constraint note_pkey primary key,
      company_uid uuid not null constraint note_company_fk references company (uid),
      project_uid uuid not null constraint note_project_fk references project (uid),
      patient_uid uuid not null constraint note_patient_fk references patient (uid),
      record_request_uid uuid not null constraint note_record_request_fk references record_request (uid),
      content text not null,
      author jsonb not null,
      author_user_uid uuid constraint note_author_user_fk references app_user (uid),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index note_record_request_idx on note (record_request_uid, created_at, uid);
    comment on column note.author_user_uid is 'the user who wrote it; null: somebody of the delivery team';
    grant select, insert, update on note to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table note');
}
