import type { Knex } from 'knex';

/**
 * Makes a project id unique per company and environment, so that creating one reveals nothing about the other
 * environment. The constraint keeps its name, because the previous release names it when it inserts.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table project drop constraint project_company_id_key;
    alter table project add column environment text not null
      generated always as (case when status = 'Sandbox' then 'sandbox' else 'production' end) stored;
    alter table project add constraint project_company_id_key unique (company_uid, environment, id);
    alter table audit_event add column changes jsonb;
    comment on column audit_event.changes is 'the names of what a change changed; values only of a project''s closed sets, never of a patient';
  `);
}

/** Reverts it; fails if two projects have the same id by then. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_event drop column changes;
    alter table project drop constraint project_company_id_key;
    alter table project drop column environment;
    alter table project add constraint project_company_id_key unique (company_uid, id);
  `);
}
