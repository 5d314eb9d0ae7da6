import type { Knex } from 'knex';

/**
 * Lets the ledger keep search runs: which run, of which project, with how many last names. No user starts a
 * run, so the user may be absent. Entries from before count as one unit each.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_entry
      alter column user_uid drop not null,
      add column project_uid uuid,
      add column search_run_uid uuid,
      add column last_names integer,
      add column units integer not null default 1,
      add constraint ledger_entry_search_run_uid_key unique (search_run_uid),
      add constraint ledger_entry_units_check check (units > 0),
      add constraint ledger_entry_run_check
        check (num_nulls(search_run_uid, project_uid, last_names) in (0, 3)),
      add constraint ledger_entry_user_check check (user_uid is not null or search_run_uid is not null);
    comment on column ledger_entry.project_uid is
      'of a search run; no foreign key: a run that is erased was billed all the same';
    comment on column ledger_entry.search_run_uid is
      'one entry per run; no foreign key, as for project_uid';
    comment on column ledger_entry.last_names is 'of a search run: how many last names it searched for';
    comment on column ledger_entry.units is 'what the fee scales with: the last names of a search run, or 1';
  `);
}

/** Reverts it; the entries of search runs are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from ledger_entry where user_uid is null;
    alter table ledger_entry
      drop column project_uid,
      drop column search_run_uid,
      drop column last_names,
      drop column units,
      alter column user_uid set not null;
  `);
}
