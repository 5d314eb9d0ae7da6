import type { Knex } from 'knex';

/** Creates desk operators, with their sign-in links and sessions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table desk_operator (
      uid uuid not null constraint desk_operator_pkey primary key,
      email text not null,
      name text not null,
      created_at timestamptz not null,
      deleted_at timestamptz,
      constraint desk_operator_email_check check (length(email) between 3 and 254),
      constraint desk_operator_name_check check (length(name) between 1 and 200)
    );
    create unique index desk_operator_email_key on desk_operator (lower(email)) where deleted_at is null;
    comment on table desk_operator is 'people of the delivery team: members of no company';

    create table desk_sign_in_link (
      uid uuid not null constraint desk_sign_in_link_pkey primary key,
      user_uid uuid not null constraint desk_sign_in_link_user_fk references desk_operator (uid),
      token_hash bytea not null constraint desk_sign_in_link_token_hash_key unique,
      return_path text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      constraint desk_sign_in_link_token_hash_check check (octet_length(token_hash) = 32),
      constraint desk_sign_in_link_return_path_check check (length(return_path) <= 300)
    );
    create index desk_sign_in_link_user_idx on desk_sign_in_link (user_uid, created_at);
    create index desk_sign_in_link_expires_idx on desk_sign_in_link (expires_at);
    comment on column desk_sign_in_link.token_hash is 'SHA-256 of 256 random bits, which are in the mail alone';
    comment on column desk_sign_in_link.return_path is 'the page of the desk that the operator came from';

    create table desk_session (
      uid uuid not null constraint desk_session_pkey primary key,
      user_uid uuid not null constraint desk_session_user_fk references desk_operator (uid),
      token_hash bytea not null constraint desk_session_token_hash_key unique,
      browser text not null,
      signed_in_at timestamptz not null,
      last_seen_at timestamptz not null,
      ended_at timestamptz,
      constraint desk_session_token_hash_check check (octet_length(token_hash) = 32),
      constraint desk_session_browser_check check (length(browser) <= 200)
    );
    create index desk_session_user_idx on desk_session (user_uid, signed_in_at);
    create index desk_session_signed_in_idx on desk_session (signed_in_at);
    comment on column desk_session.token_hash is 'SHA-256 of 256 random bits, which are in the browser''s cookie alone';
    comment on column desk_session.browser is 'what the browser calls itself, cut: so that a person knows a session of theirs';

    grant select, insert, update on desk_operator to recordwell_app;
    grant select, insert, update, delete on desk_sign_in_link, desk_session to recordwell_app;
  `);
}

/** Reverts it: nobody can sign in at the desk. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table desk_session;
    drop table desk_sign_in_link;
    drop table desk_operator;
  `);
}
