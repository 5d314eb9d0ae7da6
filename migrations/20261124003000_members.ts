import type { Knex } from 'knex';

/** Adds removed members, people's last sign-in, and invitations. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table membership add column ended_at timestamptz;
    comment on column membership.ended_at is 'when the person was removed: no role, no project and no key is left then';
    alter table app_user add column last_signed_in_at timestamptz;

    create table invitation (
      uid uuid not null constraint invitation_pkey primary key,
      company_uid uuid not null constraint invitation_company_fk references company (uid),
      email text not null,
      name text not null,
      role_uid uuid not null constraint invitation_role_fk references role (uid),
      sees_all_projects boolean not null,
      token_hash bytea not null constraint invitation_token_hash_key unique,
      invited_by_user_uid uuid not null constraint invitation_invited_by_fk references app_user (uid),
      sent_count integer not null,
      created_at timestamptz not null,
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      accepted_at timestamptz,
      taken_back_at timestamptz,
      constraint invitation_email_check check (length(email) between 3 and 254),
      constraint invitation_name_check check (length(name) between 1 and 200),
      constraint invitation_token_hash_check check (octet_length(token_hash) = 32)
    );
    create unique index invitation_company_email_key on invitation (company_uid, lower(email))
      where accepted_at is null and taken_back_at is null;
    create index invitation_company_idx on invitation (company_uid, created_at);
    create index invitation_sent_idx on invitation (sent_at);
    comment on column invitation.token_hash is 'SHA-256 of 256 random bits, which are in the last mail alone';

    create table invitation_project (
      invitation_uid uuid not null constraint invitation_project_invitation_fk references invitation (uid) on delete cascade,
      project_uid uuid not null constraint invitation_project_project_fk references project (uid),
      constraint invitation_project_pkey primary key (invitation_uid, project_uid)
    );

    grant select, insert, update, delete on invitation, invitation_project to recordwell_app;
  `);
}

/** Reverts it. Removed members stay without a role. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table invitation_project;
    drop table invitation;
    alter table app_user drop column last_signed_in_at;
    alter table membership drop column ended_at;
  `);
}
