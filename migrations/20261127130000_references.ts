import type { Knex } from 'knex';

// No searched text contains this character, so matches never span two columns.
const separator = String.raw`E'\x1E'`;

/** Returns the expression of the text index of patients. */
function foldOf(columns: readonly string[]): string {
  return `browse_fold(${columns.map(column => `coalesce(${column}, '')`).join(` || ${separator} || `)})`;
}

const had = ['id', 'first_name', 'last_names[1]'];

/**
 * Gives patients and record requests the customer's matter or claim number, and lets searches find it. It
 * rewrites both tables with their indexes, and locks each for that time: about ten seconds for 100,000 rows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table patient add column reference text;
    alter table patient add constraint patient_reference_check check (length(reference) between 1 and 255);
    comment on column patient.reference is 'the matter or claim number of the customer; it may identify the patient';
    alter table patient alter column search_text set expression as (${foldOf([...had, 'reference'])});
    grant select (reference) on patient to recordwell_browse;
    alter table record_request add column reference text;
    alter table record_request add constraint record_request_reference_check
      check (length(reference) between 1 and 255);
    comment on column record_request.reference is 'as patient.reference, for this request alone';
    alter table record_request add column search_text text generated always as (browse_fold(reference)) stored;
    create index record_request_search_text_idx on record_request using gin (search_text gin_trgm_ops);
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table record_request drop column search_text, drop column reference;
    alter table patient alter column search_text set expression as (${foldOf(had)});
    alter table patient drop column reference;
  `);
}
