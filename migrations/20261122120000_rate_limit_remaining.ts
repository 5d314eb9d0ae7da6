import type { Knex } from 'knex';

const comment =
  'takes a place if fewer than at_most were taken within the window; tells when it was taken, or after what time one is free';

/**
 * Makes each call return how many calls are left and when the next one is free again, for the headers
 * `RateLimit-*`. Counting the window at each call would cost in proportion to the limit, so the oldest call
 * is remembered, and advances as calls leave the window: each is passed once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table rate_limit add column oldest bigint not null default 1;
    comment on column rate_limit.oldest is 'the number of the oldest place of the window, when it was last looked at';

    drop function take_rate_limit_place(text, integer, bigint);
    create function take_rate_limit_place(counted_key text, at_most integer, window_us bigint,
        out taken_at_us bigint, out free_in_us bigint, out remaining integer, out reset_in_us bigint)
      language plpgsql as $$
    declare
      counted rate_limit%rowtype;
      at_us bigint;
      nth_last bigint;
      nth_last_at_us bigint;
      numbers bigint[];
      times bigint[];
      oldest_number bigint;
      oldest_at_us bigint;
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
        remaining := 0;
        reset_in_us := free_in_us;
        return;
      end if;
      -- The n-th last and all before it have left the window. After a silence, all have.
      oldest_number := case
        when counted.last_taken_at_us <= at_us - window_us then counted.taken + 1
        else greatest(counted.oldest, nth_last + 1) end;
      loop
        oldest_at_us := null;
        exit when oldest_number > counted.taken;
        select p.taken_at_us into oldest_at_us from rate_limit_place p
          where rate_limit_id = counted.id and slot = oldest_number % counted.slots and number = oldest_number;
        exit when oldest_at_us > at_us - window_us;
        oldest_number := oldest_number + 1;
      end loop;
      update rate_limit set taken = counted.taken + 1, last_taken_at_us = at_us, oldest = oldest_number
        where id = counted.id;
      update rate_limit_place set number = counted.taken + 1, taken_at_us = at_us
        where rate_limit_id = counted.id and slot = (counted.taken + 1) % counted.slots;
      if not found then
        insert into rate_limit_place (rate_limit_id, slot, number, taken_at_us)
          values (counted.id, (counted.taken + 1) % counted.slots, counted.taken + 1, at_us);
      end if;
      taken_at_us := at_us;
      remaining := at_most - (counted.taken + 2 - oldest_number);
      reset_in_us := coalesce(oldest_at_us, at_us) + window_us - at_us;
    end $$;
    comment on function take_rate_limit_place(text, integer, bigint) is
      '${comment}; how many are left, and after what time the oldest one leaves the window';
    revoke execute on function take_rate_limit_place(text, integer, bigint) from public;
    grant execute on function take_rate_limit_place(text, integer, bigint) to recordwell_app;
  `);
}

/** Restores the previous function. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function take_rate_limit_place(text, integer, bigint);
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
    comment on function take_rate_limit_place(text, integer, bigint) is '${comment}';
    revoke execute on function take_rate_limit_place(text, integer, bigint) from public;
    grant execute on function take_rate_limit_place(text, integer, bigint) to recordwell_app;
    alter table rate_limit drop column oldest;
  `);
}
