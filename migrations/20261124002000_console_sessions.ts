import type { Knex } from 'knex';

/** Creates members' sign-in to the console: e-mailed links, and the sessions that they open. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sign_in_link (
      uid uuid not null constraint sign_in_link_pkey primary key,
      user_uid uuid not null constraint sign_in_link_user_fk references app_user (uid),
      token_hash bytea not null constraint sign_in_link_token_hash_key unique,
      return_path text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      constraint sign_in_link_token_hash_check check (octet_length(token_hash) = 32),
      constraint sign_in_link_return_path_check check (length(return_path) <= 300)
    );
    create index sign_in_link_user_idx on sign_in_link (user_uid, created_at);
    create index sign_in_link_expires_idx on sign_in_link (expires_at);
    comment on column sign_in_link.token_hash is 'SHA-256 of 256 random bits, which are in the mail alone';
    comment on column sign_in_link.return_path is 'the page of the console that the person came from';

    create table console_session (
      uid uuid not null constraint console_session_pkey primary key,
      user_uid uuid not null constraint console_session_user_fk references app_user (uid),
      token_hash bytea not null constraint console_session_token_hash_key unique,
      browser text not null,
      signed_in_at timestamptz not null,
      last_seen_at timestamptz not null,
      ended_at timestamptz,
      constraint console_session_token_hash_check check (octet_length(token_hash) = 32),
      constraint console_session_browser_check check (length(browser) <= 200)
    );
    create index console_session_user_idx on console_session (user_uid, signed_in_at);
    create index console_session_signed_in_idx on console_session (signed_in_at);
    comment on column console_session.token_hash is 'SHA-256 of 256 random bits, which are in the browser''s cookie alone';
    comment on column console_session.browser is 'what the browser calls itself, cut: so that a person knows a session of theirs';

    grant select, insert, update, delete on sign_in_link, console_session to recordwell_app;

    alter table audit_event drop constraint audit_event_actor_kind_check;
    alter table audit_event add constraint audit_event_actor_kind_check
      check (actor_kind in ('key', 'operator', 'service', 'embed', 'console')) not valid;
  `);
}

/** Reverts it. Refused while the audit log has rows of the console, which nothing removes. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_event drop constraint audit_event_actor_kind_check;
    alter table audit_event add constraint audit_event_actor_kind_check
      check (actor_kind in ('key', 'operator', 'service', 'embed'));
    drop table console_session;
    drop table sign_in_link;
  `);
}
