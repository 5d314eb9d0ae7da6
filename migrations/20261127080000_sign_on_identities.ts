import type { Knex } from 'knex';

/** Binds a member to an account at the identity provider, because addresses can move to other accounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sign_on_identity (
      issuer text not null,
      subject text not null,
      user_uid uuid not null,
      bound_at timestamptz not null,
      constraint sign_on_identity_pkey primary key (issuer, subject),
      constraint sign_on_identity_user_key unique (user_uid, issuer),
      constraint sign_on_identity_user_fk foreign key (user_uid) references app_user (uid),
      constraint sign_on_identity_issuer_check check (length(issuer) <= 2048),
      constraint sign_on_identity_subject_check check (length(subject) between 1 and 255)
    );
    comment on table sign_on_identity is 'which account at the identity provider a person signs in with';
    grant select, insert, delete on sign_on_identity to recordwell_app;
  `);
}

/** Reverts it; the next sign-in of a member goes by the address again. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sign_on_identity');
}
