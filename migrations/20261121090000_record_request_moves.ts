import type { Knex } from 'knex';

/** Says what counts a record request up: every move, whoever made it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `comment on column record_request.sequence is 'counts the moves of the request: a write on the strength of a lower number comes too late and changes nothing'`,
  );
}

/** Takes the step back. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `comment on column record_request.sequence is 'owned by the workflow: a write with a lower number comes too late and changes nothing'`,
  );
}
