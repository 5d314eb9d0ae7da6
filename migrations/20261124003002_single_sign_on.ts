import type { Knex } from 'knex';

/** Creates sign-ons in progress at an identity provider. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table single_sign_on (
      uid uuid not null constraint single_sign_on_pkey primary key,
      secret_hash bytea not null constraint single_sign_on_secret_hash_key unique,
      return_path text,
      expires_at timestamptz not null,
      constraint single_sign_on_secret_hash_check check (octet_length(secret_hash) = 32),
      constraint single_sign_on_return_path_check check (length(return_path) <= 300)
    );
    create index single_sign_on_expires_idx on single_sign_on (expires_at);
    comment on column single_sign_on.secret_hash is 'SHA-256 of 256 random bits, which are in the browser''s cookie alone; the row goes when it is used';
    grant select, insert, update, delete on single_sign_on to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table single_sign_on;');
}
