import type { Knex } from 'knex';

const deliveryColumns = `uid, endpoint_uid, event_id, event_uid, event_type, company_uid, record_uid, status, is_released, body,
  attempts, last_http_status, created_at, updated_at`;
const attemptColumns = 'delivery_uid, number, started_at, ended_at, http_status, failure, duration_ms';

/**
 * Partitions the delivery log by month, with the receivers' responses. A delivery's uid starts with the
 * milliseconds of its event, which determine the month, so that the uid alone stays the key and finds its
 * partition.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_attempt drop constraint webhook_attempt_delivery_fk, drop constraint webhook_attempt_pkey;
    alter table webhook_delivery drop constraint webhook_delivery_endpoint_event_key, drop constraint webhook_delivery_pkey,
      drop constraint webhook_delivery_endpoint_fk, drop constraint webhook_delivery_status_check;
    drop index webhook_delivery_record_idx, webhook_delivery_held_idx, webhook_delivery_endpoint_created_at_idx;
    alter table webhook_attempt rename to webhook_attempt_flat;
    alter table webhook_delivery rename to webhook_delivery_flat;

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
      last_failure text,
      expunged_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint webhook_delivery_endpoint_event_key unique (endpoint_uid, event_uid, uid),
      constraint webhook_delivery_status_check check (status in ('pending', 'succeeded', 'failed', 'abandoned'))
    ) partition by range (uid);
    create index webhook_delivery_record_idx on webhook_delivery (endpoint_uid, record_uid, event_id);
    create index webhook_delivery_held_idx on webhook_delivery (event_id) where not is_released;
    create index webhook_delivery_company_endpoint_idx on webhook_delivery (company_uid, endpoint_uid, uid);
    create index webhook_delivery_company_idx on webhook_delivery (company_uid, uid);
    create index webhook_delivery_company_status_idx on webhook_delivery (company_uid, status, uid);
    create index webhook_delivery_company_http_status_idx on webhook_delivery (company_uid, last_http_status, uid);
    create index webhook_delivery_company_event_idx on webhook_delivery (company_uid, event_type, uid);
    create index webhook_delivery_company_record_idx on webhook_delivery (company_uid, record_uid, uid);
    create table webhook_delivery_default partition of webhook_delivery default;
    comment on table webhook_delivery is 'by month: uid begins with the milliseconds of the event, and is made of endpoint and event, so that it is one for both';
    comment on column webhook_delivery.is_released is
      'false: waits for the first attempt of the event before it on the same record, so that events of one record arrive in order';
    comment on column webhook_delivery.expunged_at is 'when its body and what receivers answered were removed for good';
    comment on constraint webhook_delivery_endpoint_event_key on webhook_delivery is 'named by the release before';

    create table webhook_attempt (
      delivery_uid uuid not null,
      number integer not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      http_status integer,
      failure text,
      failure_detail text,
      duration_ms integer,
      response_headers jsonb,
      response_body bytea,
      constraint webhook_attempt_pkey primary key (delivery_uid, number)
    ) partition by range (delivery_uid);
    create table webhook_attempt_default partition of webhook_attempt default;
    comment on table webhook_attempt is 'written before the POST leaves; a row without an end is an attempt whose worker died';
    comment on column webhook_attempt.response_headers is 'those of an allow-list';
    comment on column webhook_attempt.response_body is 'its first 4 KiB; a receiver may have put patient data there';

    insert into webhook_delivery (${deliveryColumns}) select ${deliveryColumns} from webhook_delivery_flat;
    insert into webhook_attempt (${attemptColumns}) select ${attemptColumns} from webhook_attempt_flat;
    drop table webhook_attempt_flat, webhook_delivery_flat;
    grant select, insert, update, delete on webhook_delivery, webhook_attempt to recordwell_app;

    create function first_uid_of(instant timestamptz) returns uuid language sql immutable parallel safe as $$
      select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
    $$;
    comment on function first_uid_of(timestamptz) is 'before every uid (version 7) that was made at the instant or later';

    create function ensure_webhook_partitions(months_ahead integer) returns integer
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      month date;
      parent text;
      key text;
      partition text;
      starts_at uuid;
      ends_at uuid;
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('webhook partitions'));
      for i in 0..least(greatest(months_ahead, 0), 24) loop
        month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => i);
        starts_at := first_uid_of(month::timestamp at time zone 'UTC');
        ends_at := first_uid_of((month + interval '1 month') at time zone 'UTC');
        foreach parent in array array['webhook_delivery', 'webhook_attempt'] loop
          key := case parent when 'webhook_delivery' then 'uid' else 'delivery_uid' end;
          partition := parent || '_' || to_char(month, 'YYYY_MM');
          if to_regclass(partition) is null then
            -- Rows of a month that nobody prepared are in the default partition, and would forbid its own for ever.
            execute format('lock table %I in access exclusive mode', parent || '_default');
            execute format('create table %I (like %I including constraints including defaults)', partition, parent);
            execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
              parent || '_default', key, starts_at, key, ends_at, partition);
            execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, starts_at, ends_at);
            made := made + 1;
          end if;
        end loop;
      end loop;
      return made;
    end $$;
    comment on function ensure_webhook_partitions(integer) is
      'makes the monthly partitions of the delivery log ahead of time; runs as the owner, so that the application role need not own them';

    create function drop_webhook_partitions(before timestamptz) returns integer
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      partition text;
      dropped integer := 0;
    begin
      if before > now() - interval '7 days' then
        raise exception 'deliveries of the last seven days are not dropped';
      end if;
      perform pg_advisory_xact_lock(hashtext('webhook partitions'));
      for partition in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('webhook_delivery'::regclass, 'webhook_attempt'::regclass) and c.relname ~ '_\\d{4}_\\d{2}$'
          and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC'
      loop
        execute format('drop table %I', partition);
        dropped := dropped + 1;
      end loop;
      delete from webhook_attempt_default where delivery_uid < first_uid_of(before);
      delete from webhook_delivery_default where uid < first_uid_of(before);
      return dropped;
    end $$;
    comment on function drop_webhook_partitions(timestamptz) is
      'drops the months of the delivery log that ended before; runs as the owner, so that the application role need not own them';
    revoke execute on function ensure_webhook_partitions(integer), drop_webhook_partitions(timestamptz) from public;
    grant execute on function ensure_webhook_partitions(integer), drop_webhook_partitions(timestamptz) to recordwell_app;
  `);
}

/** Reverts it; receivers' responses are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_delivery rename to webhook_delivery_months;
    alter table webhook_attempt rename to webhook_attempt_months;
    alter index webhook_delivery_pkey rename to webhook_delivery_months_pkey;
    alter index webhook_attempt_pkey rename to webhook_attempt_months_pkey;
    alter index webhook_delivery_endpoint_event_key rename to webhook_delivery_months_key;
    drop index webhook_delivery_record_idx, webhook_delivery_held_idx;
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
    insert into webhook_delivery (${deliveryColumns}) select ${deliveryColumns} from webhook_delivery_months;
    insert into webhook_attempt (${attemptColumns}) select ${attemptColumns} from webhook_attempt_months;
    drop table webhook_attempt_months, webhook_delivery_months;
    drop function drop_webhook_partitions(timestamptz), ensure_webhook_partitions(integer), first_uid_of(timestamptz);
    grant select, insert, update, delete on webhook_delivery, webhook_attempt to recordwell_app;
  `);
}
