import type { Knex } from 'knex';

// No searched text contains this character, so matches never span two columns.
const separator = String.raw`E'\x1E'`;
const day = (column: string): string => `browse_day(${column})`;
const text = (column: string): string => `${column}::text`;

/** What the text index of each table has had so far, and what it gets: columns as rows show them. */
const tables: ReadonlyArray<readonly [table: string, had: readonly string[], gets: readonly string[]]> = [
  [
    'visit',
    ['ref', 'reason'],
    ['kind', day('earliest_service_date'), day('latest_service_date'), text('charge_amount')],
  ],
  [
    'procedure',
    ['code', 'description'],
    ['code_system', day('performed_on'), text('units'), text('charge_amount')],
  ],
  ['diagnosis', ['code', 'description'], ['code_system', day('diagnosed_on'), text('is_primary')]],
  [
    'prescription_fill',
    ['ndc', 'rx_norm_code', 'drug_name', 'prescriber_name'],
    [...[text('quantity'), 'quantity_unit', text('days_supply'), text('refill_number')], day('filled_on')],
  ],
  [
    'lab_result',
    ['loinc_code', 'name', 'value'],
    [text('numeric_value'), 'unit', 'reference_range', 'abnormal_flag', day('collected_on')],
  ],
  [
    'site',
    ['name', 'system_name', 'npi', 'address_line_1', 'address_line_2', 'city', 'state', 'zip'],
    ['phone', 'fax'],
  ],
  ['payor', ['name'], ['kind']],
];

function setColumns(table: string, columns: readonly string[]): string {
  const joined = columns.map(column => `coalesce(${column}, '')`).join(` || ${separator} || `);
  return `alter table ${table} alter column search_text set expression as (browse_fold(${joined}));`;
}

/**
 * Lets the search of a browse find kinds, dates, numbers, and flags too. It rewrites these tables with their
 * indexes, and locks each for that time: about two minutes for a million visits with their records.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function browse_day(value date) returns text language sql immutable parallel safe
      as $$ select lpad(extract(year from value)::text, 4, '0') || '-' || lpad(extract(month from value)::text, 2, '0')
        || '-' || lpad(extract(day from value)::text, 2, '0') $$;
    comment on function browse_day is 'a date as rows show it; unlike to_char, immutable';
    ${tables.map(([table, had, gets]) => setColumns(table, [...had, ...gets])).join('\n')}
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${tables.map(([table, had]) => setColumns(table, had)).join('\n')}
    drop function browse_day;
  `);
}
