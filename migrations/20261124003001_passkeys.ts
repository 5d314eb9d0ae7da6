import type { Knex } from 'knex';

/** Creates passkeys, and the challenges that browsers answer with them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table passkey (
      uid uuid not null constraint passkey_pkey primary key,
      user_uid uuid not null constraint passkey_user_fk references app_user (uid),
      credential_id bytea not null constraint passkey_credential_id_key unique,
      public_key bytea not null,
      sign_count bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      constraint passkey_credential_id_check check (octet_length(credential_id) between 1 and 1023),
      constraint passkey_public_key_check check (octet_length(public_key) <= 2048),
      constraint passkey_name_check check (length(name) between 1 and 100)
    );
    create index passkey_user_idx on passkey (user_uid, created_at);
    comment on column passkey.credential_id is 'by which an authenticator knows it; no secret';

    create table passkey_challenge (
      uid uuid not null constraint passkey_challenge_pkey primary key,
      user_uid uuid constraint passkey_challenge_user_fk references app_user (uid),
      challenge_hash bytea not null constraint passkey_challenge_challenge_hash_key unique,
      expires_at timestamptz not null,
      constraint passkey_challenge_challenge_hash_check check (octet_length(challenge_hash) = 32)
    );
    create index passkey_challenge_expires_idx on passkey_challenge (expires_at);
    comment on column passkey_challenge.user_uid is 'who adds a passkey; null: somebody signs in';
    comment on column passkey_challenge.challenge_hash is 'SHA-256 of 256 random bits, which are on a page alone; the row goes when it is answered';

    grant select, insert, update, delete on passkey, passkey_challenge to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table passkey_challenge; drop table passkey;');
}
