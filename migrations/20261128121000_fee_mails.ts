import type { Knex } from 'knex';

/** Keeps which members get an e-mail when a fee waits for approval, and the e-mails to send. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table fee_mail_choice (
      membership_uid uuid not null constraint fee_mail_choice_membership_fk references membership (uid),
      environment text not null constraint fee_mail_choice_environment_check
        check (environment in ('sandbox', 'production')),
      created_at timestamptz not null,
      constraint fee_mail_choice_pkey primary key (membership_uid, environment)
    );
    comment on table fee_mail_choice is 'who gets an e-mail when a fee waits for approval';
    grant select, insert, delete on fee_mail_choice to recordwell_app;

    create table fee_notice (
      uid uuid not null constraint fee_notice_pkey primary key,
      membership_uid uuid not null constraint fee_notice_membership_fk references membership (uid),
      fee_uid uuid not null constraint fee_notice_fee_fk references fee (uid),
      created_at timestamptz not null,
      sent_at timestamptz
    );
    create index fee_notice_membership_idx on fee_notice (membership_uid, sent_at);
    create index fee_notice_created_at_idx on fee_notice (created_at);
    comment on table fee_notice is 'one e-mail to one member about one fee, sent by its own workflow';
    grant select, insert, update, delete on fee_notice to recordwell_app;
  `);
}

/** Drops both. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table fee_notice; drop table fee_mail_choice;');
}
