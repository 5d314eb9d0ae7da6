import type { Knex } from 'knex';

/** Remembers which forms of the desk created something, so that one that is sent twice creates one thing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table desk_sent_form (
      operator_uid uuid not null constraint desk_sent_form_operator_fk references desk_operator (uid),
      form_key uuid not null,
      made_uid uuid,
      sent_at timestamptz not null,
      constraint desk_sent_form_pkey primary key (operator_uid, form_key)
    );
    create index desk_sent_form_sent_at_idx on desk_sent_form (sent_at);
    comment on column desk_sent_form.made_uid is 'what the form created; null only while it does';
    grant select, insert, update, delete on desk_sent_form to recordwell_app;
  `);
}

/** Drops it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table desk_sent_form');
}
