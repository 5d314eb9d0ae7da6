import type { Knex } from 'knex';

/** Documents what increases a record request's sequence: every move, whoever makes it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `comment on column record_request.sequence is 'counts the moves of the request: a write on the strength of a lower number comes too late and changes nothing'`,
  );
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `comment on column record_request.sequence is 'owned by the workflow: a write with a lower number comes too late and changes nothing'`,
  );
}
