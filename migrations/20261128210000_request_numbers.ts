import type { Knex } from 'knex';

/**
 * Gives record requests a number that people can say on the phone and write on a fax: nine random digits and a
 * check digit (Luhn), so that a number with one wrong digit is never another request's.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function new_request_number() returns text language plpgsql volatile as $$
    declare
      digits text;
      total integer;
      candidate text;
    begin
      loop
        digits := lpad(floor(random() * 1000000000)::bigint::text, 9, '0');
        select sum(case when place % 2 = 0 then digit
            when digit > 4 then digit * 2 - 9 else digit * 2 end) into total
          from generate_series(1, 9) place, lateral (select substr(digits, place, 1)::integer as digit) d;
        candidate := 'RR-' || substr(digits, 1, 3) || '-' || substr(digits, 4, 3) || '-'
          || substr(digits, 7, 3) || (10 - total % 10) % 10;
        exit when not exists (select 1 from record_request where request_number = candidate);
      end loop;
      return candidate;
    end $$;
    comment on function new_request_number() is
      'a number that no record request has: nine random digits and their check digit (Luhn)';
    revoke execute on function new_request_number() from public;
    grant execute on function new_request_number() to recordwell_app;
    alter table record_request add column request_number text;
    create unique index record_request_number_key on record_request (request_number);
    update record_request set request_number = new_request_number();
    alter table record_request alter column request_number set default new_request_number();
    alter table record_request alter column request_number set not null;
    alter table record_request add constraint record_request_number_check
      check (request_number ~ '^RR-[0-9]{3}-[0-9]{3}-[0-9]{4}$');
    comment on column record_request.request_number is
      'what people call the request by: on letters to facilities, in the console, and at the desk';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table record_request drop column request_number;
    drop function new_request_number();
  `);
}
