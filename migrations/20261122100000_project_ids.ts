import type { Knex } from 'knex';

/**
 * A project id is unique in its company and environment, so that making one tells nothing of the other side. The
 * constraint keeps its name: the release before names it when it inserts.
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

/** Takes the step back; fails where two projects have the same id by now. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_event drop column changes;
    alter table project drop constraint project_company_id_key;
    alter table project drop column environment;
    alter table project add constraint project_company_id_key unique (company_uid, id);
  `);
}
