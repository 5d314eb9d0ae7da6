import type { Knex } from 'knex';

/** Lets a company demand that its members sign in at the deployment's identity provider. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table company add column requires_sign_on boolean not null default false;
    comment on column company.requires_sign_on is
      'whether its members sign in only at the identity provider, not with links and passkeys';
  `);
}

/** Reverts it; members can sign in in every way. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table company drop column requires_sign_on');
}
