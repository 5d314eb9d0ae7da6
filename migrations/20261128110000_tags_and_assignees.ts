import type { Knex } from 'knex';

/** Creates the tags of record requests, their assignees, and the indexes of the list that shows them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table request_tag (
      uid uuid not null constraint request_tag_pkey primary key,
      company_uid uuid not null constraint request_tag_company_fk references company (uid),
      environment text not null constraint request_tag_environment_check
        check (environment in ('sandbox', 'production')),
      name text not null constraint request_tag_name_check check (length(name) between 1 and 40),
      key text not null,
      created_at timestamptz not null,
      constraint request_tag_company_environment_key unique (company_uid, environment, key)
    );
    comment on table request_tag is 'the tags that record requests of a company have now';
    comment on column request_tag.key is 'the name in lower case: tags that differ only in case are one tag';
    grant select, insert, delete on request_tag to recordwell_app;

    create table record_request_tag (
      record_request_uid uuid not null constraint record_request_tag_request_fk references record_request (uid),
      tag_uid uuid not null constraint record_request_tag_tag_fk references request_tag (uid),
      project_uid uuid not null constraint record_request_tag_project_fk references project (uid),
      constraint record_request_tag_pkey primary key (record_request_uid, tag_uid)
    );
    create index record_request_tag_tag_idx on record_request_tag (tag_uid, project_uid, record_request_uid);
    grant select, insert, delete on record_request_tag to recordwell_app;

    alter table record_request add column assignee_membership_uid uuid
      constraint record_request_assignee_fk references membership (uid);
    comment on column record_request.assignee_membership_uid is
      'who works on it; counts while this member sees it. Not part of the API, so the version stays';
    create index record_request_assignee_idx
      on record_request (project_uid, assignee_membership_uid, created_at, uid)
      where assignee_membership_uid is not null;

    create index record_request_requester_idx on record_request (created_by_user_uid, project_uid)
      where created_by_user_uid is not null;
    create index record_request_project_facility_idx
      on record_request (project_uid, submitted_site_name, created_at desc, uid desc);
  `);
}

/** Drops them. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index record_request_project_facility_idx;
    drop index record_request_requester_idx;
    alter table record_request drop column assignee_membership_uid;
    drop table record_request_tag;
    drop table request_tag;
  `);
}
