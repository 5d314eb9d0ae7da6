import type { Knex } from 'knex';

/** Creates the contact log of record requests: calls, faxes, and letters, with their outcome. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table contact (
      uid uuid not null constraint contact_pkey primary key,
      company_uid uuid not null constraint contact_company_fk references company (uid),
      record_request_uid uuid not null constraint contact_record_request_fk references record_request (uid),
      contacted_on date not null,
      way text not null constraint contact_way_check
        check (way in ('fax', 'phone', 'mail', 'portal', 'email', 'other')),
      person text constraint contact_person_check check (length(person) between 1 and 200),
      outcome text constraint contact_outcome_check check (length(outcome) between 1 and 1000),
      next_on date,
      author jsonb not null,
      created_at timestamptz not null
    );
    create index contact_record_request_idx on contact (record_request_uid, created_at, uid);
    comment on table contact is 'append-only: the application role may insert and read, nothing else';
    grant select, insert on contact to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table contact');
}
