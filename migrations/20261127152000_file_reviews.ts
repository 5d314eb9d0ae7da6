import type { Knex } from 'knex';

/** Creates the marks of files that a member of the customer has reviewed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table file_review (
      file_uid uuid not null constraint file_review_pkey primary key,
      etag text not null,
      reviewed_by jsonb not null,
      reviewed_at timestamptz not null,
      constraint file_review_file_fk foreign key (file_uid) references stored_file (uid) on delete cascade
    );
    comment on table file_review is 'files that a member has reviewed; a replaced file counts as not reviewed';
    comment on column file_review.etag is 'of the bytes that were reviewed';
    grant select, insert, update, delete on file_review to recordwell_app;
  `);
}

/** Drops the marks. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table file_review');
}
