import type { Knex } from 'knex';

/** Keeps the forms of the console and of the desk that were sent in one table, instead of two. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sent_form (
      membership_uid uuid constraint sent_form_membership_fk references membership (uid) on delete cascade,
      operator_uid uuid constraint sent_form_operator_fk references desk_operator (uid),
      owner_uid uuid not null generated always as (coalesce(membership_uid, operator_uid)) stored,
      form_key uuid not null,
      event text,
      made_uids uuid[] constraint sent_form_made_uids_check check (cardinality(made_uids) > 0),
      sent_at timestamptz not null,
      constraint sent_form_pkey primary key (owner_uid, form_key),
      constraint sent_form_owner_check check (num_nonnulls(membership_uid, operator_uid) = 1)
    );
    create index sent_form_membership_idx on sent_form (membership_uid) where membership_uid is not null;
    create index sent_form_sent_at_idx on sent_form (sent_at);
    comment on table sent_form is
      'forms of the console and the desk that were sent, so that the same form creates nothing else';
    comment on column sent_form.event is
      'what the form does, as the audit log names it; null if an earlier release noted it';
    comment on column sent_form.made_uids is 'what the form created; null only while it does';
    grant select, insert, update, delete on sent_form to recordwell_app;

    insert into sent_form (operator_uid, form_key, made_uids, sent_at)
      select operator_uid, form_key, array[made_uid], sent_at from desk_sent_form where made_uid is not null;
    insert into sent_form (membership_uid, form_key, made_uids, sent_at)
      select membership_uid, substr(key, 14)::uuid, resource_uids, claimed_at from idempotency_claim
      where key ~ '^console-form:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and resource_uids is not null
      on conflict do nothing;
    comment on table desk_sent_form is 'used by the release before sent_form; a later release drops it';
  `);
}

/** Drops the table; the previous ones still have the rows of their release. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table sent_form;
    comment on table desk_sent_form is null;
  `);
}
