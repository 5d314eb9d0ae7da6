import type { Knex } from 'knex';

/** Lets a search wait for a partner, so that people see it and the periodic work finds it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table patient_search drop constraint patient_search_waits_for_check;
    alter table patient_search add constraint patient_search_waits_for_check check (
      waits_for in ('zipCode', 'approval', 'correction', 'rearming', 'partner'));
    create index patient_search_partner_idx on patient_search (patient_uid, kind)
      where waits_for = 'partner';
  `);
}

/** Reverts it; the workflow finds out again what these searches wait for. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index patient_search_partner_idx;
    update patient_search set waits_for = null where waits_for = 'partner';
    alter table patient_search drop constraint patient_search_waits_for_check;
    alter table patient_search add constraint patient_search_waits_for_check check (
      waits_for in ('zipCode', 'approval', 'correction', 'rearming'));
  `);
}
