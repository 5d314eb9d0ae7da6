import type { Knex } from 'knex';

/** The columns that find and show a facility of the directory; the staging table has the same. */
const facility = `
  npi text not null,
  place text not null,
  is_synthetic boolean not null,
  name text not null,
  match_name text not null,
  system_name text,
  address_line_1 text not null,
  match_line text not null,
  address_line_2 text,
  city text not null,
  match_city text not null,
  state text not null,
  zip text not null,
  zip_5 text not null,
  phone text,
  fax text,
  updated_on date`;

/** Creates the provider's own directory of facilities, as published by NPPES. Customers can't write to it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table directory_site (
      uid uuid not null constraint directory_site_pkey primary key,
      ${facility},
      deactivated_on date,
      constraint directory_site_npi_place_key unique (npi, place)
    );
    create index directory_site_zip_5_match_line_idx on directory_site (zip_5, match_line);
    create index directory_site_state_match_city_idx on directory_site (state, match_city);
    create index directory_site_match_name_idx on directory_site using gin (match_name gin_trgm_ops);
    comment on table directory_site is 'a place where an organisation practises; the same for all, and read by no customer';
    comment on column directory_site.place is 'empty for the main practice location, else what a secondary one is told by';
    comment on column directory_site.match_name is 'without its spelling, as matching compares it; so are the other match_ columns';
    comment on column directory_site.is_synthetic is 'made up: found on sandbox alone';
    comment on column directory_site.updated_on is 'when NPPES changed it last; an older file does not change it back';
    comment on column directory_site.deactivated_on is 'no longer found, and kept: what was asked there stays explained';

    create unlogged table directory_staging (${facility},
      constraint directory_staging_pkey primary key (npi, place)
    );
    comment on table directory_staging is 'rows of a file on their way into the directory; empty between transactions';

    create function empty_directory_staging() returns void language sql security definer set search_path = public, pg_temp
      as $$ truncate directory_staging $$;
    comment on function empty_directory_staging is 'the application may truncate no table; emptied row by row, this one would grow with every part of a file';
    revoke execute on function empty_directory_staging() from public;
    grant execute on function empty_directory_staging() to recordwell_app;

    create table directory_name (
      npi text not null,
      match_name text not null,
      name text not null,
      constraint directory_name_pkey primary key (npi, match_name)
    );
    comment on table directory_name is 'the other names of an organisation: what it does business as, what it was called';

    create table directory_endpoint (
      npi text not null,
      key_hash bytea not null,
      kind text not null,
      address text not null,
      use text,
      content text,
      constraint directory_endpoint_pkey primary key (npi, key_hash)
    );
    comment on table directory_endpoint is 'where an organisation takes electronic messages, as NPPES publishes it';

    alter table site
      add column directory_site_uid uuid constraint site_directory_site_fk references directory_site (uid),
      add constraint site_tenant_directory_site_key unique (company_uid, environment, directory_site_uid),
      add constraint site_directory_check check ((standing = 'directory') = (directory_site_uid is not null and stands_for_uid is null)),
      add constraint site_identity_check check (key_hash is not null or directory_site_uid is not null);
    create index site_directory_site_idx on site (directory_site_uid) where directory_site_uid is not null;

    grant select, insert, update, delete on directory_site, directory_name, directory_endpoint to recordwell_app;
    grant select, insert on directory_staging to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table site drop constraint site_identity_check, drop constraint site_directory_check,
      drop column directory_site_uid;
    drop function empty_directory_staging;
    drop table directory_endpoint, directory_name, directory_staging, directory_site;
  `);
}
