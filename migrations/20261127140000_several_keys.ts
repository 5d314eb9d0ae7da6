import type { Knex } from 'knex';

/**
 * Lets a member have several keys in an environment: one default key, and named ones that may expire. The
 * previous release issues default keys only, and revokes all keys of a member at once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_key
      add column name text not null default 'Default',
      add column is_default boolean not null default true,
      add column expires_at timestamptz,
      add column replaced_by_uid uuid constraint api_key_replaced_by_fk references api_key (uid),
      add constraint api_key_name_check check (length(name) between 1 and 100),
      add constraint api_key_default_check
        check (not is_default or (expires_at is null and replaced_by_uid is null));
    comment on column api_key.expires_at is 'when the key stops working; null: never';
    comment on column api_key.replaced_by_uid is 'the key that was created when this one was rotated';
    drop index api_key_membership_environment_key;
    create unique index api_key_membership_environment_key on api_key (membership_uid, environment)
      where revoked_at is null and is_default;
    create index api_key_membership_environment_idx on api_key (membership_uid, environment, created_at);
  `);
}

/** Reverts it, and revokes the named keys. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update api_key set revoked_at = coalesce(revoked_at, now()) where not is_default;
    drop index api_key_membership_environment_idx;
    drop index api_key_membership_environment_key;
    create unique index api_key_membership_environment_key on api_key (membership_uid, environment)
      where revoked_at is null;
    alter table api_key
      drop column replaced_by_uid,
      drop column expires_at,
      drop column is_default,
      drop column name;
  `);
}
