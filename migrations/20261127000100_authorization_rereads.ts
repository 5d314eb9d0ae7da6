import type { Knex } from 'knex';

/**
 * Keeps which approved authorizations were read again with a newer reader, until a person decides on those that
 * no longer pass.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table authorization_reread (
      patient_uid uuid not null,
      etag text not null,
      engine_version text not null,
      started_at timestamptz not null,
      decided_at timestamptz,
      constraint authorization_reread_pkey primary key (patient_uid),
      constraint authorization_reread_patient_fk foreign key (patient_uid) references patient (uid)
    );
    create index authorization_reread_open_idx on authorization_reread (started_at, patient_uid)
      where decided_at is null;
    comment on table authorization_reread is
      'approved authorizations that were read again after the reader changed';
    comment on column authorization_reread.decided_at is
      'when a person decided about the authorization since; null before that';
    grant select, insert, update, delete on authorization_reread to recordwell_app;
  `);
}

/** Reverts it; the list of authorizations that no longer pass is lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table authorization_reread');
}
