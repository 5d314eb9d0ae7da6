import type { Knex } from 'knex';

const outcomeCheck = (outcomes: string): string => `
  alter table desk_bulk_item drop constraint desk_bulk_item_outcome_check,
    add constraint desk_bulk_item_outcome_check check (outcome in (${outcomes}));`;

/** Counts how often an item of a bulk action failed, so that it is given up after a number of tries. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table desk_bulk_item add column tries integer not null default 0;
    comment on column desk_bulk_item.tries is 'how often it failed because of a fault of ours';
    ${outcomeCheck("'waiting', 'done', 'refused', 'gone', 'failed'")}
  `);
}

/** Drops the count; items that were given up become refused. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update desk_bulk_item set outcome = 'refused' where outcome = 'failed';
    ${outcomeCheck("'waiting', 'done', 'refused', 'gone'")}
    alter table desk_bulk_item drop column tries;
  `);
}
