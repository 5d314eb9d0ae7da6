import type { Knex } from 'knex';

/** Creates the pages of authorizations that each session at the desk was shown. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shown_page (
      session_uid uuid not null constraint shown_page_session_fk references desk_session (uid) on delete cascade,
      patient_uid uuid not null constraint shown_page_patient_fk references patient (uid) on delete cascade,
      etag text not null,
      page integer not null,
      is_shown boolean not null,
      shown_at timestamptz not null,
      constraint shown_page_pkey primary key (session_uid, patient_uid, etag, page),
      constraint shown_page_page_check check (page >= 0)
    );
    create index shown_page_patient_idx on shown_page (patient_uid);
    comment on table shown_page is 'which pages of which version of an authorization a desk session was shown: an approval needs one';
    comment on column shown_page.page is 'from 1; 0 for a document that cannot be displayed at all';
    comment on column shown_page.is_shown is 'false for a page that could not be drawn';
    grant select, insert, update on shown_page to recordwell_app;
  `);
}

/** Reverts it: an approval no longer needs a page that was shown. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table shown_page;');
}
