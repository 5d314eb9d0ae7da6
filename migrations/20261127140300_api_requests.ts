import type { Knex } from 'knex';

/**
 * Creates the log of API requests, with a partition a day: days past their retention are dropped as a whole. A
 * day that wasn't prepared is in the default partition, so nothing is lost.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table api_request (
      uid uuid not null,
      occurred_at timestamptz not null,
      company_uid uuid not null,
      environment text not null,
      key_uid uuid not null,
      method text not null,
      path text,
      status integer not null,
      duration_ms integer not null,
      problem text,
      request_id text not null,
      constraint api_request_pkey primary key (occurred_at, uid),
      constraint api_request_environment_check check (environment in ('production', 'sandbox'))
    ) partition by range (occurred_at);
    create index api_request_company_idx on api_request (company_uid, environment, occurred_at);
    comment on column api_request.path is 'the template, never with an id; null for a path without an operation';
    create table api_request_default partition of api_request default;
    grant insert, select on api_request to recordwell_app;

    create function keep_api_request_partitions(days_ahead integer, keep_days integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      today date := (now() at time zone 'UTC')::date;
      kept integer := greatest(keep_days, 7);
      partition text;
      starts_at timestamptz;
      ends_at timestamptz;
      changed integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('keep_api_request_partitions'));
      for i in 0..least(greatest(days_ahead, 0), 31) loop
        partition := 'api_request_' || to_char(today + i, 'YYYY_MM_DD');
        if to_regclass(partition) is null then
          starts_at := (today + i)::timestamp at time zone 'UTC';
          ends_at := (today + i + 1)::timestamp at time zone 'UTC';
          -- Rows of a day that wasn't prepared are in the default partition, and would forbid its own.
          lock table api_request_default in access exclusive mode;
          execute format('create table %I (like api_request including constraints)', partition);
          execute format('with moved as (delete from api_request_default where occurred_at >= %L and occurred_at < %L returning *)
            insert into %I select * from moved', starts_at, ends_at, partition);
          execute format('alter table api_request attach partition %I for values from (%L) to (%L)',
            partition, starts_at, ends_at);
          changed := changed + 1;
        end if;
      end loop;
      for partition in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'api_request'::regclass and c.relname ~ '^api_request_[0-9]{4}_[0-9]{2}_[0-9]{2}$'
          and to_date(right(c.relname, 10), 'YYYY_MM_DD') < today - kept
      loop
        execute format('drop table %I', partition);
        changed := changed + 1;
      end loop;
      delete from api_request_default where occurred_at < now() - make_interval(days => kept);
      return changed;
    end $$;
    revoke execute on function keep_api_request_partitions(integer, integer) from public;
    grant execute on function keep_api_request_partitions(integer, integer) to recordwell_app;
  `);
}

/** Drops it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function keep_api_request_partitions(integer, integer);
    drop table api_request;
  `);
}
