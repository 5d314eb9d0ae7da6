import type { Knex } from 'knex';

/**
 * Selects every site that a tenant uses, with its new row. Production keeps the id of a row that several
 * used.
 */
const splitSites = `
  create table site_split as
    select u.site_uid as shared_uid, u.company_uid, u.environment,
      case when row_number() over (partition by u.site_uid order by u.environment, u.company_uid) = 1
        then u.site_uid else uuidv7() end as uid
    from (
      select v.site_uid, v.company_uid, p.environment from visit v join project p on p.uid = v.project_uid
      union
      select r.site_uid, r.company_uid, p.environment from record_request r join project p on p.uid = r.project_uid
    ) u;
  insert into site (uid, company_uid, environment, key_hash, name, system_name, npi, address_line_1, address_line_2,
      city, state, zip, phone, fax, created_at)
    select t.uid, t.company_uid, t.environment, s.key_hash, s.name, s.system_name, s.npi, s.address_line_1,
      s.address_line_2, s.city, s.state, s.zip, s.phone, s.fax, s.created_at
    from site_split t join site s on s.uid = t.shared_uid where t.uid <> t.shared_uid;
  update site s set company_uid = t.company_uid, environment = t.environment
    from site_split t where t.shared_uid = s.uid and t.uid = s.uid;
  update visit v set site_uid = t.uid from site_split t join project p on p.environment = t.environment
    where t.shared_uid = v.site_uid and t.company_uid = v.company_uid and p.uid = v.project_uid and t.uid <> v.site_uid;
  update record_request r set site_uid = t.uid from site_split t join project p on p.environment = t.environment
    where t.shared_uid = r.site_uid and t.company_uid = r.company_uid and p.uid = r.project_uid and t.uid <> r.site_uid;
  drop table site_split;
  delete from site where company_uid is null;`;

/**
 * Assigns each site to one company and environment: no tenant reads what another writes. Rows that several
 * used are split, and unused ones are removed. The keys ensure it for companies; for environments, which a
 * visit doesn't have, a trigger checks once per statement.
 *
 * The previous release can't create sites on this schema: it would create one for everybody. Its requests
 * that name a new one fail until it is replaced; everything else continues.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table visit drop constraint visit_site_fk;
    alter table record_request drop constraint record_request_site_fk;
    alter table site drop constraint site_key_hash_key;
    alter table site
      add column company_uid uuid constraint site_company_fk references company (uid),
      add column environment text,
      add column match_hash bytea,
      add column standing text not null default 'unverified',
      add column stands_for_uid uuid,
      add constraint site_environment_check check (environment in ('production', 'sandbox')),
      add constraint site_standing_check check (standing in ('directory', 'unverified', 'verified', 'linked', 'merged')),
      add constraint site_stands_for_check check ((stands_for_uid is not null) = (standing in ('linked', 'merged')) and stands_for_uid <> uid);
    ${splitSites}
    alter table site
      alter column company_uid set not null,
      alter column environment set not null,
      alter column key_hash drop not null,
      add constraint site_tenant_key_hash_key unique (company_uid, environment, key_hash),
      add constraint site_tenant_match_hash_key unique (company_uid, environment, match_hash),
      add constraint site_tenant_uid_key unique (company_uid, environment, uid),
      add constraint site_company_uid_key unique (company_uid, uid),
      add constraint site_stands_for_fk foreign key (company_uid, environment, stands_for_uid)
        references site (company_uid, environment, uid);
    create index site_stands_for_idx on site (stands_for_uid) where stands_for_uid is not null;
    create index site_unverified_idx on site (created_at, uid) where standing = 'unverified';
    comment on column site.key_hash is 'of the natural key as it was named; null for a row that was made of the directory';
    comment on column site.match_hash is 'of the name and address without their spelling; null where an NPI names the site';
    comment on column site.stands_for_uid is 'the site of the same tenant that this one is, as an operator said; its rows are there meanwhile';

    alter table visit
      add column named_site_uid uuid,
      add constraint visit_site_fk foreign key (company_uid, site_uid) references site (company_uid, uid),
      add constraint visit_named_site_fk foreign key (company_uid, named_site_uid) references site (company_uid, uid);
    create index visit_named_site_idx on visit (named_site_uid) where named_site_uid is not null;
    comment on column visit.named_site_uid is 'the site as it was named, where that stands for another one by now; so it can be undone';
    alter table record_request
      add column named_site_uid uuid,
      add constraint record_request_site_fk foreign key (company_uid, site_uid) references site (company_uid, uid),
      add constraint record_request_named_site_fk foreign key (company_uid, named_site_uid) references site (company_uid, uid);
    create index record_request_named_site_idx on record_request (named_site_uid) where named_site_uid is not null;
    comment on column record_request.named_site_uid is 'the site as it was named, where that stands for another one by now; so it can be undone';

    create function assert_sites_of_environment() returns trigger language plpgsql as $$
    begin
      if exists (
        select from written w join site s on s.uid = w.site_uid join project p on p.uid = w.project_uid
        where s.environment <> p.environment
      ) then
        raise exception 'a site of one environment cannot be on a row of the other'
          using errcode = 'check_violation', constraint = 'site_environment_of_project_check';
      end if;
      return null;
    end $$;
    ${['visit', 'record_request']
      .flatMap(table =>
        ['insert', 'update'].map(
          event => `create trigger ${table}_site_environment_${event} after ${event} on ${table}
            referencing new table as written for each statement execute function assert_sites_of_environment();`,
        ),
      )
      .join('\n')}

    grant select (company_uid, environment) on site to recordwell_browse;
  `);
}

/** Reverts it; fails if tenants have sites with the same key by then. For tests of the migration. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke select (company_uid, environment) on site from recordwell_browse;
    ${['visit', 'record_request']
      .flatMap(table =>
        ['insert', 'update'].map(event => `drop trigger ${table}_site_environment_${event} on ${table};`),
      )
      .join('\n')}
    drop function assert_sites_of_environment;
    alter table record_request drop constraint record_request_site_fk, drop column named_site_uid;
    alter table visit drop constraint visit_site_fk, drop column named_site_uid;
    comment on column site.key_hash is null;
    alter table site
      drop constraint site_stands_for_fk, drop constraint site_tenant_key_hash_key, drop constraint site_tenant_match_hash_key,
      drop constraint site_tenant_uid_key, drop constraint site_company_uid_key,
      drop column company_uid, drop column environment, drop column match_hash, drop column standing,
      drop column stands_for_uid, alter column key_hash set not null,
      add constraint site_key_hash_key unique (key_hash);
    alter table visit add constraint visit_site_fk foreign key (site_uid) references site (uid);
    alter table record_request add constraint record_request_site_fk foreign key (site_uid) references site (uid);
  `);
}
