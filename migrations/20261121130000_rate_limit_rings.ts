import type { Knex } from 'knex';

/**
 * Stores the exact rolling window as a ring of small rows, so that a decision costs the same for any limit.
 * Previously one row held all times of a key and was rewritten by every call, which at 600 cost ten times as
 * much as a read. It only covers a minute, so nothing is carried over: the limits start over, as after a
 * crash.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table rate_limit;

    create unlogged table rate_limit (
      id bigint generated always as identity constraint rate_limit_pkey primary key,
      key text not null constraint rate_limit_key_key unique,
      taken bigint not null,
      slots integer not null,
      last_taken_at_us bigint not null
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
    comment on table rate_limit is 'who is counted, and how often they were let in; unlogged: a crash of the database forgets them';
    comment on column rate_limit.taken is 'the number of the last place that was taken, counted from 1';
    comment on column rate_limit.slots is 'the size of the ring: the largest limit that was asked for';

    create unlogged table rate_limit_place (
      rate_limit_id bigint not null,
      slot integer not null,
      number bigint not null,
      taken_at_us bigint not null,
      constraint rate_limit_place_pkey primary key (rate_limit_id, slot)
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
    comment on table rate_limit_place is 'the ring of the last places of a key: place n lies in slot n mod slots, until a later one takes it';

    create function take_rate_limit_place(counted_key text, at_most integer, window_us bigint,
        out taken_at_us bigint, out free_in_us bigint)
      language plpgsql as $$
    declare
      counted rate_limit%rowtype;
      at_us bigint;
      nth_last bigint;
      nth_last_at_us bigint;
      numbers bigint[];
      times bigint[];
    begin
      -- The lock puts all callers of a key in one order. Each statement below sees what the one before has committed.
      loop
        select * into counted from rate_limit where key = counted_key for update;
        exit when found;
        insert into rate_limit (key, taken, slots, last_taken_at_us) values (counted_key, 0, at_most, 0)
          on conflict on constraint rate_limit_key_key do nothing;
      end loop;
      -- Read under the lock, and the only clock there is.
      at_us := extract(epoch from clock_timestamp()) * 1000000;
      if counted.slots < at_most then
        select array_agg(number), array_agg(p.taken_at_us) into numbers, times
          from rate_limit_place p where rate_limit_id = counted.id;
        delete from rate_limit_place where rate_limit_id = counted.id;
        insert into rate_limit_place (rate_limit_id, slot, number, taken_at_us)
          select counted.id, n % at_most, n, t from unnest(numbers, times) as known(n, t);
        update rate_limit set slots = at_most where id = counted.id;
        counted.slots := at_most;
      end if;
      nth_last := counted.taken - at_most + 1;
      select p.taken_at_us into nth_last_at_us from rate_limit_place p
        where rate_limit_id = counted.id and slot = nth_last % counted.slots and number = nth_last;
      if nth_last_at_us > at_us - window_us then
        free_in_us := nth_last_at_us + window_us - at_us;
        return;
      end if;
      update rate_limit set taken = counted.taken + 1, last_taken_at_us = at_us where id = counted.id;
      update rate_limit_place set number = counted.taken + 1, taken_at_us = at_us
        where rate_limit_id = counted.id and slot = (counted.taken + 1) % counted.slots;
      if not found then
        insert into rate_limit_place (rate_limit_id, slot, number, taken_at_us)
          values (counted.id, (counted.taken + 1) % counted.slots, counted.taken + 1, at_us);
      end if;
      taken_at_us := at_us;
    end $$;
    comment on function take_rate_limit_place(text, integer, bigint) is
      'takes a place if fewer than at_most were taken within the window; tells when it was taken, or after what time one is free';
    revoke execute on function take_rate_limit_place(text, integer, bigint) from public;
    grant execute on function take_rate_limit_place(text, integer, bigint) to recordwell_app;
    grant select, insert, update, delete on rate_limit, rate_limit_place to recordwell_app;
  `);
}

/** Restores the previous row. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function take_rate_limit_place(text, integer, bigint);
    drop table rate_limit_place, rate_limit;
    create unlogged table rate_limit (
      key text not null constraint rate_limit_pkey primary key,
      hits bigint[] not null
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
    comment on table rate_limit is 'the last accepted times per key, in microseconds; unlogged: a crash of the database forgets them';
    grant select, insert, update, delete on rate_limit to recordwell_app;
  `);
}
