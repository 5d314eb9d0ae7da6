import type { Knex } from 'knex';

/** Creates the combined chart of a record request: a file in addition to its deliverables, and its source. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table stored_file
      drop constraint stored_file_area_check,
      add constraint stored_file_area_check check (area in ('deliverables', 'documents', 'attachments', 'combined'));

    create table combined_chart (
      file_uid uuid not null,
      made_from text not null,
      pages integer not null,
      constraint combined_chart_pkey primary key (file_uid),
      constraint combined_chart_file_fk foreign key (file_uid) references stored_file (uid) on delete cascade,
      constraint combined_chart_pages_check check (pages > 0)
    );
    comment on table combined_chart is 'what a file of the area combined was made from';
    comment on column combined_chart.made_from is 'fingerprint of the deliverables: their uids, etags, names and folders';
    grant select, insert on combined_chart to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table combined_chart;
    delete from stored_file where area = 'combined';
    alter table stored_file
      drop constraint stored_file_area_check,
      add constraint stored_file_area_check check (area in ('deliverables', 'documents', 'attachments'));
  `);
}
