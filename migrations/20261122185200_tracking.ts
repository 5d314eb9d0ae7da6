import type { Knex } from 'knex';

/** Creates users' choices about tracking a project, a patient, or a record request. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table tracking (
      user_uid uuid not null constraint tracking_user_fk references app_user (uid),
      record_uid uuid not null,
      record_kind text not null constraint tracking_record_kind_check
        check (record_kind in ('project', 'patient', 'recordRequest')),
      company_uid uuid not null constraint tracking_company_fk references company (uid),
      is_tracked boolean not null,
      updated_at timestamptz not null,
      constraint tracking_pkey primary key (user_uid, record_uid)
    );
    comment on table tracking is 'what a user said; where they said nothing, they track what they created and what lies below what they track';
    grant select, insert, update on tracking to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table tracking');
}
