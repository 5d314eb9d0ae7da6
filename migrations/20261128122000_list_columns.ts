import type { Knex } from 'knex';

/** Keeps the columns that a member chose for the list of record requests. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table request_list_columns (
      membership_uid uuid not null constraint request_list_columns_pkey primary key
        constraint request_list_columns_membership_fk references membership (uid),
      columns text[] not null constraint request_list_columns_columns_check
        check (cardinality(columns) between 1 and 50),
      updated_at timestamptz not null
    );
    comment on table request_list_columns is 'the columns that a member chose; none for the usual ones';
    grant select, insert, update, delete on request_list_columns to recordwell_app;
  `);
}

/** Drops them. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table request_list_columns');
}
