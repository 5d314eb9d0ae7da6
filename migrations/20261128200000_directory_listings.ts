import type { Knex } from 'knex';

/** Remembers how new the content of the directory is where NPPES itself gives no date. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table directory_listing (
      npi text not null,
      kind text not null constraint directory_listing_kind_check check (kind in ('location', 'name', 'endpoint')),
      listed_on date,
      import_uid uuid,
      constraint directory_listing_pkey primary key (npi, kind)
    );
    comment on table directory_listing is 'how new the other locations, names, or endpoints of an organization are: their files have no dates';
    comment on column directory_listing.listed_on is 'the date of the newest file that listed them; null if it has none';
    comment on column directory_listing.import_uid is 'the import of that file, whose other lines belong to it';
    grant select, insert, update on directory_listing to recordwell_app;

    create table directory_deactivation (
      npi text not null constraint directory_deactivation_pkey primary key,
      deactivated_on date not null
    );
    comment on table directory_deactivation is 'NPIs that were deactivated before the directory had them, so that an older file doesn''t bring them in';
    grant select, insert, update on directory_deactivation to recordwell_app;

    insert into directory_listing (npi, kind, listed_on)
    select m.npi, other.kind, m.updated_on
    from directory_site m
    join (
      select distinct npi, 'location' as kind from directory_site where place <> ''
      union all select distinct npi, 'name' from directory_name
      union all select distinct npi, 'endpoint' from directory_endpoint
    ) as other on other.npi = m.npi
    where m.place = '';
  `);
}

/** Removes it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table directory_deactivation, directory_listing');
}
