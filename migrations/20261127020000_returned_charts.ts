import type { Knex } from 'knex';

const kinds = ['authorization', 'recordRequest', 'search', 'site', 'exchange', 'endpoint'];
const areas = ['deliverables', 'documents', 'attachments', 'combined'];

const list = (names: readonly string[]): string => names.map(name => `'${name}'`).join(', ');

function checks(areaNames: readonly string[], kindNames: readonly string[]): string {
  return `
    alter table stored_file
      drop constraint stored_file_area_check,
      add constraint stored_file_area_check check (area in (${list(areaNames)}));
    alter table desk_task
      drop constraint desk_task_kind_check,
      add constraint desk_task_kind_check check (kind in (${list(kindNames)}));
    alter table desk_bulk_item
      drop constraint desk_bulk_item_kind_check,
      add constraint desk_bulk_item_kind_check check (kind in (${list(kindNames)}));`;
}

/**
 * Creates the check of returned files: a file is in the area `arrivals` until it is read, and in `held` while
 * it names another person. Neither is a deliverable.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${checks([...areas, 'arrivals', 'held'], [...kinds, 'chart'])}
    create index stored_file_unreleased_idx on stored_file (area, record_request_uid)
      where area in ('arrivals', 'held');

    create table chart_check (
      file_uid uuid not null,
      verdict text not null,
      others jsonb not null,
      read_at timestamptz not null,
      released_at timestamptz,
      constraint chart_check_pkey primary key (file_uid),
      constraint chart_check_file_fk foreign key (file_uid) references stored_file (uid) on delete cascade,
      constraint chart_check_verdict_check check (verdict in ('matches', 'mismatch', 'notStated', 'notReadable'))
    );
    comment on table chart_check is
      'how a returned file compares with the patient; none for files from before they were compared';
    comment on column chart_check.others is
      'whom the file names instead, with pages and grades; without names and birth dates once it is released';
    comment on column chart_check.released_at is 'when an operator released a file that names another person';
    grant select, insert, update on chart_check to recordwell_app;

    create table returned_answer (
      record_request_uid uuid not null,
      sequence integer not null,
      status text not null,
      reason text,
      actor jsonb not null,
      created_at timestamptz not null,
      constraint returned_answer_pkey primary key (record_request_uid),
      constraint returned_answer_request_fk foreign key (record_request_uid) references record_request (uid)
        on delete cascade
    );
    comment on table returned_answer is
      'the status of a request that takes effect once its files are checked; the row goes then';
    comment on column returned_answer.reason is 'shown to the customer';
    comment on column returned_answer.sequence is 'the moves of the request so far; after another one it is void';
    grant select, insert, update, delete on returned_answer to recordwell_app;
  `);
}

/** Reverts it: files that weren't released are lost with their check. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table returned_answer;
    drop table chart_check;
    drop index stored_file_unreleased_idx;
    delete from stored_file where area in ('arrivals', 'held');
    delete from desk_task where kind = 'chart';
    delete from desk_bulk_item where kind = 'chart';
    ${checks(areas, kinds)}
  `);
}
