import type { Knex } from 'knex';

/** Marks accepted people whose details an edit of the patient no longer proves. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table run_candidate add column doubted_at timestamptz,
      add constraint run_candidate_doubted_check check (doubted_at is null or standing = 'accepted');
    comment on column run_candidate.doubted_at is
      'since when the details of an accepted person no longer agree with the patient''s';
    create index run_candidate_doubted on run_candidate (patient_uid) where doubted_at is not null;
  `);
}

/** Drops the mark. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table run_candidate drop column doubted_at');
}
