import type { Knex } from 'knex';

/**
 * Creates companies, users, roles, keys, projects, the limiter's log, idempotency keys, and the audit log.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'recordwell_app') then
        raise exception 'the role recordwell_app does not exist; create it first: create role recordwell_app login password ''…''';
      end if;
    end $$;

    create table company (
      uid uuid not null constraint company_pkey primary key,
      id text not null constraint company_id_key unique,
      name text not null,
      created_at timestamptz not null,
      constraint company_id_check check (id ~ '^[A-Za-z0-9._~-]{1,64}$'),
      constraint company_name_check check (length(name) between 1 and 200)
    );

    create table company_feature (
      company_uid uuid not null constraint company_feature_company_fk references company (uid),
      feature text not null,
      approved_at timestamptz not null,
      constraint company_feature_pkey primary key (company_uid, feature),
      constraint company_feature_feature_check
        check (feature in ('ehrSearch', 'patientHistories', 'authorizationPdf', 'ial2Tokens'))
    );

    create table app_user (
      uid uuid not null constraint app_user_pkey primary key,
      email text not null,
      name text not null,
      created_at timestamptz not null,
      deleted_at timestamptz,
      constraint app_user_email_check check (length(email) between 3 and 254),
      constraint app_user_name_check check (length(name) between 1 and 200)
    );
    create unique index app_user_email_key on app_user (lower(email)) where deleted_at is null;

    create table role (
      uid uuid not null constraint role_pkey primary key,
      company_uid uuid constraint role_company_fk references company (uid),
      name text not null,
      created_at timestamptz not null,
      constraint role_name_check check (length(name) between 1 and 100)
    );
    create unique index role_name_key on role (coalesce(company_uid, '00000000-0000-0000-0000-000000000000'), name);
    comment on column role.company_uid is 'null: a role that every company has';

    create table role_permission (
      role_uid uuid not null constraint role_permission_role_fk references role (uid) on delete cascade,
      permission text not null,
      constraint role_permission_pkey primary key (role_uid, permission)
    );

    create table project (
      uid uuid not null constraint project_pkey primary key,
      company_uid uuid not null constraint project_company_fk references company (uid),
      id text not null,
      name text not null,
      status text not null,
      purpose text not null,
      authorization_method text not null,
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint project_company_id_key unique (company_uid, id),
      constraint project_id_check check (id ~ '^[A-Za-z0-9._~-]{1,64}$'),
      constraint project_name_check check (length(name) between 1 and 200),
      constraint project_status_check check (status in ('Sandbox', 'Live', 'Closed')),
      constraint project_purpose_check check (purpose in ('IndividualAccess', 'Insurance', 'Legal', 'Research',
        'CoveredOperations', 'CoveredPayment', 'CoveredTreatment')),
      constraint project_authorization_method_check check (authorization_method in ('authorizationPdf', 'ial2Tokens'))
    );

    create table membership (
      uid uuid not null constraint membership_pkey primary key,
      company_uid uuid not null constraint membership_company_fk references company (uid),
      user_uid uuid not null constraint membership_user_fk references app_user (uid),
      role_uid uuid constraint membership_role_fk references role (uid),
      sees_all_projects boolean not null,
      created_at timestamptz not null,
      constraint membership_company_user_key unique (company_uid, user_uid)
    );
    create index membership_user_idx on membership (user_uid);

    create table membership_project (
      membership_uid uuid not null constraint membership_project_membership_fk references membership (uid) on delete cascade,
      project_uid uuid not null constraint membership_project_project_fk references project (uid),
      constraint membership_project_pkey primary key (membership_uid, project_uid)
    );
    comment on table membership_project is 'the projects a member sees who does not see all of them';

    create table api_key (
      uid uuid not null constraint api_key_pkey primary key,
      membership_uid uuid not null constraint api_key_membership_fk references membership (uid),
      environment text not null,
      fingerprint bytea not null constraint api_key_fingerprint_key unique,
      last_four text not null,
      created_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz,
      constraint api_key_environment_check check (environment in ('production', 'sandbox')),
      constraint api_key_fingerprint_check check (length(fingerprint) = 32)
    );
    create unique index api_key_membership_environment_key on api_key (membership_uid, environment) where revoked_at is null;
    comment on column api_key.fingerprint is 'HMAC-SHA256 of the key; the key itself is stored nowhere';

    create table idempotency_key (
      company_uid uuid not null constraint idempotency_key_company_fk references company (uid),
      environment text not null,
      key text not null,
      request_hash bytea not null,
      claimed_at timestamptz not null,
      response_status integer,
      response_headers jsonb,
      response_body bytea,
      constraint idempotency_key_pkey primary key (company_uid, environment, key),
      constraint idempotency_key_key_check check (length(key) between 1 and 255)
    );
    create index idempotency_key_claimed_at_idx on idempotency_key (claimed_at);

    create unlogged table rate_limit (
      key text not null constraint rate_limit_pkey primary key,
      hits bigint[] not null
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
    comment on table rate_limit is 'the last accepted times per key, in microseconds; unlogged: a crash of the database forgets them';

    create table audit_event (
      uid uuid not null,
      occurred_at timestamptz not null,
      company_uid uuid,
      actor_kind text not null,
      actor_uid uuid,
      actor_name text,
      key_uid uuid,
      event text not null,
      resource_kind text,
      resource_uid uuid,
      outcome text not null,
      problem text,
      request_id text,
      constraint audit_event_pkey primary key (occurred_at, uid),
      constraint audit_event_actor_kind_check check (actor_kind in ('key', 'operator', 'service', 'embed')),
      constraint audit_event_outcome_check check (outcome in ('success', 'refused', 'failed'))
    ) partition by range (occurred_at);
    create index audit_event_company_idx on audit_event (company_uid, occurred_at);
    create index audit_event_resource_idx on audit_event (resource_uid, occurred_at);
    create table audit_event_default partition of audit_event default;
    comment on table audit_event is 'append-only: the application role may insert and read, nothing else';

    create function ensure_audit_partitions(months_ahead integer) returns integer
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      month date;
      partition text;
      starts_at timestamptz;
      ends_at timestamptz;
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('ensure_audit_partitions'));
      for i in 0..least(greatest(months_ahead, 0), 24) loop
        month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => i);
        partition := 'audit_event_' || to_char(month, 'YYYY_MM');
        if to_regclass(partition) is null then
          starts_at := month::timestamp at time zone 'UTC';
          ends_at := (month + interval '1 month') at time zone 'UTC';
          -- Rows of a month that nobody prepared are in the default partition, and would forbid its own for ever.
          lock table audit_event_default in access exclusive mode;
          execute format('create table %I (like audit_event including constraints)', partition);
          execute format('with moved as (delete from audit_event_default where occurred_at >= %L and occurred_at < %L returning *)
            insert into %I select * from moved', starts_at, ends_at, partition);
          execute format('alter table audit_event attach partition %I for values from (%L) to (%L)',
            partition, starts_at, ends_at);
          made := made + 1;
        end if;
      end loop;
      return made;
    end $$;
    comment on function ensure_audit_partitions(integer) is
      'makes the monthly partitions of the audit trail ahead of time; runs as the owner, so that the application role need not own them';
    revoke execute on function ensure_audit_partitions(integer) from public;
    grant execute on function ensure_audit_partitions(integer) to recordwell_app;

    insert into role (uid, company_uid, name, created_at) values
      ('00000000-0000-7000-8000-000000000001', null, 'Administrator', now()),
      ('00000000-0000-7000-8000-000000000002', null, 'Member', now()),
      ('00000000-0000-7000-8000-000000000003', null, 'Viewer', now());
    insert into role_permission (role_uid, permission)
      select '00000000-0000-7000-8000-000000000001'::uuid, unnest(array['ManageWebhooks', 'ManageNotifications',
        'ConfigureFollowUpNotifications', 'ViewRecordRequests', 'UploadProviderPacket', 'ViewProjects', 'ManageProjects',
        'ViewPatients', 'ManagePatients', 'DecideAuthorizations', 'ViewClinicalData', 'ManageRecordRequests',
        'DeleteFiles', 'UseAuthCheck', 'UseSiteFinder', 'ManageMembers'])
      union all
      select '00000000-0000-7000-8000-000000000002'::uuid, unnest(array['ManageWebhooks', 'ManageNotifications',
        'ConfigureFollowUpNotifications', 'ViewRecordRequests', 'UploadProviderPacket', 'ViewProjects', 'ViewPatients',
        'ManagePatients', 'ViewClinicalData', 'ManageRecordRequests', 'UseAuthCheck', 'UseSiteFinder'])
      union all
      select '00000000-0000-7000-8000-000000000003'::uuid, unnest(array['ViewRecordRequests', 'ViewProjects', 'ViewPatients',
        'ViewClinicalData', 'ManageNotifications']);

    grant usage on schema public to recordwell_app;
    grant select, insert, update, delete on company, company_feature, app_user, role, role_permission, project,
      membership, membership_project, api_key, idempotency_key, rate_limit to recordwell_app;
    grant select, insert on audit_event to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function ensure_audit_partitions(integer);
    drop table audit_event, rate_limit, idempotency_key, api_key, membership_project, membership, project,
      role_permission, role, app_user, company_feature, company;
  `);
}
