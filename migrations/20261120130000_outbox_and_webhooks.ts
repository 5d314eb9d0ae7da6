import type { Knex } from 'knex';

/** Creates the outbox (commands and events) and webhook endpoints, deliveries, and attempts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outbox_command (
      id bigint generated always as identity constraint outbox_command_pkey primary key,
      dedupe_key text not null constraint outbox_command_dedupe_key_key unique,
      workflow_type text not null,
      workflow_id text not null,
      signal text,
      args jsonb not null,
      search_attributes jsonb not null,
      created_at timestamptz not null,
      due_at timestamptz not null,
      attempts integer not null default 0,
      sent_at timestamptz,
      last_fault text
    );
    create index outbox_command_unsent_idx on outbox_command (id) where sent_at is null;
    create index outbox_command_unsent_workflow_idx on outbox_command (workflow_id, id) where sent_at is null;
    create index outbox_command_sent_at_idx on outbox_command (sent_at) where sent_at is not null;
    comment on table outbox_command is 'starts and signals on their way to Temporal; sent in order per workflow, at least once';
    comment on column outbox_command.due_at is 'when a sender may take the row; one that took it moves it ahead by its lease';

    create table outbox_event (
      id bigint generated always as identity constraint outbox_event_pkey primary key,
      uid uuid not null constraint outbox_event_uid_key unique,
      event_type text not null,
      company_uid uuid not null,
      project_uid uuid not null,
      patient_uid uuid,
      record_kind text not null,
      record_uid uuid not null,
      tracked_by_user_uid uuid,
      is_sandbox boolean not null,
      changed text[] not null,
      emitted_at timestamptz not null,
      fanned_out_at timestamptz
    );
    create index outbox_event_waiting_idx on outbox_event (id) where fanned_out_at is null;
    create index outbox_event_company_idx on outbox_event (company_uid, emitted_at);
    comment on table outbox_event is 'what happened, to be fanned out to webhook endpoints; ids only, the payload is built from the state at that time';

    create table webhook_endpoint (
      uid uuid not null constraint webhook_endpoint_pkey primary key,
      company_uid uuid not null constraint webhook_endpoint_company_fk references company (uid),
      owner_membership_uid uuid not null constraint webhook_endpoint_owner_fk references membership (uid),
      owner_user_uid uuid not null constraint webhook_endpoint_owner_user_fk references app_user (uid),
      url text not null,
      environment text not null,
      event_types text[] not null,
      has_all_projects boolean not null,
      is_tracked_only boolean not null,
      custom_headers jsonb not null default '{}',
      secret uuid not null,
      previous_secret uuid,
      previous_secret_until timestamptz,
      consecutive_failures integer not null default 0,
      disabled_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint webhook_endpoint_environment_check check (environment in ('production', 'sandbox')),
      constraint webhook_endpoint_url_check check (length(url) <= 2048)
    );
    create index webhook_endpoint_company_idx on webhook_endpoint (company_uid);

    create table webhook_endpoint_project (
      endpoint_uid uuid not null constraint webhook_endpoint_project_endpoint_fk references webhook_endpoint (uid) on delete cascade,
      project_uid uuid not null constraint webhook_endpoint_project_project_fk references project (uid),
      constraint webhook_endpoint_project_pkey primary key (endpoint_uid, project_uid)
    );

    create table webhook_delivery (
      uid uuid not null constraint webhook_delivery_pkey primary key,
      endpoint_uid uuid not null constraint webhook_delivery_endpoint_fk references webhook_endpoint (uid),
      event_id bigint not null,
      event_uid uuid not null,
      event_type text not null,
      company_uid uuid not null,
      record_uid uuid not null,
      status text not null,
      is_released boolean not null,
      body bytea,
      attempts integer not null default 0,
      last_http_status integer,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint webhook_delivery_endpoint_event_key unique (endpoint_uid, event_uid),
      constraint webhook_delivery_status_check check (status in ('pending', 'succeeded', 'failed', 'abandoned'))
    );
    create index webhook_delivery_record_idx on webhook_delivery (endpoint_uid, record_uid, event_id);
    create index webhook_delivery_held_idx on webhook_delivery (event_id) where not is_released;
    create index webhook_delivery_endpoint_created_at_idx on webhook_delivery (endpoint_uid, created_at);
    comment on column webhook_delivery.is_released is
      'false: waits for the first attempt of the event before it on the same record, so that events of one record arrive in order';

    create table webhook_attempt (
      delivery_uid uuid not null constraint webhook_attempt_delivery_fk references webhook_delivery (uid),
      number integer not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      http_status integer,
      failure text,
      duration_ms integer,
      constraint webhook_attempt_pkey primary key (delivery_uid, number)
    );
    comment on table webhook_attempt is 'written before the POST leaves; a row without an end is an attempt whose worker died';

    grant select, insert, update, delete on outbox_command, outbox_event, webhook_endpoint, webhook_endpoint_project,
      webhook_delivery, webhook_attempt to recordwell_app;
    grant usage on all sequences in schema public to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table webhook_attempt, webhook_delivery, webhook_endpoint_project, webhook_endpoint, outbox_event, outbox_command;
  `);
}
