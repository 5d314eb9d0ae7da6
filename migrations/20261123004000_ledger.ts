import type { Knex } from 'knex';

/** Creates the billing ledger, a row per action. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ledger_entry (
      uid uuid not null constraint ledger_entry_pkey primary key,
      company_uid uuid not null constraint ledger_entry_company_fk references company (uid),
      user_uid uuid not null constraint ledger_entry_user_fk references app_user (uid),
      environment text not null,
      action text not null,
      site_uid uuid,
      occurred_at timestamptz not null,
      constraint ledger_entry_environment_check check (environment in ('production', 'sandbox'))
    );
    create index ledger_entry_time_idx on ledger_entry (occurred_at, uid);
    create index ledger_entry_company_idx on ledger_entry (company_uid, occurred_at, uid);
    comment on table ledger_entry is 'append-only: the application role may insert and read, nothing else';
    comment on column ledger_entry.site_uid is 'no foreign key: a site that is merged away was billed all the same';
    grant select, insert on ledger_entry to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table ledger_entry');
}
