import type { Knex } from 'knex';

/** Creates the timeline of each record request: its steps, and who moved it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table record_request_step (
      uid uuid not null constraint record_request_step_pkey primary key,
      record_request_uid uuid not null constraint record_request_step_request_fk references record_request (uid),
      sequence bigint not null,
      status text not null,
      reason text,
      actor jsonb not null,
      created_at timestamptz not null,
      constraint record_request_step_sequence_key unique (record_request_uid, sequence)
    );
    create index record_request_step_created_at_idx on record_request_step (record_request_uid, created_at, uid);
    comment on table record_request_step is 'append-only: the application role may insert and read, nothing else';
    comment on column record_request_step.sequence is 'of the move, as the request counts them; 0 is its creation';
    comment on column record_request_step.reason is 'why, for the customer to read';
    grant select, insert on record_request_step to recordwell_app;

    insert into record_request_step
      select gen_random_uuid(), r.uid, 0, 'Submitted', null,
        case when u.uid is null then '{"kind":"service","id":"recordwell","name":"recordwell"}'::jsonb
          else jsonb_build_object('kind', 'user', 'id', u.uid, 'name', u.name) end,
        r.created_at
      from record_request r left join app_user u on u.uid = r.created_by_user_uid;
    insert into record_request_step
      select gen_random_uuid(), uid, sequence, status, 'What came before was not kept.',
        '{"kind":"service","id":"recordwell","name":"recordwell"}', updated_at
      from record_request where sequence > 0;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table record_request_step');
}
