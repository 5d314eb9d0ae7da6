import type { Knex } from 'knex';

/** Allows assigning and snoozing searches that wait for operators. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table desk_task drop constraint desk_task_kind_check;
    alter table desk_task add constraint desk_task_kind_check
      check (kind in ('authorization', 'recordRequest', 'search', 'site', 'exchange', 'endpoint'));
    create index patient_search_operator_idx on patient_search (patient_uid)
      where is_requested and (waits_for = 'rearming' or outcome = 'AmbiguousIdentity');
  `);
}

/** Reverts it, with the assignments and snoozes of searches. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index patient_search_operator_idx;
    delete from desk_task where kind = 'search';
    alter table desk_task drop constraint desk_task_kind_check;
    alter table desk_task add constraint desk_task_kind_check
      check (kind in ('authorization', 'recordRequest', 'site', 'exchange', 'endpoint'));
  `);
}
